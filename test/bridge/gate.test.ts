import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AllowedEdits, type GateOptions, gateCheck, planText } from '../../src/bridge/index.js';
import { sliceCodePoints } from '../../src/document/code-points.js';
import { readScopes } from '../../src/scope/index.js';
import { codePairs, markdownPairs } from './pairs.js';

/** What the gate answers to an outcome; null when it lets it pass. */
function judge(
  filename: string,
  content: string,
  outcome: string,
  allowed: AllowedEdits,
  options?: GateOptions,
) {
  const preimage = {
    target_file_id: 't',
    version: 0,
    hash: '',
    content,
    filename,
    target_type: 'text/plain',
  };
  const edits = { intent: 'x', operations: [] };
  return gateCheck(allowed, options)(preimage, { content: outcome, hash: '', changes: [], edits });
}

const LEASE = `---
owner: legal
---

# Lease

## 1. Rent

1.1 Rent is due monthly, as [the schedule](rent.md) says.

1.2 Late rent bears *simple* interest.

## 2. Use

2.1 The tenant keeps the garden.
`;

const ONLY_RENT: AllowedEdits = { labels: ['1.1'] };

describe('an edit of a document', () => {
  test('passes when all of it lies in the allowed scope', async () => {
    const edited = LEASE.replace('due monthly', 'due weekly');
    expect(await judge('a.md', LEASE, edited, ONLY_RENT)).toBeNull();
    expect(await judge('a.md', LEASE, edited, { symbols: [{ symbol_name: '1.1' }] })).toBeNull();
    expect(await judge('a.md', LEASE, edited, { address_prefixes: ['/section[1]/section[1]'] })).toBeNull();
    expect(await judge('a.md', LEASE, edited, { anchors: ['Rent is due'] })).toBeNull();
    expect(await judge('a.md', LEASE, LEASE, ONLY_RENT)).toBeNull();
  });

  test('is refused with every change outside named', async () => {
    const edited = LEASE.replace('due monthly', 'due weekly').replace('keeps the garden', 'may build');
    expect(await judge('a.md', LEASE, edited, ONLY_RENT)).toEqual({
      code: 'OUT_OF_ALLOWED_SCOPE',
      detail: expect.stringContaining('1 change lies outside the allowed scope'),
      evidence: {
        out_of_scope_count: 1,
        out_of_scope: [
          {
            kind: 'modify',
            source_address: expect.stringMatching(/^\/section\[1\]\/section\[2\]\//),
            test_address: expect.stringMatching(/^\/section\[1\]\/section\[2\]\//),
            block_kind: expect.any(String),
            outside: 'both',
            source_text: 'The tenant keeps the garden.',
            test_text: 'The tenant may build.',
          },
        ],
        outside_text_count: 0,
        outside_text: [],
      },
    });
  });

  test.each([
    ['where a link leads', 'rent.md', 'other.md', 9, '2'],
    ['emphasis', '*simple*', '_simple_', 11, '2'],
    ['front matter', 'owner: legal', 'owner: sales', 2, '2'],
    ['white space', 'keeps the', 'keeps  the', 15, '1'],
  ])('is refused for %s, which no comparison sees', async (_, from, to, line, label) => {
    expect(await judge('a.md', LEASE, LEASE.replace(from, to), { labels: [label] })).toMatchObject({
      code: 'OUT_OF_ALLOWED_SCOPE',
      evidence: {
        out_of_scope: [],
        outside_text: expect.arrayContaining([expect.objectContaining({ line })]),
      },
    });
  });

  test('may touch front matter when that is what it may touch, and then nothing else', async () => {
    const allowed = { symbols: [{ symbol_name: 'front matter', kind: 'front_matter' }] };
    const edited = LEASE.replace('owner: legal', 'owner: sales');
    expect(await judge('a.md', LEASE, edited, allowed)).toBeNull();
    expect(await judge('a.md', LEASE, edited.replace('garden', 'yard'), allowed)).toMatchObject({
      evidence: { out_of_scope_count: 1 },
    });
  });

  test('may put a paragraph at the end of its section, and no section behind it', async () => {
    const end = '*simple* interest.\n';
    const allowed = { labels: ['1'] };
    expect(await judge('a.md', LEASE, LEASE.replace(end, `${end}\n1.3 Rent is net.\n`), allowed)).toBeNull();
    expect(
      await judge('a.md', LEASE, LEASE.replace(end, `${end}\n## 9. Pets\n\nNone.\n`), allowed),
    ).toMatchObject({ code: 'OUT_OF_ALLOWED_SCOPE', evidence: { out_of_scope: [{ kind: 'insert' }] } });
  });

  test('may take its whole clause out, with the blank line', async () => {
    const edited = LEASE.replace('1.2 Late rent bears *simple* interest.\n\n', '');
    expect(await judge('a.md', LEASE, edited, { labels: ['1.2'] })).toBeNull();
    expect(await judge('a.md', LEASE, edited, ONLY_RENT)).toMatchObject({
      evidence: { out_of_scope: [{ kind: 'delete' }] },
    });
  });

  test('may do what is exempt anywhere', async () => {
    const spaced = LEASE.replace('keeps the', 'keeps  the');
    expect(await judge('a.md', LEASE, spaced, ONLY_RENT, { exempt: ['whitespace'] })).toBeNull();
    const renumbered = LEASE.replace('## 2. Use', '## 3. Use').replace('2.1 The', '3.1 The');
    expect(await judge('a.md', LEASE, renumbered, ONLY_RENT)).toMatchObject({ code: 'OUT_OF_ALLOWED_SCOPE' });
    expect(await judge('a.md', LEASE, renumbered, ONLY_RENT, { exempt: ['labels'] })).toBeNull();
    const more = LEASE.replace('1.2 Late rent bears *simple*', '1.3 Late rent bears **simple**');
    expect(await judge('a.md', LEASE, more, ONLY_RENT, { exempt: ['labels'] })).toMatchObject({
      evidence: { out_of_scope: [], outside_text: [{ line: 11 }, { line: 11 }] },
    });
  });

  test.each([
    [{ labels: ['7'] }, /label "7" names nothing/],
    [{ anchors: ['e'] }, /stands in \d+ blocks/],
    [{ symbols: [{ symbol_name: 'Rent' }] }, /symbol "Rent" names nothing/],
    [{ labels: ['1'], address_prefixes: ['nowhere'] }, /nowhere/],
  ] as const)('is refused when %j does not say what is allowed', async (allowed, detail) => {
    expect(await judge('a.md', LEASE, LEASE.replace('garden', 'yard'), allowed)).toEqual({
      code: 'ALLOWED_SCOPE_UNRESOLVED',
      detail: expect.stringMatching(detail),
    });
  });
});

const TILL = `import { log } from './log.js';

class Till {
  pay(amount) {
    log(amount);
  }
  take(amount) {
    log(-amount);
  }
}

class Safe {
  pay(amount) {
    log(amount);
  }
}
`;

describe('an edit of a program', () => {
  const allowed = { symbols: [{ symbol_name: 'Till.pay', kind: 'method' }] };

  test('passes inside the scopes that are allowed, and is refused outside', async () => {
    const inside = TILL.replace('log(amount)', 'log(Number(amount))');
    expect(await judge('a.js', TILL, inside, allowed)).toBeNull();
    expect(await judge('a.js', TILL, inside.replace('./log.js', './logs.js'), allowed)).toEqual({
      code: 'OUT_OF_ALLOWED_SCOPE',
      detail: '1 change lies outside the allowed scope, the first a text at line 1.',
      evidence: {
        out_of_scope_count: 0,
        out_of_scope: [],
        outside_text_count: 1,
        outside_text: [{ line: 1, start: 23, end: 26, removed: 'log', added: 'logs' }],
      },
    });
  });

  test('is refused at the edge of a scope: what is put there is not part of it', async () => {
    const more = TILL.replace('  take(', '  void() {}\n  take(');
    expect(await judge('a.js', TILL, more, allowed)).toMatchObject({ code: 'OUT_OF_ALLOWED_SCOPE' });
    expect(await judge('a.js', TILL, more, { symbols: [{ symbol_name: 'Till' }] })).toBeNull();
  });

  test('is refused when a symbol names two scopes, or the parts of a document are named', async () => {
    const edited = TILL.replace('-amount', '0');
    expect(await judge('a.js', TILL, edited, { symbols: [{ symbol_name: 'pay' }] })).toMatchObject({
      code: 'ALLOWED_SCOPE_UNRESOLVED',
      detail: expect.stringContaining('at lines 4, 13'),
    });
    expect(await judge('a.js', TILL, edited, { labels: ['1'] })).toMatchObject({
      code: 'ALLOWED_SCOPE_UNRESOLVED',
      detail: expect.stringContaining('a.js is no document'),
    });
  });
});

describe('what passes leaves everything else as it is', () => {
  /** Everything outside a range but the white space around it is the same in both texts. */
  function keepsTheRest(text: string, outcome: string, { start, end }: { start: number; end: number }): void {
    const before = sliceCodePoints(text, 0, start).trimEnd();
    const after = sliceCodePoints(text, end).trimStart();
    expect(outcome.startsWith(before)).toBe(true);
    expect(outcome.slice(before.length).trimEnd().endsWith(after.trimEnd())).toBe(true);
  }

  test('in Markdown, whatever section is allowed', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(markdownPairs, fc.nat(), async ({ text, proposed }, which) => {
        const { symbols } = await readScopes(text, { language: 'markdown' });
        const sections = symbols.filter(({ kind }) => kind === 'section');
        if (sections.length === 0) return;
        const section = sections[which % sections.length];
        const refusal = await judge('a.md', text, proposed, {
          address_prefixes: [section.address as string],
        });
        if (refusal !== null) return;
        passed++;
        keepsTheRest(text, proposed, section);
      }),
      { numRuns: 300, seed: 3 },
    );
    expect(passed).toBeGreaterThan(10);
  });

  test('in programs, whatever scopes a plan has', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(codePairs, async ({ fileName, text, proposed }) => {
        const plan = await planText(text, proposed, { fileName });
        if (plan.method !== 'observed') return;
        passed++;
        const symbols = plan.groups.map(({ scope: { symbol_name, kind } }) => ({ symbol_name, kind }));
        expect(await judge(fileName, text, proposed, { symbols })).toBeNull();
        const [first, ...rest] = symbols;
        const fewer = rest.length > 0 ? rest : [{ symbol_name: 'nothing of this name', kind: first.kind }];
        expect(await judge(fileName, text, proposed, { symbols: fewer })).not.toBeNull();
      }),
      { numRuns: 80, seed: 3 },
    );
    expect(passed).toBeGreaterThan(20);
  });
});

test('a verdict is of bounded size', async () => {
  const text = `# A\n\n${'Some words that are changed in every line.\n\n'.repeat(500)}# B\n\nquiet\n`;
  const refusal = await judge('a.md', text, text.replaceAll('words', '😀'.repeat(300)), {
    anchors: ['quiet'],
  });
  expect(refusal).toMatchObject({ evidence: { out_of_scope_count: 500 } });
  expect(JSON.stringify(refusal).length).toBeLessThan(20_000);
});
