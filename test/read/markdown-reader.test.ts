import { describe, expect, it } from 'vitest';
import { type Block, walk } from '../../src/document/block.js';
import { sourceOffsets } from '../../src/read/origin.js';
import { markdown, outline } from './tree.js';

const first = (text: string): Block => markdown(text).root.children[0];

describe('inline markup is read through', () => {
  it.each([
    '<span class="x">Customer</span> pays',
    '**Customer** pays',
    '[Customer](y) pays',
    '[Customer](<y z> "t") pays',
    '[Customer][ref] pays\n\n[ref]: http://x.y\n',
    '*Customer* `pays`',
    'Custo\\\nmer pays'.replace('\\\n', ''),
    'Customer&#32;pays',
    'Customer<!-- note --> pays',
    'Customer\npays',
    'Customer<br>pays',
    'Customer ![logo](a.png) pays',
  ])('%s', (text) => {
    expect(first(text).text).toBe('Customer pays');
  });

  it('emphasis becomes a span, in code points', () => {
    expect(first('😀 **bold** and *thin*').spans).toEqual([
      { type: 'emphasis', start: 2, end: 6, value: null },
      { type: 'emphasis', start: 11, end: 15, value: null },
    ]);
  });

  it('a footnote mark shows its name, and the note is a block of its own', () => {
    expect(outline(markdown('Fees[^1] are due.\n\n[^1]: Net of tax.\n'))).toEqual([
      'paragraph Fees[1] are due.',
      'list_item <1> Net of tax.',
    ]);
    expect(markdown('Fees[^1] are due.\n\n[^1]: Net of tax.\n').root.children[1].role).toBe('note');
  });
});

describe('blocks', () => {
  it('tables become rows and cells, padded to full width', () => {
    const tree = markdown('| Item | Due |\n|---|---|\n| Plan |\n| Report | Week 8 | late |\n');
    expect(outline(tree)).toEqual([
      'table',
      '  row',
      '    cell Item',
      '    cell Due',
      '    cell',
      '  row',
      '    cell Plan',
      '    cell',
      '    cell',
      '  row',
      '    cell Report',
      '    cell Week 8',
      '    cell late',
    ]);
  });

  it('code keeps its lines, quotes their role', () => {
    const tree = markdown('```js\nlet a = 1;\n\n  b();\n```\n\n    indented\n\n> Quoted\n> text.\n');
    expect(tree.root.children.map((block) => [block.kind, block.role, block.text, block.attrs])).toEqual([
      ['paragraph', 'code', 'let a = 1;\n\n  b();', { language: 'js' }],
      ['paragraph', 'code', 'indented', {}],
      ['paragraph', 'quote', 'Quoted text.', {}],
    ]);
  });

  it('reports what it drops', () => {
    const tree = markdown(
      '---\ntitle: x\n---\n\n<!-- a -->\n\n<div><hr></div>\n\n<pre>b</pre>\n\n![c](d.png)\n\n***\n\n[e]: http://f.g\n\nText \u0007.\n',
    );
    expect(outline(tree)).toEqual(['paragraph Text .']);
    expect(tree.dropped.map(({ kind, count }) => [kind, count])).toEqual([
      ['control_characters', 1],
      ['front_matter', 1],
      ['html', 1],
      ['html_comment', 1],
      ['html_text', 1],
      ['image', 1],
      ['link_definition', 1],
      ['thematic_break', 1],
    ]);
  });

  it('front matter alone, and nothing at all, are empty documents', () => {
    expect(markdown('---\na: b\n---\n').root.children).toEqual([]);
    expect(markdown('').root.children).toEqual([]);
  });

  it('the tick of a task is part of its text', () => {
    expect(
      markdown('- [X] done\n- [ ] **o**pen\n- [x]\n').root.children.map((block) => [block.text, block.attrs]),
    ).toEqual([
      ['[x] done', { checked: true }],
      ['[ ] open', { checked: false }],
      ['[x]', {}],
    ]);
    expect(outline(markdown('1. [ ] Set Up\n   1. Order it\n'))).toEqual([
      'list_item <1> [ ] Set Up',
      '  list_item <1.1> Order it',
    ]);
  });

  it('struck text stands between its marks, however many were written', () => {
    const [block] = markdown('The fee is ~~*not*~~ due, ~nor~ paid, ~~![due](due.png)~~.\n').root.children;
    expect(block.text).toBe('The fee is ~~not~~ due, ~~nor~~ paid, .');
    expect(block.spans).toEqual([{ type: 'emphasis', start: 13, end: 16, value: null }]);
  });

  it('a reference that means nothing is the characters it is spelled with', () => {
    const text = '&foo; w &amp;foo; &hearts;\n';
    const [block] = markdown(text).root.children;
    expect(block.text).toBe('&foo; w &foo; ♥');
    expect(sourceOffsets(block)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18, 19]);
  });

  it('marks of what is struck and done come from where they stand in the source', () => {
    const text = '> - [X] *one*\n\n~a~ and ~~b c~~\n';
    const blocks = [...walk(markdown(text).root)].filter((block) => block.text !== '');
    expect(
      blocks.map((block) => {
        const offsets = sourceOffsets(block)!;
        return [...block.text].map((char, i) => [char, text[offsets[i]]].join('')).join(' ');
      }),
    ).toEqual(['[[ xX ]]    oo nn ee', '~~ ~~ aa ~~ ~~    aa nn dd    ~~ ~~ bb    cc ~~ ~~']);
  });

  it('a table, code and a quote after a labelled clause are the clause’s', () => {
    expect(
      outline(markdown('1.1 The fees are:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n\n1.2 Next.\n')),
    ).toEqual([
      'list_item <1.1> The fees are:',
      '  table',
      '    row',
      '      cell a',
      '      cell b',
      '    row',
      '      cell 1',
      '      cell 2',
      '  paragraph quoted',
      'list_item <1.2> Next.',
    ]);
  });
});

describe('front matter', () => {
  it.each([
    ['a mapping', '---\ntitle: Terms\ntags:\n- one\n---\n'],
    ['a mapping that holds text', '---\ntext: >\n  Pay.\n\n  Soon.\n---\n'],
    [
      'a mapping with keys of several words',
      '---\n"Last updated": 2024-05-01\nSigned by: A\n# by hand\n---\n',
    ],
    ['a mapping in braces', '---\n{ "title": "Terms",\n  "tags": [] }\n---\n'],
    ['a mapping below a blank line', '---\n\ntitle: Terms\n\n---\n'],
    ['a mapping that three full stops end', '---\ntitle: Terms\n...\n'],
    ['nothing', '---\n---\n'],
    ['TOML', '+++\ntitle = "Terms"\n\n[extra]\ndate = 2024-05-01\n+++\n'],
  ])('is %s', (_, head) => {
    const tree = markdown(`${head}\nPay.\n\n---\n\nDone.\n`);
    expect(outline(tree)).toEqual(['paragraph Pay.', 'paragraph Done.']);
    expect(tree.dropped.map(({ kind, count }) => [kind, count])).toEqual([
      ['front_matter', 1],
      ['thematic_break', 1],
    ]);
  });

  it.each([
    ['a sentence', 'The goods come within ten days.'],
    ['a sentence with a colon', 'The goods come within this time: ten days.'],
    ['a caption', 'Notice: the goods come late.'],
    ['a heading', '# Delivery'],
    ['a list', '- The goods come late.'],
  ])('is not %s between two rules', (_, text) => {
    const tree = markdown(`---\n\n${text}\n\n---\n\nSigned.\n`);
    expect(outline(tree).join('\n')).toContain(text.replace(/^(?:#|-) /, ''));
    expect(tree.dropped.map(({ kind, count }) => [kind, count])).toEqual([['thematic_break', 2]]);
  });

  it('is not what no fence closes', () => {
    expect(outline(markdown('---\ntitle: Terms\n\nPay.\n'))).toEqual([
      'paragraph title: Terms',
      'paragraph Pay.',
    ]);
  });
});

describe('tags', () => {
  const text = (source: string) =>
    [...walk(markdown(source).root)].map((block) => block.text).filter((it) => it !== '');

  it('that no language has are placeholders, and part of the text', () => {
    expect(text('between <Client Name> and <Buyer>, on <Date> at <Address>.\n')).toEqual([
      'between <Client Name> and <Buyer>, on <Date> at <Address>.',
    ]);
    expect(text('`map<T>` or Map<string, number> or <T>\n')).toEqual([
      'map<T> or Map<string, number> or <T>',
    ]);
    expect(
      text(
        'a <b>b</b> <SPAN>c</SPAN> <my-tag>d</my-tag> <linearGradient>e</linearGradient> <mrow>f</mrow>\n',
      ),
    ).toEqual(['a b c d e f']);
  });

  it('that no language has are placeholders on a line of their own too', () => {
    expect(text('<Client Name>\n\n<Address>\nof **London**\n')).toEqual([
      '<Client Name>',
      '<Address> of London',
    ]);
    expect(text('- <Buyer Name>\n  of London\n\n> <Seller>\n> of Paris\n\n1. a\n\n   <Agent>\n')).toEqual([
      '<Buyer Name> of London',
      '<Seller> of Paris',
      'a',
      '<Agent>',
    ]);
  });

  it('between blocks are read through, and the words among them are text', () => {
    expect(text('<div>\nwithin thirty days\n</div>\n')).toEqual(['within thirty days']);
    expect(
      text(
        '<table>\n  <tr><td>Setup</td><td>100</td></tr>\n  <tr><td>Support</td><td>200</td></tr>\n</table>\n',
      ),
    ).toEqual(['Setup 100 Support 200']);
    expect(text('<details>\n<summary>Terms</summary>\n\nPay.\n\n</details>\n')).toEqual(['Terms', 'Pay.']);
    expect(text('<br>\nThe Supplier pays.\n')).toEqual(['The Supplier pays.']);
    expect(
      outline(markdown('<h1 align="center">Terms <b>of</b> Use</h1>\n\nPay.\n\n<h2>\nFees\n</h2>\n')),
    ).toEqual(['section', '  heading Terms of Use', '  paragraph Pay.', '  section', '    heading Fees']);
    expect(text('> <p>\n> one<br>two\n> </p>\n')).toEqual(['one two']);
  });

  it('without words are left out, and so are scripts', () => {
    const tree = markdown(
      '<a id="x"></a>\n<img src="a.png">\n\n<div>\n\n</div>\n\n<script>\nlet a = 1;\n</script>\n',
    );
    expect(outline(tree)).toEqual([]);
    expect(tree.dropped.map(({ kind, count }) => [kind, count])).toEqual([['html', 3]]);
  });

  it('around what is struck out read as its marks do', () => {
    expect(text('due on <del>Monday</del> Tuesday, <s>not</s> paid\n')).toEqual([
      'due on ~~Monday~~ Tuesday, ~~not~~ paid',
    ]);
  });

  it('that raise a number keep it apart from the one before it', () => {
    expect(
      text('10<sup>6</sup> or 10<sup>-3</sup>, the 1<sup>st</sup>, H<sub>2</sub>O, fees<sup>1</sup>\n'),
    ).toEqual(['10^6 or 10^-3, the 1st, H2O, fees1']);
  });

  it('say where their text came from', () => {
    const source =
      '> <del>a</del> <Client\n> Name> 10<sup>6</sup>\n\n<div>\n  one <b>two</b>\n</div>\n\n- <Buyer>\n  b\n';
    const blocks = [...walk(markdown(source).root)].filter((block) => block.text !== '');
    const shown = blocks.map((block) => {
      const offsets = sourceOffsets(block)!;
      return [...block.text].map((char, i) =>
        char === source[offsets[i]] ? '' : `${char}${source[offsets[i]]}`,
      );
    });
    // What is struck comes from both ends of its tags, what is raised from the tag that raises it.
    expect(shown.map((chars) => chars.filter((it) => it.trim() !== '' && it !== ' \n'))).toEqual([
      ['~<', '~>', '~<', '~>', '^<'],
      [],
      [],
    ]);
  });
});

describe('code', () => {
  it('has no label', () => {
    expect(
      outline(markdown('- `1.2.3 - 2.3` means a range\n- 1.2.3 and text\n\n`(a)` is a letter\n')),
    ).toEqual([
      'list_item 1.2.3 - 2.3 means a range',
      'list_item <1.2.3> and text',
      'paragraph (a) is a letter',
    ]);
    expect(outline(markdown('## `1.2` and up\n\nText.\n\n## 1.3 And up\n'))).toEqual([
      'section',
      '  heading 1.2 and up',
      '  paragraph Text.',
      'section',
      '  heading <1.3> And up',
    ]);
  });
});
