import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMPARISON_SCHEMA,
  type Comparison,
  compare,
  RESERVED_CHANGE_KINDS,
  SCHEMA_VERSION,
} from '../../src/index.js';
import { versions } from '../align/trees.js';
import { compareFixture, FIXTURES } from '../golden/fixtures.js';
import { texts } from './generated.js';
import { WIRE } from './wire.js';

const root = join(import.meta.dirname, '../..');
const ajv = new Ajv({ strict: true, strictTypes: 'log', allErrors: true, allowUnionTypes: true });
const validate = ajv.compile(COMPARISON_SCHEMA);

type Described = { readonly description: string; readonly enum?: readonly string[] };

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Everything that any consumer may rely on, of one comparison in all its forms. */
function conforms(comparison: Comparison): void {
  const forms = {
    full: json(comparison),
    complete: json(comparison.toJSON({ trees: true, alignment: true })),
    compact: json(comparison.toJSON({ trees: false })),
    compactWithAlignment: json(comparison.toJSON({ trees: false, alignment: true })),
  };
  for (const [name, document] of Object.entries(forms) as [keyof typeof forms, unknown][]) {
    WIRE[name](document, name);
    expect(validate(document), JSON.stringify(validate.errors?.slice(0, 2))).toBe(true);
  }
}

describe('the schema', () => {
  it('is the file that is shipped', () => {
    const file = readFileSync(join(root, 'schemas/comparison-v2.json'), 'utf8');
    expect(file).toBe(`${JSON.stringify(COMPARISON_SCHEMA, null, 2)}\n`);
  });

  it('has the version of the documents, the format’s own id, and the names of its parts', () => {
    expect(COMPARISON_SCHEMA).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://houfu.github.io/redlines/schemas/comparison-v2.json',
      properties: { schema_version: { const: SCHEMA_VERSION } },
      required: ['schema_version', 'config', 'changes', 'statistics'],
    });
    expect(Object.keys(COMPARISON_SCHEMA.definitions as object)).toEqual(
      expect.arrayContaining([
        ...['blockTree', 'block', 'span', 'dropped', 'change', 'inlineOp', 'alignment', 'alignedPair'],
        ...['alignmentConfig', 'changeCounts', 'sectionStatistics', 'changeFilter'],
      ]),
    );
    const { definitions, properties } = COMPARISON_SCHEMA as Record<string, Record<string, Described>>;
    for (const name of RESERVED_CHANGE_KINDS) {
      expect(definitions.changeKind.description).toContain(name);
      expect(definitions.changeKind.enum).not.toContain(name);
    }
    // What a version means stands where a consumer reads it.
    expect(properties.schema_version.description).toMatch(
      /minor version, incompatible changes the major one/,
    );
  });

  it('allows no unknown key anywhere but in attrs, and requires every key it knows inside', () => {
    const definitions = COMPARISON_SCHEMA.definitions as Record<string, Record<string, unknown>>;
    for (const [name, definition] of Object.entries(definitions)) {
      if (definition.type !== 'object') continue;
      expect(definition.additionalProperties, name).toBe(false);
      expect(definition.required, name).toEqual(Object.keys(definition.properties as object));
    }
  });

  it('takes source and test together or not at all', () => {
    const document = json(compare('A.', 'B.')) as Record<string, unknown>;
    const { source, ...withoutSource } = document;
    expect(source).toBeDefined();
    expect(validate(document)).toBe(true);
    expect(validate(withoutSource)).toBe(false);
  });
});

describe('a comparison of', () => {
  it('each of a thousand pairs of trees conforms', () => {
    fc.assert(
      fc.property(versions, ([source, test]) => {
        conforms(compare(source, test));
      }),
      { numRuns: 1000 },
    );
  });

  it('each of a thousand pairs of texts conforms', () => {
    fc.assert(
      fc.property(texts, ({ source, test, format }) => {
        conforms(compare(source, test, { sourceFormat: format, testFormat: format }));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(FIXTURES.map(({ name }) => name))('the fixture %s conforms, whole and filtered', (name) => {
    const comparison = compareFixture(name);
    expect(comparison.changes.length).toBeGreaterThan(0);
    conforms(comparison);
    conforms(comparison.filter({ has_inline: true, min_chars: 3 }));
  });

  it.each(FIXTURES.map(({ name }) => name))(
    'the fixture %s is kept as a document that the schema takes',
    (name) => {
      const kept: unknown = JSON.parse(readFileSync(join(root, `golden/${name}.comparison.json`), 'utf8'));
      expect(validate(kept), JSON.stringify(validate.errors?.slice(0, 2))).toBe(true);
    },
  );
});
