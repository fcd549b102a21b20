import { describe, expect, it } from 'vitest';
import { walk } from '../../src/document/block.js';
import { alphaValue, decimalParts, hanValue, ordinal, romanValue } from '../../src/read/label-order.js';
import { markdown, outline, plain } from './tree.js';

const text = (...blocks: string[]) => outline(plain(blocks.join('\n\n')));

describe('the depth of labels', () => {
  it('nests decimal labels by their numbers', () => {
    expect(
      text('7.1 The first clause.', '7.1.1 Below it.', '7.1.2 Beside that.', '7.2 Beside the first.'),
    ).toEqual([
      'list_item <7.1> The first clause.',
      '  list_item <7.1.1> Below it.',
      '  list_item <7.1.2> Beside that.',
      'list_item <7.2> Beside the first.',
    ]);
  });

  it('puts a new style one deeper and pops back to a style that is open', () => {
    expect(
      text(
        '7.2 The Supplier shall:',
        '(a) keep records;',
        '(i) each day;',
        '(ii) each week;',
        '(b) report;',
        '7.3 Next.',
      ),
    ).toEqual([
      'list_item <7.2> The Supplier shall:',
      '  list_item <(a)> keep records;',
      '    list_item <(i)> each day;',
      '    list_item <(ii)> each week;',
      '  list_item <(b)> report;',
      'list_item <7.3> Next.',
    ]);
  });

  it('reads (i) after (h) as a letter', () => {
    const letters = ['(a)', '(b)', '(c)', '(d)', '(e)', '(f)', '(g)', '(h)', '(i)', '(j)'];
    expect(text('1.1 The following:', ...letters.map((letter) => `${letter} one thing;`))).toEqual([
      'list_item <1.1> The following:',
      ...letters.map((letter) => `  list_item <${letter}> one thing;`),
    ]);
  });

  it('reads (i) after 7.2 as a numeral', () => {
    expect(text('7.2 The following:', '(i) one thing;', '(ii) another;', '(a) below it;')).toEqual([
      'list_item <7.2> The following:',
      '  list_item <(i)> one thing;',
      '  list_item <(ii)> another;',
      '    list_item <(a)> below it;',
    ]);
  });

  it('reads (i) after (h) as a numeral when (ii) comes next', () => {
    const letters = ['(a)', '(b)', '(c)', '(d)', '(e)', '(f)', '(g)', '(h)'];
    const lines = text(
      ...letters.map((letter) => `${letter} a thing;`),
      '(i) within the last;',
      '(ii) within too;',
    );
    expect(lines.slice(-3)).toEqual([
      'list_item <(h)> a thing;',
      '  list_item <(i)> within the last;',
      '  list_item <(ii)> within too;',
    ]);
  });

  it('keeps a decimal list inside a clause below it, and the clause after it outside', () => {
    expect(
      text(
        '7.2 The steps are these:',
        '1. Give notice of it.',
        '2. Wait ten days.',
        '7.3 No step may be left out.',
      ),
    ).toEqual([
      'list_item <7.2> The steps are these:',
      '  list_item <1> Give notice of it.',
      '  list_item <2> Wait ten days.',
      'list_item <7.3> No step may be left out.',
    ]);
  });

  it('starts afresh in a schedule', () => {
    expect(
      text('1. TERMS', '1.1 The first.', '(a) A part.', 'SCHEDULE 1', '(b) Not the next part of clause one.'),
    ).toEqual([
      'section',
      '  heading <1> TERMS',
      '  list_item <1.1> The first.',
      '    list_item <(a)> A part.',
      'section',
      '  heading <SCHEDULE 1>',
      '  list_item <(b)> Not the next part of clause one.',
    ]);
  });
});

describe('a heading that resets numbering', () => {
  const readings = (heading: string): string[] => {
    const tree = plain(['(t) one;', '(u) two.', heading, '(v) three.'].join('\n\n'));
    return [...walk(tree.root)].flatMap(({ label, matched_by }) => (label === '(v)' ? [matched_by] : []));
  };

  it('ends what was counted before it, which another heading only interrupts', () => {
    expect(readings('GENERAL TERMS')).toEqual(['label:alpha_paren']);
    expect(readings('SCHEDULE 1')).toEqual(['label:roman_paren']);
  });
});

describe('labels of specifications, statutes and other languages', () => {
  it('nests the numbers of an annex', () => {
    expect(
      text(
        'ANNEX A',
        'A.1 General',
        'A.1.1 The first.',
        'A.1.2 The second.',
        'A.2 Particular',
        'A.2.1 The third.',
      ),
    ).toEqual([
      'section',
      '  heading <ANNEX A>',
      '  section',
      '    heading <A.1> General',
      '    list_item <A.1.1> The first.',
      '    list_item <A.1.2> The second.',
      '  section',
      '    heading <A.2> Particular',
      '    list_item <A.2.1> The third.',
    ]);
  });

  it('counts sections in two digits', () => {
    expect(
      outline(
        plain('4.09 The ninth thing is this.\n4.10 The tenth is that.\n4.11 The last is none of them.\n'),
      ),
    ).toEqual([
      'list_item <4.09> The ninth thing is this.',
      'list_item <4.10> The tenth is that.',
      'list_item <4.11> The last is none of them.',
    ]);
  });

  it('puts Chinese articles below their chapters, line by line', () => {
    expect(
      outline(
        plain(
          '第一章 总则\n\n第一条 本合同自签字之日起生效。\n第二条 合同期限为三年。\n\n第二章 付款\n\n第三条 甲方应当按月付款。\n',
        ),
      ),
    ).toEqual([
      'list_item <第一章> 总则',
      '  list_item <第一条> 本合同自签字之日起生效。',
      '  list_item <第二条> 合同期限为三年。',
      'list_item <第二章> 付款',
      '  list_item <第三条> 甲方应当按月付款。',
    ]);
  });

  it('knows how much a number in Chinese characters is', () => {
    expect(['三', '十', '十二', '二十', '一百零五', '二〇', '１２', '7', '', '几'].map(hanValue)).toEqual([
      3,
      10,
      12,
      20,
      105,
      20,
      12,
      7,
      null,
      null,
    ]);
    expect([ordinal('word', '第十二条'), ordinal('word', '第3条の2')]).toEqual([12, 3]);
  });
});

describe('continuation', () => {
  it('gives an unlabelled paragraph in text to the clause above it', () => {
    expect(text('1.1 The clause.', 'It goes on here.', '1.2 The next.')).toEqual([
      'list_item <1.1> The clause.',
      '  paragraph It goes on here.',
      'list_item <1.2> The next.',
    ]);
    expect(plain('1.1 The clause.\n\nIt goes on here.').root.children[0].children[0].matched_by).toBe(
      'continuation',
    );
  });

  it('in Markdown applies after labels in the text, not after list syntax', () => {
    expect(outline(markdown('1.1 The clause.\n\nIt goes on here.\n'))).toEqual([
      'list_item <1.1> The clause.',
      '  paragraph It goes on here.',
    ]);
    expect(outline(markdown('1. The item.\n2. Another.\n\nA paragraph beside them.\n'))).toEqual([
      'list_item <1> The item.',
      'list_item <2> Another.',
      'paragraph A paragraph beside them.',
    ]);
  });

  it('ends where a heading begins', () => {
    expect(text('1.1 The clause.', 'DELIVERY', 'Goods are delivered by road.')).toEqual([
      'list_item <1.1> The clause.',
      'section',
      '  heading DELIVERY',
      '  paragraph Goods are delivered by road.',
    ]);
  });
});

describe('counting', () => {
  it('knows roman numerals, letters and paths', () => {
    expect([romanValue('iv'), romanValue('XIX'), romanValue('iiii'), romanValue('')]).toEqual([
      4,
      19,
      null,
      null,
    ]);
    expect([alphaValue('a'), alphaValue('z'), alphaValue('aa'), alphaValue('ab')]).toEqual([1, 26, 27, null]);
    expect([decimalParts('7.2.1'), decimalParts('12A'), decimalParts('a')]).toEqual([[7, 2, 1], [12], null]);
    expect([ordinal('word', 'Schedule 2'), ordinal('word', 'Part IV'), ordinal('alpha', '(c)')]).toEqual([
      2, 4, 3,
    ]);
  });
});

describe('labels put in later, and those that begin at nothing', () => {
  it.each([
    ['(1A) One more.', '(1A)'],
    ['5bis. One more.', '5bis'],
    ['0. Preamble', '0'],
    ['1.0 Scope of it', '1.0'],
    ['1.0.1. "Use" means use.', '1.0.1'],
    ['A.0. Proposal', 'A.0'],
    ['2.Scope of it', '2'],
  ])('%s', (line, label) => {
    expect(outline(plain(`${line}\n\nMore words are below it here.\n`)).join(' ')).toContain(`<${label}>`);
  });

  it.each(['1.0 EUR is due.', '1.0 million is due.', '0.5 is half.', '2.scope', '(1st) one'])(
    '%s has none',
    (line) => {
      expect(outline(plain(`${line}\n`))[0]).toBe(`paragraph ${line}`);
    },
  );

  it('stand beside those they come after', () => {
    expect(text('(1) One.', '(1A) One more.', '(2) Two.')).toEqual([
      'list_item <(1)> One.',
      'list_item <(1A)> One more.',
      'list_item <(2)> Two.',
    ]);
    expect(
      outline(plain('Article 5\n\nIt is due.\n\nArticle 5bis\n\nIt is paid.\n')).filter((line) =>
        /heading/.test(line),
      ),
    ).toEqual(['  heading <Article 5>', '  heading <Article 5bis>']);
  });
});
