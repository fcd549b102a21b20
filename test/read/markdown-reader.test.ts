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
      '---\ntitle: x\n---\n\n<!-- a -->\n\n<div>b</div>\n\n![c](d.png)\n\n***\n\n[e]: http://f.g\n\nText \u0007.\n',
    );
    expect(outline(tree)).toEqual(['paragraph Text .']);
    expect(tree.dropped.map(({ kind, count }) => [kind, count])).toEqual([
      ['control_characters', 1],
      ['front_matter', 1],
      ['html', 1],
      ['html_comment', 1],
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
