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

  test('finds a label where it stands in front, and nowhere else: one that was counted hides no link', async () => {
    // The list counts 5, 6, 7, whatever its marks say.
    const counted = '5. one\n5. [two](http://6.example) more\n5. three\n';
    const again = counted.replace('5. one', '6. one').replace('http://6', 'http://evil6');
    const allowed = { symbols: [{ symbol_name: '5' }] };
    expect(await judge('a.md', counted, again, allowed, { exempt: ['labels'] })).toMatchObject({
      evidence: { out_of_scope: [], outside_text: [{ line: 2, removed: '6', added: 'evil6' }] },
    });
    const article = '# Article 1\n\nRent.\n\n# Article 2\n\nUse.\n';
    const moved = article.replace('Article 2', 'Article 3');
    expect(await judge('a.md', article, moved, { anchors: ['Rent'] }, { exempt: ['labels'] })).toBeNull();
  });

  test('may change markup anywhere when that is exempt, and words nowhere', async () => {
    const exempt = { exempt: ['markup'] } as const;
    const linked = LEASE.replace('rent.md', 'other.md').replace('owner: legal', 'owner: sales');
    expect(await judge('a.md', LEASE, linked, { labels: ['2'] }, exempt)).toBeNull();
    expect(
      await judge('a.md', LEASE, linked.replace('bears', 'has'), { labels: ['2'] }, exempt),
    ).toMatchObject({
      evidence: { out_of_scope_count: 1, outside_text_count: 0 },
    });
  });

  describe('is refused when it turns links outside by their definitions', () => {
    const linked = '# A\n\nOne.\n\n# B\n\nSee [the plan][p] and[^n].\n\n[p]: plan.md\n\n[^n]: Noted.\n';
    const allowed = { symbols: [{ symbol_name: 'A' }] };
    const turned = (added: string, removed = 'plan.md') => ({
      code: 'OUT_OF_ALLOWED_SCOPE',
      evidence: { out_of_scope: [], outside_text: [{ line: 7, start: 20, end: 33, removed, added }] },
    });

    test('with one that comes before theirs', async () => {
      const edited = linked.replace('One.', 'One.\n\n[P]: http://other.example "x"');
      expect(await judge('a.md', linked, edited, allowed)).toMatchObject(turned('http://other.example "x"'));
      expect(await judge('a.md', linked, edited, allowed, { exempt: ['markup'] })).toBeNull();
    });

    test('with one that was in the allowed part all along, or is there no more', async () => {
      const first = linked.replace('One.', 'One, by [it][p].\n\n[p]: first.md');
      const edited = first.replace('first.md', 'other.md');
      expect(await judge('a.md', first, edited, allowed)).toMatchObject({
        evidence: {
          outside_text_count: 1,
          outside_text: [{ line: 9, removed: 'first.md', added: 'other.md' }],
        },
      });
      const fenced = first.replace('[p]: first.md', '```\n[p]: first.md\n```');
      expect(await judge('a.md', first, fenced, allowed)).toMatchObject({
        evidence: { outside_text: [{ line: 9, removed: 'first.md', added: 'plan.md' }] },
      });
    });

    test('and not for definitions that nothing outside uses', async () => {
      const edited = linked.replace('One.', 'One, by [it][q].\n\n[q]: q.md');
      expect(await judge('a.md', linked, edited, allowed)).toBeNull();
      expect(await judge('a.md', edited, edited.replace('q.md', 'r.md'), allowed)).toBeNull();
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

  test.each([
    ['a comment', 'log(amount);\n  }', 'log(amount); }\n  /*'],
    ['the end of its class', 'log(amount);', 'log(amount); } }\nclass Other { x() { log();'],
  ])('is refused when it takes what stands behind it with %s', async (_, from, to) => {
    const till = TILL.replace('log(-amount);', 'log(-amount); /* less */');
    expect(await judge('a.js', till, till.replace(from, to), allowed)).toMatchObject({
      code: 'OUT_OF_ALLOWED_SCOPE',
      evidence: {
        lost_symbol_count: 1,
        lost_symbols: [{ name: 'take', kind: 'method', parent: 'Till', line: 7 }],
      },
    });
  });

  test.each([
    ['a.py', 'def f():\n    x = 1\n\ndef g():\n    pass\n', 'x = 1\n', 'x = 1\n    return x\n', 'f', 'g'],
    ['a.py', 'A = 1\nB = 2\n', 'A = 1', 'A = 1 + 2', 'A', 'B'],
    [
      'a.js',
      'f();\n\nfunction g() {}\n\nfunction h() {}\n',
      '\nfunction g',
      '\n// Goes.\nfunction g',
      'g',
      'h',
    ],
  ])('of %s %j may add what the scope then holds', async (file, text, from, to, own, other) => {
    const edited = text.replace(from, to);
    expect(await judge(file, text, edited, { symbols: [{ symbol_name: own }] })).toBeNull();
    expect(await judge(file, text, edited, { symbols: [{ symbol_name: other }] })).toMatchObject({
      evidence: { outside_text_count: 1 },
    });
  });

  test('may not add beside a scope what the scope does not hold then', async () => {
    const text = 'def f():\n    x = 1\n\ndef g():\n    pass\n';
    const edited = text.replace('x = 1\n', 'x = 1\nprint(1)\n');
    expect(await judge('a.py', text, edited, { symbols: [{ symbol_name: 'f' }] })).toMatchObject({
      evidence: { outside_text: [{ line: 3, removed: '', added: 'print(1)\n' }] },
    });
  });

  test('names what would be lost of a data file', async () => {
    const config = 'till:\n  pay: 1\n  take: 2\n';
    const edited = config.replace('pay: 1', 'pay: 3\nsafe:\n  stay: 4');
    expect(await judge('a.yaml', config, edited, { symbols: [{ symbol_name: 'till.pay' }] })).toEqual({
      code: 'OUT_OF_ALLOWED_SCOPE',
      detail:
        'The edit lies inside the allowed scope, but 1 part of the program outside would be there no more, the first the config_item till.take at line 3.',
      evidence: {
        out_of_scope_count: 0,
        out_of_scope: [],
        outside_text_count: 0,
        outside_text: [],
        lost_symbol_count: 1,
        lost_symbols: [{ name: 'till.take', kind: 'config_item', parent: 'till', line: 3 }],
      },
    });
  });

  test.each([
    ['A.java', 'class A { void add(int a) { } void add(long b) { } }', 'add(int', 'plus(int', 'A.add(int a)'],
    ['a.yaml', 'a:\n  - x: 1\n    y: 2\n  - x: 3\n', 'x: 1\n    y: 2', 'x: 2\n  - x: 1', 'a[0]'],
    ['a.js', 'class A { m() {} }\nfunction b() {}\n', 'class A', 'class B', 'A'],
    ['a.js', 'function a() {}\nfunction b() {}\n', 'function a() {}', '', 'a'],
  ])('may change what others are called beside it, in %s %j', async (file, text, from, to, symbol_name) => {
    expect(await judge(file, text, text.replace(from, to), { symbols: [{ symbol_name }] })).toBeNull();
  });

  test('passes with a fault in it that touches nothing else', async () => {
    expect(await judge('a.js', TILL, TILL.replace('log(amount)', 'log(amount,,)'), allowed)).toBeNull();
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

  /** How many code points both texts begin with alike. */
  function sharedStart(a: string, b: string): number {
    const [one, other] = [[...a], [...b]];
    const at = one.findIndex((point, i) => point !== other[i]);
    return at < 0 ? one.length : at;
  }

  test('in Markdown, whatever section is allowed', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(markdownPairs, fc.nat(), async ({ text, proposed }, which) => {
        const { symbols } = await readScopes(text, { language: 'markdown' });
        const sections = symbols.filter(({ kind }) => kind === 'section');
        // Half of the time one that the edit begins in: of others hardly any holds it all.
        const at = sharedStart(text, proposed);
        const around = sections.filter(({ start, end }) => start <= at && at <= end);
        const choice = which % 2 === 0 && around.length > 0 ? around : sections;
        if (choice.length === 0) return;
        const section = choice[which % choice.length];
        const refusal = await judge('a.md', text, proposed, {
          address_prefixes: [section.address as string],
        });
        if (refusal !== null) return;
        passed++;
        keepsTheRest(text, proposed, section);
      }),
      { numRuns: 300 },
    );
    expect(passed).toBeGreaterThan(3);
  });

  test('in programs, whatever scopes a plan has', async () => {
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(codePairs, async ({ fileName, text, proposed }) => {
        const plan = await planText(text, proposed, { fileName });
        if (plan.method !== 'observed') return;
        const symbols = plan.groups.map(({ scope: { symbol_name, kind } }) => ({ symbol_name, kind }));
        const refusal = await judge(fileName, text, proposed, { symbols });
        if (refusal === null) passed++;
        else {
          // An edit can keep to a scope, and yet its brackets lose what comes after.
          expect(refusal.evidence).toMatchObject({ out_of_scope_count: 0, outside_text_count: 0 });
          expect(refusal.evidence?.lost_symbol_count).toBeGreaterThan(0);
        }
        const [first, ...rest] = symbols;
        const fewer = rest.length > 0 ? rest : [{ symbol_name: 'nothing of this name', kind: first.kind }];
        expect(await judge(fileName, text, proposed, { symbols: fewer })).not.toBeNull();
      }),
      { numRuns: 80 },
    );
    expect(passed).toBeGreaterThan(8);
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
