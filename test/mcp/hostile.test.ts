import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JsonSchema, TOOLS, type Tool } from '../../src/mcp/index.js';
import type { Database } from '../../src/patch/index.js';
import { openMigrated } from '../patch/support/databases.js';
import { type Connected, connected } from './connected.js';

/** A value of each kind, and some that are hard on a reader. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  2 ** 53,
  '',
  'x',
  '\0',
  '\ud800',
  '/section[1]',
  '99999999999999999999-000000000000',
  'a'.repeat(2_000),
  '- '.repeat(500),
  [],
  [null],
  [[[]]],
  {},
  { constructor: 1, toString: [] },
  { kinds: 'move', labels: [1] },
  nested(200),
];

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let i = 0; i < depth; i++) value = { a: [value] };
  return value;
}

/** Every result says its status; a page of history may be its entries alone. */
function isAnswer(value: { status?: unknown; entries?: unknown }): boolean {
  return typeof value.status === 'string' || Array.isArray(value.entries);
}

/** A call that works, or comes near it: the tool's example, or its required arguments, for a target that there is. */
function base(tool: Tool, target: string): Record<string, unknown> {
  const required = Object.fromEntries((tool.inputSchema.required ?? []).map((name) => [name, 'x']));
  const known = 'target_file_id' in tool.inputSchema.properties ? { target_file_id: target } : {};
  return { ...required, ...tool.examples[0], ...known };
}

/** Wrong values for each part of a list or an object, as its schema has them, the rest of it as it was. */
function* nestedFaults(schema: JsonSchema, value: unknown): Generator<unknown> {
  const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  for (const [name, inner] of Object.entries(properties ?? {})) {
    const whole = (value ?? {}) as Record<string, unknown>;
    for (const wrong of [...WRONG, ...nestedFaults(inner, whole[name])]) yield { ...whole, [name]: wrong };
  }
  if (items !== undefined) {
    const [first] = Array.isArray(value) ? value : [];
    const forms = (items as { oneOf?: JsonSchema[] }).oneOf ?? [items];
    for (const form of forms) for (const wrong of nestedFaults(form, first)) yield [wrong];
    for (const wrong of WRONG) yield [wrong];
  }
}

/** A value of each type; what is larger or stranger is tried where arguments begin. */
const WRONG: readonly unknown[] = [null, true, -1, 1.5, '', '\ud800', [], {}];

describe('hostile arguments', () => {
  let database: Database;
  let here: Connected;
  let target: string;
  beforeAll(async () => {
    database = await openMigrated('embedded');
    here = await connected({ resultChars: 6_000, database });
    const made = await here.call('patchdiff_initialize_target', {
      filename: 'a',
      content: 'alpha beta alpha',
    });
    target = made.value.target_file_id;
  });
  afterAll(async () => {
    await here?.close();
    await database?.close();
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    'of every kind in every place of %s get an answer',
    async (name, tool) => {
      for (const argument of Object.keys(tool.inputSchema.properties)) {
        for (const value of HOSTILE) {
          const { value: answer, isError } = await here.call(name, {
            ...base(tool, target),
            [argument]: value,
          });
          expect(isAnswer(answer), `${name}.${argument}`).toBe(true);
          expect(isError, `${name}.${argument} ${JSON.stringify(value)?.slice(0, 60)}`).toBe(false);
        }
      }
      expect(here.reported).toEqual([]);
    },
  );

  it('of every kind in every place within arguments get an answer', async () => {
    for (const tool of TOOLS) {
      for (const [argument, schema] of Object.entries(tool.inputSchema.properties)) {
        for (const args of nestedFaults(schema, (base(tool, target) as Record<string, unknown>)[argument])) {
          const { value, isError } = await here.call(tool.name, {
            ...base(tool, target),
            [argument]: args,
          });
          const said = `${tool.name}.${argument} ${JSON.stringify(args)?.slice(0, 120)}`;
          expect([isAnswer(value), isError], said).toEqual([true, false]);
        }
      }
    }
    expect(here.reported).toEqual([]);
  });

  it('in any number at once get an answer', async () => {
    const call = fc
      .constantFrom(...TOOLS)
      .chain((tool) =>
        fc
          .dictionary(
            fc.constantFrom(...Object.keys(tool.inputSchema.properties)),
            fc.jsonValue({ maxDepth: 3 }),
          )
          .map((args) => ({ tool, args: { ...base(tool, target), ...args } })),
      );
    await fc.assert(
      fc.asyncProperty(call, async ({ tool, args }) => {
        const { value, isError } = await here.call(tool.name, args);
        expect([isAnswer(value), isError]).toEqual([true, false]);
      }),
      { numRuns: 60 },
    );
    expect(here.reported).toEqual([]);
  });
});
