import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS, type Tool } from '../../src/mcp/index.js';
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
  'a'.repeat(20_000),
  '- '.repeat(5_000),
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

/** A call that works, or comes near it: the tool's example, or its required arguments. */
function base(tool: Tool): Record<string, unknown> {
  const required = Object.fromEntries((tool.inputSchema.required ?? []).map((name) => [name, 'x']));
  return { ...required, ...tool.examples[0] };
}

describe('hostile arguments', () => {
  let here: Connected;
  beforeAll(async () => {
    here = await connected({ resultChars: 6_000 });
  });
  afterAll(() => here?.close());

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    'of every kind in every place of %s get an answer',
    async (name, tool) => {
      for (const argument of Object.keys(tool.inputSchema.properties)) {
        for (const value of HOSTILE) {
          const { value: answer, isError } = await here.call(name, { ...base(tool), [argument]: value });
          expect(typeof answer.status, `${name}.${argument}`).toBe('string');
          expect(isError, `${name}.${argument} ${JSON.stringify(value)?.slice(0, 60)}`).toBe(false);
        }
      }
      expect(here.reported).toEqual([]);
    },
  );

  it('in any number at once get an answer', async () => {
    const call = fc
      .constantFrom(...TOOLS)
      .chain((tool) =>
        fc
          .dictionary(
            fc.constantFrom(...Object.keys(tool.inputSchema.properties)),
            fc.jsonValue({ maxDepth: 3 }),
          )
          .map((args) => ({ tool, args: { ...base(tool), ...args } })),
      );
    await fc.assert(
      fc.asyncProperty(call, async ({ tool, args }) => {
        const { value, isError } = await here.call(tool.name, args);
        expect([typeof value.status, isError]).toEqual(['string', false]);
      }),
      { numRuns: 60 },
    );
    expect(here.reported).toEqual([]);
  });
});
