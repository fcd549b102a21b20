import { describe, expect, test } from 'vitest';
import { BridgeError, planText, type TextPlan } from '../../src/bridge/index.js';
import { checkPlan } from './check-plan.js';

const AGREEMENT = `# Agreement

## Fees

The client pays within thirty days.

Late fees bear interest.

## Term

| Part | Months |
|---|---|
| Build | 6 |
| Care | 12 |

- Either party may end it.
- Notice is in writing.
`;

const TILL = `import { log } from './log.js';

export class Till {
  #sum = 0;

  pay(amount) {
    this.#sum += amount;
  }

  take(amount) {
    this.#sum -= amount;
  }
}

export function count(items) {
  return items.length;
}
`;

/** Plans, holds the plan to its promises, and says what was planned: scopes and their operations, or the fallback. */
async function planned(fileName: string, text: string, proposed: string): Promise<string[]> {
  const plan = await planText(text, proposed, { fileName });
  expect(await checkPlan(text, plan, { fileName })).toBe(proposed);
  return summary(plan);
}

function summary(plan: TextPlan): string[] {
  switch (plan.method) {
    case 'none':
      return ['none'];
    case 'observed':
      return plan.groups.map(
        ({ scope, operations }) =>
          `${scope.kind} ${scope.symbol_name}: ${operations
            .map(({ expected_text, replace }) => JSON.stringify([expected_text, replace]))
            .join(' ')}`,
      );
    default:
      return [`${plan.method}: ${plan.fallback.reason} ${plan.fallback.lines.join(' ')}`.trim()];
  }
}

describe('a change is made in the smallest scope that holds it', () => {
  test('a row, a list item, a method', async () => {
    expect(await planned('a.md', AGREEMENT, AGREEMENT.replace('| 12 |', '| 18 |'))).toEqual([
      'table_row Care: ["12","18"]',
    ]);
    expect(await planned('a.md', AGREEMENT, AGREEMENT.replace('in writing', 'by post'))).toEqual([
      'list_item Notice is in writing.: ["in writing","by post"]',
    ]);
    expect(await planned('a.js', TILL, TILL.replace('+= amount', '+= Number(amount)'))).toEqual(
      ['method pay: ["","Number(" ] ["",")"]'].map(() => expect.stringContaining('method pay: ')),
    );
  });

  test('several changes take a scope each, in the order of the text', async () => {
    const proposed = AGREEMENT.replace('thirty', 'sixty').replace('| 6 |', '| 7 |');
    expect(await planned('a.md', AGREEMENT, proposed)).toEqual([
      'section Fees: ["thirty","sixty"]',
      'table_row Build: ["6","7"]',
    ]);
  });

  test('a change in a scope and one around it are made in the larger scope', async () => {
    const proposed = TILL.replace('+= amount', '+= 1').replace(
      '  #sum = 0;\n\n',
      '  #sum = 0;\n  #count = 0;\n\n',
    );
    expect(await planned('a.js', TILL, proposed)).toEqual([expect.stringMatching(/^class Till: /)]);
  });

  test('names are made longer until they select one scope', async () => {
    const text = '# A\n\n## Notes\n\nOne.\n\n# B\n\n## Notes\n\nTwo.\n';
    expect(await planned('a.md', text, text.replace('Two', 'Three'))).toEqual([
      'section B.Notes: ["Two","Three"]',
    ]);
  });

  test('an overload is named by its parameters', async () => {
    const text = 'class A {\n  int b(int c) { return 1; }\n  int b(long c) { return 2; }\n}\n';
    expect(await planned('a.java', text, text.replace('2', '3'))).toEqual(['method b(long c): ["2","3"]']);
  });

  test('where no name selects a scope, the one around it is taken', async () => {
    const text = '# A\n\n- same\n- same\n';
    expect(await planned('a.md', text, `${text.trimEnd()} now\n`)).toEqual(['section A: [""," now"]']);
  });
});

describe('an insertion', () => {
  test('of a paragraph at the end of a section is made in that section', async () => {
    const proposed = AGREEMENT.replace('bear interest.\n', 'bear interest.\n\nAll fees are net.\n');
    expect(await planned('a.md', AGREEMENT, proposed)).toEqual([
      'section Fees: ["","\\nAll fees are net.\\n"]',
    ]);
  });

  test('of a section between two is made in the section around them', async () => {
    const proposed = AGREEMENT.replace('## Term', '## Notices\n\nIn writing.\n\n## Term');
    expect(await planned('a.md', AGREEMENT, proposed)).toEqual([
      expect.stringMatching(/^section Agreement: \["",/),
    ]);
  });

  test('in a heading is made in its section', async () => {
    expect(await planned('a.md', AGREEMENT, AGREEMENT.replace('## Fees', '## Fees - all'))).toEqual([
      'section Fees: [""," - all"]',
    ]);
  });

  test('of a method between two is made in the class, and not in a method', async () => {
    const proposed = TILL.replace('  take(', '  clear() {\n    this.#sum = 0;\n  }\n\n  take(');
    expect(await planned('a.js', TILL, proposed)).toEqual([expect.stringMatching(/^class Till: \["",/)]);
  });

  test('between two declarations at the top is held by no scope', async () => {
    const proposed = TILL.replace('export function', 'export const LIMIT = 3;\n\nexport function');
    expect(await planned('a.js', TILL, proposed)).toEqual(['operations: outside_every_scope 15']);
  });
});

describe('what scopes cannot hold is planned without them, and the plan says why', () => {
  test('a change outside every scope', async () => {
    const proposed = TILL.replace('./log.js', './logger.js');
    expect(await planned('a.js', TILL, proposed)).toEqual(['operations: outside_every_scope 1']);
  });

  test('a text that has nothing in common', async () => {
    expect(await planned('a.js', TILL, 'x\n')).toEqual(['replacement: outside_every_scope 1']);
    expect(await planned('a.md', '', 'New.\n')).toEqual(['replacement: outside_every_scope 1']);
  });

  test('a language without scopes', async () => {
    expect(await planned('a.sql', 'select a from b;\n', 'select a, c from b;\n')).toEqual([
      'operations: unknown_language',
    ]);
  });

  test('more scopes than a bundle may have', async () => {
    const text = Array.from({ length: 40 }, (_, i) => `function f${i}() {\n  return ${i};\n}\n`).join('\n');
    expect(await planned('a.js', text, text.replaceAll('return', 'yield'))).toEqual([
      'operations: too_many_scopes',
    ]);
    const inClass = `class A {\n${text.replaceAll('function ', '')}}\n`;
    expect(await planned('a.js', inClass, inClass.replaceAll('return', 'yield'))).toEqual([
      expect.stringMatching(/^class A: /),
    ]);
  });

  test('scopes larger than a bundle may have', async () => {
    const text = `# A\n\n${'Words that stay. '.repeat(5000)}\n\nThe end.\n`;
    expect(await planned('a.md', text, text.replace('The end', 'An end'))).toEqual([
      'operations: scopes_too_large',
    ]);
  });

  test('more operations than a batch may have', async () => {
    const filler = 'and some more of the words that nobody will ever change in here';
    const text = `# A\n\n${`${filler} x ${filler}\n`.repeat(130)}`;
    expect(await planned('a.md', text, text.replaceAll(' x ', ' y '))).toEqual([
      'operations: too_many_operations',
    ]);
  });
});

test('equal texts need nothing, and the ends of lines are those of the service', async () => {
  expect(await planText('a\r\n', 'a\n', { fileName: 'a.txt' })).toEqual({ method: 'none' });
  const plan = await planText('# A\r\n\r\nb\r\n', '# A\r\n\r\nc\r\n', { fileName: 'a.md' });
  expect(await checkPlan('# A\n\nb\n', plan, { fileName: 'a.md' })).toBe('# A\n\nc\n');
});

test('a text that cannot be stored is refused', async () => {
  for (const proposed of ['a\0', 'a\ud800'])
    await expect(planText('a', proposed, { fileName: 'a.md' })).rejects.toThrow(BridgeError);
});

test('an operation has context, the last operation comes first, and none repeats what stays', async () => {
  const filler = 'Nothing of this long sentence is going to be changed by anybody at all.';
  const text = `# A\n\nOne day. ${filler} One week. ${filler} One month.\n`;
  const plan = await planText(text, text.replaceAll('One', 'Two entire'), { fileName: 'a.md' });
  expect(plan).toMatchObject({
    method: 'observed',
    groups: [
      {
        operations: [
          { start: 168, expected_before: expect.any(String), expected_text: 'One', replace: 'Two entire' },
          { start: 81 + 5 },
          { start: 5 },
        ],
      },
    ],
  });
});
