import { describe, expect, it } from 'vitest';
import { markdown, outline, plain } from './tree.js';

describe('hard wraps', () => {
  it('are joined wherever they fall', () => {
    const words =
      '1.1 A notice given under this agreement must be in writing and sent to the address of the receiving party set out above.';
    for (const width of [20, 33, 50, 72, 200]) {
      let line = '';
      const lines: string[] = [];
      for (const word of words.split(' ')) {
        if (line !== '' && line.length + 1 + word.length > width) {
          lines.push(line);
          line = word;
        } else line = line === '' ? word : `${line} ${word}`;
      }
      lines.push(line);
      expect(outline(plain(`${lines.join('\n')}\n`))).toEqual([`list_item <1.1> ${words.slice(4)}`]);
    }
  });

  it('end at a label, a bullet or a shouted heading', () => {
    expect(
      outline(
        plain(
          'PAYMENT\n1.1 The Client pays:\n(a) the fees;\n(b) the costs; and\n- what else is due.\nDELIVERY\nBy road.\n',
        ),
      ),
    ).toEqual([
      'section',
      '  heading PAYMENT',
      '  list_item <1.1> The Client pays:',
      '    list_item <(a)> the fees;',
      '    list_item <(b)> the costs; and',
      '      list_item what else is due.',
      'section',
      '  heading DELIVERY',
      '  paragraph By road.',
    ]);
  });

  it('do not end at a number that prose wraps before', () => {
    expect(
      outline(plain('3.1 The sums are payable under clause\n7.2 of this agreement and no other.\n')),
    ).toEqual(['list_item <3.1> The sums are payable under clause 7.2 of this agreement and no other.']);
  });

  it('join compounds at their hyphen, and CJK text with nothing', () => {
    expect(outline(plain('a long-\nterm lease\n'))).toEqual(['paragraph a long-term lease']);
    expect(outline(plain('甲方应当在收到发票\n之日起三十日内付款。\n'))).toEqual([
      'paragraph 甲方应当在收到发票之日起三十日内付款。',
    ]);
    expect(outline(markdown('甲方应当在收到发票\n之日起三十日内付款。\n'))).toEqual([
      'paragraph 甲方应当在收到发票之日起三十日内付款。',
    ]);
    expect(outline(plain('the term 发票\nmeans an invoice\n'))).toEqual([
      'paragraph the term 发票 means an invoice',
    ]);
  });

  it('are not looked for in a text whose paragraphs are lines', () => {
    const line = `The first paragraph is one long line of words that no editor has wrapped, as word processors write them when they save plain text.`;
    expect(outline(plain(`${line}\n${line}\n`))).toEqual([`paragraph ${line}`, `paragraph ${line}`]);
  });
});

describe('rules', () => {
  it('below a line make it a heading, as deep as its kind of rule came up', () => {
    const tree = plain(
      '======\nManual\n======\n\nHow it works.\n\n1. Scope\n========\n\nAll of it.\n\n1.1 Limits\n----------\n\nNone.\n\n2. Use\n======\n\nWith care.\n',
    );
    expect(outline(tree)).toEqual([
      'section',
      '  heading Manual',
      '  paragraph How it works.',
      '  section',
      '    heading <1> Scope',
      '    paragraph All of it.',
      '    section',
      '      heading <1.1> Limits',
      '      paragraph None.',
      '  section',
      '    heading <2> Use',
      '    paragraph With care.',
    ]);
    expect(tree.root.children[0].children[0].matched_by).toBe('heading:underlined');
    expect(tree.dropped).toEqual([]);
  });

  it('between blocks are no text, and are counted', () => {
    const tree = plain('One thing.\n\n-----\n\nAnother thing.\n==========\nA third.\n\n****\n');
    expect(outline(tree)).toEqual(['paragraph One thing.', 'paragraph Another thing.', 'paragraph A third.']);
    expect(tree.dropped).toEqual([
      { kind: 'thematic_break', count: 3, reason: 'a rule between blocks has no text' },
    ]);
  });

  it('make no heading of a sentence, a bullet, the head of a table, or a blank to be filled in', () => {
    expect(
      outline(
        plain(
          'It ends here.\n-----\n\n- one\n---\n\nItem    Due\n-----------\nPlan    May\n\nSigned\n______\n',
        ),
      ),
    ).toEqual([
      'paragraph It ends here.',
      'list_item one',
      'paragraph Item Due',
      'paragraph Plan May',
      'paragraph Signed ______',
    ]);
  });
});

describe('a heading and its text on the next line', () => {
  it('part where the next word would have had room', () => {
    expect(
      outline(
        plain(
          '1. Records\nThe Supplier keeps records of each delivery.\n2. Governing law\nThis agreement is under the law of Ireland.\n',
        ),
      ),
    ).toEqual([
      'section',
      '  heading <1> Records',
      '  paragraph The Supplier keeps records of each delivery.',
      'section',
      '  heading <2> Governing law',
      '  paragraph This agreement is under the law of Ireland.',
    ]);
  });

  it('stay together where it would not, and below the letters of a list', () => {
    expect(outline(plain('1. Acme Holdings of Dublin\nLimited is the Supplier.\n'))).toEqual([
      'list_item <1> Acme Holdings of Dublin Limited is the Supplier.',
    ]);
    expect(outline(plain('(a) Jane Roe\nManaging Director of the Supplier\n'))).toEqual([
      'list_item <(a)> Jane Roe Managing Director of the Supplier',
    ]);
  });
});

describe('characters', () => {
  it.each([
    ['CRLF', 'one\r\ntwo\r\n\r\nthree\r\n'],
    ['CR', 'one\rtwo\r\rthree\r'],
    ['NEL', 'one\u0085two\u0085\u0085three'],
    ['page breaks', 'one\ftwo\n\fthree'],
    ['line and paragraph separators', 'one\u2028two\u2029\u2029three'],
  ])('%s end lines', (_, text) => {
    expect(outline(plain(text))).toEqual(['paragraph one two', 'paragraph three']);
  });

  it('exotic spaces are spaces, control characters are dropped and counted', () => {
    const tree = plain('one\u00a0\u2003two\u0007 th\u00adree\u200b\n');
    expect(outline(tree)).toEqual(['paragraph one two three']);
    expect(tree.dropped).toEqual([{ kind: 'control_characters', count: 3, reason: 'they cannot be seen' }]);
  });

  it('a byte order mark is no character of the text', () => {
    expect(outline(plain('\ufeff1.1 One.'))).toEqual(['list_item <1.1> One.']);
    expect(outline(markdown('\ufeff# One\n'))).toEqual(['section', '  heading One']);
    expect(markdown('\ufeff# One\n').dropped).toEqual([]);
  });
});

describe('bullets', () => {
  it('nest by indent, and take in what is indented below them', () => {
    expect(
      outline(plain('- one\n\n  more of one\n\n  - one and a half\n- two\n\nNot of the list.\n')),
    ).toEqual([
      'list_item one',
      '  paragraph more of one',
      '  list_item one and a half',
      'list_item two',
      'paragraph Not of the list.',
    ]);
  });

  it('may be the letter o with room after it, and no other o', () => {
    expect(outline(plain('   o  The first rule.\n\n   o  The second rule, which\n      goes on.\n'))).toEqual(
      ['list_item The first rule.', 'list_item The second rule, which goes on.'],
    );
    expect(outline(plain('El cliente puede pagar en euros\no en dólares.\n'))).toEqual([
      'paragraph El cliente puede pagar en euros o en dólares.',
    ]);
  });
});

describe('a wrapped line', () => {
  it.each([
    [
      'a point of the running sentence',
      'The lease ends if the tenant (a) agrees in writing and\n(b) no rent is overdue.',
    ],
    [
      'a numeral of the running sentence',
      'The lease ends if (i) the tenant agrees, and in any case\n(ii) no rent is overdue.',
    ],
    [
      'the initial of a name',
      'The licence is granted free of charge by its author John\nA. Smith to each person who asks.',
    ],
    ['a reference at the end of a list of them', '3.2 It is done as said (see §4.1(3),\n       §4.2.'],
    ['a reference by its word', 'The fees are those set out in Schedule 1 and\nSchedule 2.'],
  ])('that begins with %s is no block', (_, text) => {
    expect(plain(`${text}\n`).root.children).toHaveLength(1);
  });

  it('begins a point where the point before it began a line, or stands right behind a label', () => {
    expect(outline(plain('1.1 The Client shall\n(a) pay the fees and\n(b) keep books.\n'))).toEqual([
      'list_item <1.1> The Client shall',
      '  list_item <(a)> pay the fees and',
      '  list_item <(b)> keep books.',
    ]);
    expect(outline(plain('1.1 (a) keep the books, and\n(b) pay.\n'))).toEqual([
      'list_item <1.1> (a) keep the books, and',
      '  list_item <(b)> pay.',
    ]);
  });

  it('begins with a capital label where the line above it had room', () => {
    expect(
      outline(plain('Background\nA. Smith Limited makes bicycles and sells them to the shops.\n')),
    ).toEqual([
      'section',
      '  heading Background',
      '  list_item <A> Smith Limited makes bicycles and sells them to the shops.',
    ]);
  });

  it('begins a list where it stands further in than the line that leads to it', () => {
    expect(outline(plain('A Developer may\n  1. make a decision;\n  2. propose one.\n'))).toEqual([
      'paragraph A Developer may',
      'list_item <1> make a decision;',
      'list_item <2> propose one.',
    ]);
  });
});

describe('the edges of pages', () => {
  const page = (above: string, below: string) =>
    `${above}\n\nSmith                  Informational                 [Page 3]\n\f\nRFC 9999              The Protocol               March 2020\n\n\n${below}\n`;

  it('are left out and reported, and the sentence goes on', () => {
    const tree = plain(page('   The message is seen by every\n   host and', '   then it waits.'));
    expect(outline(tree)).toEqual(['paragraph The message is seen by every host and then it waits.']);
    expect(tree.dropped.map(({ kind, count }) => [kind, count])).toEqual([['page_break', 1]]);
  });

  it('part what they stand between where the sentence has ended', () => {
    expect(outline(plain(page('   One is sent.', '   Two is received.')))).toEqual([
      'paragraph One is sent.',
      'paragraph Two is received.',
    ]);
  });

  it('leave nothing behind at the end of the text', () => {
    expect(outline(plain('One is sent.\n\nSmith       Informational      [Page 3]\n\f\n'))).toEqual([
      'paragraph One is sent.',
    ]);
  });

  it('are none without a page break below them', () => {
    expect(outline(plain('It is told on [Page 3]\n\nand on the next.\n'))).toHaveLength(2);
  });
});

describe('indentation', () => {
  it('puts numbers that start again below the number they are further in than', () => {
    expect(
      outline(
        plain(
          '  1. All options are dropped.\n       1. Given two options.\n       2. One defeats the other.\n  2. The rest stays.\n  3. It wins.\n',
        ),
      ),
    ).toEqual([
      'list_item <1> All options are dropped.',
      '  list_item <1> Given two options.',
      '  list_item <2> One defeats the other.',
      'list_item <2> The rest stays.',
      'list_item <3> It wins.',
    ]);
  });

  it('of numbers set flush right says nothing', () => {
    expect(
      outline(plain(' 9. Nine is said.\n10. Ten is said.\n11. Eleven is said.\n')).map((line) =>
        line.slice(0, 9),
      ),
    ).toEqual(['list_item', 'list_item', 'list_item']);
  });
});
