import { expect, test } from 'vitest';
import { type AllowedEdits, type GateOptions, gateCheck } from '../../src/bridge/index.js';
import { verify } from '../../src/verify/verify.js';

const options = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;

/** What the gate answers to an outcome, and whether a strict verification lets it pass. */
async function both(
  content: string,
  outcome: string,
  allowed: AllowedEdits,
  exempt: GateOptions['exempt'] = [],
) {
  const preimage = {
    target_file_id: 't',
    version: 0,
    hash: '',
    content,
    filename: 'a.md',
    target_type: 'text/plain',
  };
  const edits = { intent: 'x', operations: [] };
  const refusal = await gateCheck(allowed, { exempt })(preimage, {
    content: outcome,
    hash: '',
    changes: [],
    edits,
  });
  const { symbols: _, ...scope } = allowed;
  return { refusal, ok: verify(content, outcome, scope, { ...options, exempt, strict: true }).ok };
}

const TEXT = `# Lease

Rent is *due* monthly.

---

The tenant keeps [the garden][g].

[g]: garden.md
`;
const RENT = { anchors: ['Rent is'] };

test.each([
  ['an edit inside', 'Rent is *due* monthly', 'Rent is **due** [weekly](w.md)', [], true],
  [
    'a part that is written anew',
    'Rent is *due* monthly',
    'Whoever keeps bees pays nothing at all',
    [],
    true,
  ],
  ['a rule that becomes an underline', 'monthly.\n\n---', 'monthly.\n---', [], false],
  ['a rule written otherwise', '---', '***', [], false],
  ['the rule gone', '---\n\n', '', [], false],
  ['a definition', 'garden.md', 'yard.md', [], false],
  ['a definition that is exempt', 'garden.md', 'yard.md', ['markup'], true],
  ['a line broken elsewhere', 'tenant keeps', 'tenant\nkeeps', [], false],
  ['white space that is exempt', 'tenant keeps', 'tenant\nkeeps', ['whitespace'], true],
  ['emphasis', 'keeps', '*keeps*', [], false],
  ['emphasis that is exempt', 'keeps', '*keeps*', ['emphasis'], true],
  [
    'exempt emphasis with white space beside it',
    'The tenant keeps',
    'The  tenant *keeps*',
    ['emphasis'],
    false,
  ],
] as const)('the gate and a strict verification agree on %s', async (_, from, to, exempt, passes) => {
  const { refusal, ok } = await both(TEXT, TEXT.replace(from, to), RENT, exempt);
  expect([refusal === null, ok]).toEqual([passes, passes]);
});

test('a refusal says what became of a part whose text is the same', async () => {
  const { refusal } = await both(TEXT, TEXT.replace('monthly.\n\n---', 'monthly.\n---'), RENT);
  expect(refusal).toMatchObject({
    code: 'OUT_OF_ALLOWED_SCOPE',
    evidence: { outside_text: [{ removed: 'thematic break', added: '' }] },
  });
});
