import { describe, expect, it } from 'vitest';
import { walk } from '../../src/document/block.js';
import { compileProfile } from '../../src/profile/compile.js';
import type { Profile } from '../../src/profile/profile.js';
import { defaultProfile } from '../../src/read/read-document.js';
import { readsLikeDefinition } from '../../src/read/roles.js';
import { markdown, plain } from './tree.js';

const bare: Profile = {
  name: 'bare',
  description: '',
  label_patterns: [],
  heading_resets: [],
  heading_rule: {
    max_words: 8,
    allow_all_caps: true,
    allow_title_case: true,
    forbid_terminal_punctuation: true,
  },
  role_rules: [],
  span_extractors: [],
};

describe('definitions', () => {
  it.each([
    '"Fees" means the sums due.',
    '“Fees” means the sums due.',
    '“Fees” has the meaning given in clause 3.',
    '"Fees" and "Charges" mean the sums due.',
    '"Fees" is the sum due.',
    '"Key Terms” means the details.',
    'The “Service” refers to the software.',
    '“The User,” “You,” and “Your” refer to the person.',
    '"Personal Data" will have the meaning(s) set forth in law.',
    '"Fees" (or "Charges") means the sums due.',
    '„Gebühren“ means the sums due.',
    '"Fees": the sums due.',
  ])('%s', (text) => {
    expect(readsLikeDefinition(text)).toBe(true);
  });

  it('a quotation is none', () => {
    expect(readsLikeDefinition('"We pay," said the Client.')).toBe(false);
    expect(readsLikeDefinition('The Client means to pay.')).toBe(false);
  });

  it('a section that mostly defines is a definitions section whatever it is called', () => {
    const profile = compileProfile(bare, { trusted: true });
    const tree = markdown('# Words\n\n**"A"** means b.\n\n"C" is d.\n\nAnd so on.\n\n# Other\n\nText.\n', {
      profile,
    });
    expect([...walk(tree.root)].map((block) => [block.kind, block.role])).toEqual([
      ['document', null],
      ['section', 'definitions'],
      ['heading', 'definitions'],
      ['paragraph', 'definition'],
      ['paragraph', 'definition'],
      ['paragraph', null],
      ['section', null],
      ['heading', null],
      ['paragraph', null],
    ]);
  });
});

describe('a section that no rule names', () => {
  it('is a definitions section when more than half of its members define, and two at least', () => {
    const role = (...members: string[]) =>
      markdown(['# Odd Name', ...members].join('\n\n')).root.children[0].role;
    const [fees, term, other, more] = ['"Fees" means x.', '“Term” means y.', 'Other text.', 'More text.'];
    expect(role(fees, term, other)).toBe('definitions');
    expect(role(fees, term, other, more)).not.toBe('definitions');
    expect(role(fees)).not.toBe('definitions');
  });
});

describe('role rules', () => {
  it('first match wins, but the nearest matching ancestor heading beats list order', () => {
    const profile = compileProfile(
      {
        ...bare,
        role_rules: [
          { role: 'outer', match: 'ancestor_heading', pattern: '^Outer$' },
          { role: 'inner', match: 'ancestor_heading', pattern: '^Inner$' },
          { role: 'last', match: 'text', pattern: 'text' },
        ],
      },
      { trusted: true },
    );
    const tree = markdown('# Outer\n\nfirst text\n\n## Inner\n\nsecond text\n\n# None\n\nthird text\n', {
      profile,
    });
    const roles = [...walk(tree.root)]
      .filter((block) => block.kind === 'paragraph')
      .map((block) => block.role);
    expect(roles).toEqual(['outer', 'inner', 'last']);
  });
});

describe('spans', () => {
  it('a cross-reference has the bare label as its value where it says more', () => {
    const block = plain('1.1 See clause 7.2(a) and Schedule 2.', { profile: defaultProfile('contract') }).root
      .children[0];
    expect(block.spans.filter((span) => span.type === 'cross_reference')).toEqual([
      { type: 'cross_reference', start: 4, end: 17, value: '7.2(a)' },
      { type: 'cross_reference', start: 22, end: 32, value: null },
    ]);
  });

  it('lie inside the text they describe', () => {
    const text = '1.1 On 1 March 2024 the "Supplier" 😀 pays EUR 100 under section 3.\n';
    for (const block of walk(plain(text).root)) {
      for (const span of block.spans) {
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeLessThanOrEqual([...block.text].length);
        expect(span.start).toBeLessThan(span.end);
      }
    }
  });
});
