import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Alignment,
  type AlignmentConfig,
  align,
  resolveAlignmentConfig,
} from '../../src/align/index.js';
import { captionOf, KIND_CLASS } from '../../src/align/side.js';
import type { BlockTree } from '../../src/document/block.js';
import { walk } from '../../src/document/block.js';
import { doc, documents, item, para, section, table, versions } from './trees.js';

const clauses = [
  'The Supplier shall keep the records of each delivery for six years after it is made.',
  'The Client shall pay each invoice within thirty days of the day on which it is received.',
  'Neither party is liable for a delay that is caused by an event outside its reasonable control.',
  'A notice under this agreement is given in writing and is sent to the address set out above.',
];

const partner = (alignment: Alignment, path: string) =>
  alignment.pairs.find((pair) => pair.source_path === path);

/** Every law that an alignment keeps, whatever the documents. */
function expectLawful(source: BlockTree, target: BlockTree, alignment: Alignment): void {
  const sources = new Map([...walk(source.root)].map((block) => [block.path, block]));
  const targets = new Map([...walk(target.root)].map((block) => [block.path, block]));
  const up = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/';
  const { pairs, inserted, deleted, config } = alignment;
  expect([...pairs.map((pair) => pair.source_path), ...deleted].sort()).toEqual([...sources.keys()].sort());
  expect([...pairs.map((pair) => pair.test_path), ...inserted].sort()).toEqual([...targets.keys()].sort());
  expect(pairs[0]).toMatchObject({ source_path: '/', test_path: '/', matched_by: 'root', confidence: 1 });
  expect([pairs[0].moved, pairs[0].renumbered]).toEqual([false, false]);
  const order = [...sources.keys()];
  const places = pairs.map((pair) => order.indexOf(pair.source_path));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const to = new Map(pairs.map((pair) => [pair.source_path, pair.test_path]));
  const tested = new Set(pairs.map((pair) => pair.test_path));
  let counted = 0;
  for (const [name, count] of Object.entries(alignment.pass_counts)) {
    expect(pairs.filter((pair) => pair.matched_by === name).length).toBe(count);
    counted += count;
  }
  expect(counted).toBe(pairs.length);
  for (const pair of pairs) {
    const a = sources.get(pair.source_path);
    const b = targets.get(pair.test_path);
    if (a === undefined || b === undefined) throw new Error('a pair names no block');
    if (pair.matched_by === 'root') continue;
    expect(KIND_CLASS[a.kind]).toBe(KIND_CLASS[b.kind]);
    const together = to.get(up(pair.source_path)) === up(pair.test_path);
    const [above, below] = [up(pair.source_path), up(pair.test_path)];
    // Only what got another block around it stays where it is though its parents do not correspond.
    const rewrapped = !to.has(above) || !tested.has(below);
    if (!together && !rewrapped) expect(pair.moved).toBe(true);
    if (!together && pair.moved) expect(pair.matched_by).toBe('move');
    const stays = together || !pair.moved;
    expect(pair.renumbered).toBe(stays && a.label !== b.label);
    expect(pair.confidence).toBe(Math.round(pair.confidence * 1e4) / 1e4);
    if (pair.matched_by !== 'exact' && pair.matched_by !== 'move')
      expect(config.passes).toContain(pair.matched_by);
    if (pair.matched_by === 'label') {
      expect(a.label).toBe(b.label);
      expect(pair.confidence).toBeGreaterThanOrEqual(config.label_min_similarity);
    }
    if (pair.matched_by === 'fuzzy' && a.children.length === 0) {
      expect(pair.confidence).toBeGreaterThanOrEqual(config.fuzzy_min_similarity);
    }
    if (pair.moved && a.children.length === 0 && b.children.length === 0 && a.kind !== 'cell') {
      expect(config.passes).toContain('move');
      if (a.kind !== 'row' && to.get(up(pair.source_path)) !== undefined) {
        // A leaf that moved by itself is long enough and of a kind that may.
        expect(config.move_kinds).toContain(a.kind);
      }
    }
  }
}

describe('laws', () => {
  test('every block is in exactly one pair or left over, and every flag is what it says', () => {
    fc.assert(
      fc.property(versions, ([source, target]) => {
        expectLawful(source, target, align(source, target));
      }),
      { numRuns: 1500 },
    );
  });

  test('unrelated documents', () => {
    fc.assert(
      fc.property(documents, documents, (a, b) => {
        expectLawful(doc(...a), doc(...b), align(doc(...a), doc(...b)));
      }),
      { numRuns: 500 },
    );
  });

  test('the same input and settings give the same bytes', () => {
    fc.assert(
      fc.property(versions, ([source, target]) => {
        expect(JSON.stringify(align(source, target))).toBe(JSON.stringify(align(source, target)));
      }),
      { numRuns: 300 },
    );
  });

  test('a document pairs with itself, every block with its own place, nothing moved', () => {
    fc.assert(
      fc.property(documents, (blocks) => {
        const alignment = align(doc(...blocks), doc(...blocks));
        expect(alignment.inserted).toEqual([]);
        expect(alignment.deleted).toEqual([]);
        for (const pair of alignment.pairs) {
          expect(pair.test_path).toBe(pair.source_path);
          expect(pair.moved || pair.renumbered).toBe(false);
          expect(pair.confidence).toBe(1);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('optional passes switched off make no pair', () => {
    const off: Partial<AlignmentConfig>[] = [
      { passes: ['exact', 'structural', 'positional'] },
      { passes: ['exact', 'label', 'structural', 'fuzzy', 'positional'] },
      { passes: ['exact', 'structural', 'move', 'positional'] },
      { max_comparisons: 0 },
      { similarity: 'difflib', table_fuzzy: false, move_min_tokens: 0, move_tie_margin: 0 },
    ];
    fc.assert(
      fc.property(versions, fc.constantFrom(...off), ([source, target], partial) => {
        const config = resolveAlignmentConfig(partial);
        const alignment = align(source, target, config);
        expectLawful(source, target, alignment);
        if (!config.passes.includes('move')) {
          expect(alignment.pass_counts.move).toBe(0);
          expect(alignment.pairs.some((pair) => pair.moved)).toBe(false);
        }
      }),
      { numRuns: 800 },
    );
  });
});

describe('what pairs', () => {
  test('an edited clause among others: fuzzy, or label where the labels agree', () => {
    const edited = clauses[1].replace('thirty', 'sixty');
    const source = doc(
      section('1 Terms', item('1.1', clauses[0]), item('1.2', clauses[1]), item('1.3', clauses[2])),
    );
    const alignment = align(
      source,
      doc(section('1 Terms', item('1.1', clauses[0]), item('1.2', edited), item('1.3', clauses[2]))),
    );
    expect(partner(alignment, '/section[1]/list_item[2]')).toEqual({
      source_path: '/section[1]/list_item[2]',
      test_path: '/section[1]/list_item[2]',
      matched_by: 'label',
      confidence: 0.9412,
      moved: false,
      renumbered: false,
    });
    expect(alignment.pass_counts).toEqual({
      exact: 4,
      label: 1,
      structural: 0,
      fuzzy: 0,
      move: 0,
      positional: 0,
      root: 1,
    });
  });

  test('two sections change places: the one with fewer leaves moved, its clauses with it', () => {
    const payment = (n: number) => section(`${n} Payment`, item(`${n}.1`, clauses[1]));
    const delay = (n: number) =>
      section(`${n} Delay`, item(`${n}.1`, clauses[2]), item(`${n}.2`, clauses[3]));
    const alignment = align(doc(payment(1), delay(2)), doc(delay(1), payment(2)));
    expect(alignment.inserted.concat(alignment.deleted)).toEqual([]);
    expect(alignment.pairs.filter((pair) => pair.moved).map((pair) => pair.source_path)).toEqual([
      '/section[1]',
    ]);
  });

  test('a renamed section keeps its heading as an edit, not as a deletion and an insertion', () => {
    const alignment = align(
      doc(section('Payment', para(clauses[0]), para(clauses[1]))),
      doc(section('Charges', para(clauses[0]), para(clauses[1]))),
    );
    expect(partner(alignment, '/section[1]/heading[1]')?.matched_by).toBe('structural');
    expect(alignment.deleted).toEqual([]);
  });

  test('a clause that moved to another section and was edited: a move by its score', () => {
    const alignment = align(
      doc(
        section('1 Records', item('1.1', clauses[0]), item('1.2', clauses[2])),
        section('2 Payment', item('2.1', clauses[1])),
      ),
      doc(
        section('1 Records', item('1.1', clauses[2])),
        section('2 Payment', item('2.1', clauses[1]), item('2.2', clauses[0].replace('six', 'seven'))),
      ),
    );
    expect(partner(alignment, '/section[1]/list_item[1]')).toMatchObject({
      test_path: '/section[2]/list_item[2]',
      matched_by: 'move',
      moved: true,
      renumbered: false,
    });
    expect(partner(alignment, '/section[1]/list_item[2]')).toMatchObject({
      test_path: '/section[1]/list_item[1]',
      matched_by: 'exact',
      moved: false,
      renumbered: true,
    });
  });

  test('two candidates that cannot be told apart: no move', () => {
    const twin = (word: string) => clauses[0].replace('six', word);
    const alignment = align(
      doc(section('A', para(twin('nine')), para(clauses[1])), section('B', para(clauses[2]))),
      doc(
        section('A', para(clauses[1])),
        section('B', para(clauses[2]), para(twin('ten')), para(twin('two'))),
      ),
    );
    expect(alignment.pass_counts.move).toBe(0);
  });

  test('a short leaf does not move by itself', () => {
    const alignment = align(
      doc(section('A', para('Not applicable here.'), para(clauses[0])), section('B', para(clauses[1]))),
      doc(section('A', para(clauses[0])), section('B', para(clauses[1]), para('Not applicable here.'))),
    );
    expect(alignment.deleted).toEqual(['/section[1]/paragraph[1]']);
    expect(alignment.inserted).toEqual(['/section[2]/paragraph[2]']);
  });

  test('a row inserted above an edited row', () => {
    const alignment = align(
      doc(table(['Item', 'Due'], ['Plan', 'Week 2'], ['Report', 'Week 8'])),
      doc(table(['Item', 'Due'], ['Plan', 'Week 2'], ['Training', 'Week 5'], ['Report', 'Week 9'])),
    );
    expect(alignment.inserted).toEqual([
      '/table[1]/row[3]',
      '/table[1]/row[3]/cell[1]',
      '/table[1]/row[3]/cell[2]',
    ]);
    expect(alignment.deleted).toEqual([]);
  });

  test('a column inserted: the cells of the others keep their columns', () => {
    const alignment = align(
      doc(table(['Item', 'Due'], ['Plan', 'Week 2'], ['Report', 'Week 8'])),
      doc(table(['Item', 'Owner', 'Due'], ['Plan', 'Client', 'Week 2'], ['Report', 'Supplier', 'Week 9'])),
    );
    expect(alignment.deleted).toEqual([]);
    expect(alignment.inserted).toEqual([1, 2, 3].map((row) => `/table[1]/row[${row}]/cell[2]`));
    expect(partner(alignment, '/table[1]/row[3]/cell[2]')?.test_path).toBe('/table[1]/row[3]/cell[3]');
  });

  test('a column inserted and its neighbour renamed: the cells below tell which it is', () => {
    const alignment = align(
      doc(table(['Item', 'Due'], ['Plan', 'Week 2'], ['Report', 'Week 8'])),
      doc(
        table(['Item', 'Owner', 'Deadline'], ['Plan', 'Client', 'Week 2'], ['Report', 'Supplier', 'Week 8']),
      ),
    );
    expect(alignment.deleted).toEqual([]);
    expect(alignment.inserted).toEqual([1, 2, 3].map((row) => `/table[1]/row[${row}]/cell[2]`));
    expect(partner(alignment, '/table[1]/row[1]/cell[2]')?.test_path).toBe('/table[1]/row[1]/cell[3]');
  });

  test('a column that takes a place further on goes and comes; the others keep their cells', () => {
    const alignment = align(
      doc(table(['Item', 'Due', 'Owner'], ['Plan', 'Week 2', 'Client'], ['Report', 'Week 8', 'Supplier'])),
      doc(table(['Item', 'Owner', 'Due'], ['Plan', 'Client', 'Week 2'], ['Report', 'Supplier', 'Week 9'])),
    );
    expect(alignment.deleted).toEqual([1, 2, 3].map((row) => `/table[1]/row[${row}]/cell[2]`));
    expect(alignment.inserted).toEqual([1, 2, 3].map((row) => `/table[1]/row[${row}]/cell[3]`));
  });

  test('values that change columns in a row are edits: the columns keep their names', () => {
    const alignment = align(
      doc(table(['Feature', 'Free', 'Pro'], ['Export', 'no', 'yes'], ['Import', 'no', 'yes'])),
      doc(table(['Feature', 'Free', 'Pro'], ['Export', 'yes', 'no'], ['Import', 'yes', 'no'])),
    );
    expect([alignment.inserted, alignment.deleted]).toEqual([[], []]);
  });

  test('texts that differ in case and marks alone are one text, however few their words', () => {
    const alignment = align(
      doc(item('a', 'apples'), item('b', 'pears'), item('c', 'plums')),
      doc(item('a', 'Apples;'), item('b', 'Cherries;'), item('c', 'Pears;'), item('d', 'Plums.')),
    );
    expect(alignment.inserted).toEqual(['/list_item[2]']);
    expect(partner(alignment, '/list_item[3]')).toMatchObject({
      test_path: '/list_item[4]',
      matched_by: 'structural',
      renumbered: true,
    });
  });

  test.each<[name: string, before: string, after: string]>([
    ['a list mark that stays at the end of longer text', 'deliver goods;', 'deliver goods on time;'],
    ['a last item that is last no more', 'dust.', 'dust; and'],
    [
      'a range with one end changed',
      'Open 9:00–17:00 (Monday–Friday).',
      'Open 9:00–18:00 (Monday–Saturday).',
    ],
    ['a term in marks that others have taken over', '"Fees" are due.', '“Fees” are payable.'],
  ])('a short text that is alike but for marks at its words: %s', (_name, before, after) => {
    const source = doc(para(clauses[0]), item('(a)', before), para(clauses[1]));
    const target = doc(
      para(clauses[0]),
      item('(a)', after),
      item('(b)', 'bottles of glass'),
      para(clauses[1]),
    );
    const alignment = align(source, target);
    expect(partner(alignment, '/list_item[1]')).toMatchObject({ test_path: '/list_item[1]' });
    expect(alignment.inserted).toEqual(['/list_item[2]']);
  });

  test('a token counts once for a move, however many words it is parted into', () => {
    const range = 'Open 9:00–17:00, Monday–Friday, May–June, all year.';
    const source = doc(section('A', para(range), para(clauses[0])), section('B', para(clauses[1])));
    const target = doc(section('A', para(clauses[0])), section('B', para(clauses[1]), para(range)));
    const alignment = align(source, target);
    expect(alignment.deleted).toHaveLength(1);
    expect(alignment.inserted).toHaveLength(1);
  });

  test('a sentence that becomes a lead and its items is the clause that has the lead', () => {
    const sentence =
      'The Seller shall keep the goods dry and safe, insure them against fire, and mark each crate of them.';
    const list = item(
      '1',
      'The Seller shall:',
      item('(a)', 'keep the goods dry and safe;'),
      item('(b)', 'insure them against fire;'),
      item('(c)', 'mark each crate of them.'),
    );
    const alignment = align(
      doc(item('1', sentence), item('2', clauses[0])),
      doc(list, item('2', clauses[0])),
    );
    expect(alignment.deleted).toEqual([]);
    expect(alignment.inserted).toEqual([1, 2, 3].map((i) => `/list_item[1]/list_item[${i}]`));
    const back = align(doc(list, item('2', clauses[0])), doc(item('1', sentence), item('2', clauses[0])));
    expect([back.deleted.length, back.inserted.length]).toEqual([3, 0]);
  });

  test('a lead that opens with other words, or holds other things, is another clause', () => {
    const alignment = align(
      doc(item('1', 'The Seller shall keep the goods dry and safe until the Buyer has taken them over.')),
      doc(
        item(
          '1',
          'The Seller shall:',
          item('(a)', 'return all papers on the day the agreement ends;'),
          item('(b)', 'pay what is still due.'),
        ),
      ),
    );
    expect([alignment.deleted.length, alignment.inserted.length]).toEqual([1, 3]);
  });

  test('a clause that changes place in its section and is rewritten is known by its caption', () => {
    const fees = 'Fees. All fees are in dollars and do not contain taxes of any kind.';
    const taxes = 'Taxes. The Customer bears all duties and levies that apply to the fees.';
    const payment =
      'Payment. Customer will pay Provider the fees and taxes in each invoice within the Payment Period.';
    const rewritten =
      'Payment. Customer will pay Provider Fees and taxes, unless the Order Form names another currency, according to the Payment Process.';
    const alignment = align(
      doc(section('Money', item('1.1', fees), item('1.2', payment), item('1.3', taxes))),
      doc(section('Money', item('1.1', fees), item('1.2', taxes), item('1.3', rewritten))),
    );
    expect([alignment.inserted, alignment.deleted]).toEqual([[], []]);
    expect(alignment.pairs.filter((pair) => pair.moved)).toHaveLength(1);
  });

  test('a caption alone is not enough where nothing else is shared', () => {
    const notices = 'Notices. A notice is given in writing and sent by post to the office.';
    const alignment = align(
      doc(
        section(
          'General',
          item('1', notices),
          item('2', 'Records. The Supplier keeps what it signed for six years.'),
        ),
      ),
      doc(
        section(
          'General',
          item('1', 'Records. Vinyl and shellac discs are sold by weight in the shop.'),
          item('2', notices),
        ),
      ),
    );
    expect(alignment.pairs.filter((pair) => pair.moved)).toEqual([]);
    expect(alignment.deleted).toHaveLength(1);
    expect(alignment.inserted).toHaveLength(1);
  });

  describe('what holds nothing that pairs', () => {
    const exclusions = (word: string) => [
      item('i', `disclaims all warranties and conditions on behalf of all ${word}Contributors;`),
      item('ii', `excludes liability for damages on behalf of all ${word}Contributors.`),
    ];
    const provided = item(
      'b',
      'the Contributor may use a different license, provided that it:',
      ...exclusions('other '),
    );

    test('a clause is not the one that has its items a level below, but the one that has them', () => {
      const source = doc(
        para(clauses[0]),
        item('a', 'it complies with the terms of this Agreement; and'),
        item('b', 'its license agreement:', ...exclusions('')),
      );
      const target = doc(
        para(clauses[0]),
        item(
          '3.1',
          'If a Contributor Distributes the Program in any form, then:',
          item('a', 'the Program must also be made available as Source Code; and'),
          provided,
        ),
      );
      const alignment = align(source, target);
      expect(alignment.deleted).toEqual(['/list_item[1]']);
      expect(alignment.inserted).toEqual(['/list_item[1]', '/list_item[1]/list_item[1]']);
      expect(partner(alignment, '/list_item[2]')).toMatchObject({
        test_path: '/list_item[1]/list_item[2]',
        moved: false,
      });
      expect(partner(alignment, '/list_item[2]/list_item[2]')).toMatchObject({ moved: false });
    });

    test('a clause goes where most of its items went, not where one of them did', () => {
      const informs = 'how to obtain it is said.';
      const source = doc(
        item(
          'b',
          'its license agreement:',
          ...exclusions(''),
          item('iii', `states that the source is free, and ${informs}`),
        ),
      );
      const target = doc(
        item(
          '3.1',
          'If a Contributor Distributes the Program in any form, then:',
          item('a', `a notice states that the source is open, and ${informs}`),
          provided,
        ),
      );
      expect(partner(align(source, target), '/list_item[1]')).toMatchObject({
        test_path: '/list_item[1]/list_item[2]',
      });
    });

    test('a clause gives way to one that begins as its place was taken by', () => {
      // All that the last clause shares with `(e)` hangs three levels below it.
      const rest = para(`${clauses[1]} ${clauses[2]} ${clauses[3]}`);
      const source = doc(
        item(
          '(e)',
          'For the avoidance of doubt, where the work is a song:',
          item('(i)', 'Royalties are waived.'),
        ),
        item('(f)', 'Webcasting rights are waived in each country that has them.', rest),
      );
      const target = doc(
        item(
          '(e)',
          'For the avoidance of doubt:',
          item('(i)', 'Schemes that cannot be left are joined.'),
          item('(ii)', 'Schemes of choice are not joined by the owner.', rest),
        ),
      );
      const alignment = align(source, target);
      expect(partner(alignment, '/list_item[1]')).toMatchObject({ test_path: '/list_item[1]' });
      expect(alignment.pairs.map((pair) => pair.source_path)).not.toContain('/list_item[2]');
      expect(partner(alignment, '/list_item[2]/paragraph[1]')).toMatchObject({
        test_path: '/list_item[1]/list_item[2]/paragraph[1]',
        moved: false,
      });
    });

    test('two sections of unlike headings whose clauses all differ are a deletion and an insertion', () => {
      const words = 'the supplier shall use reasonable efforts to give the client the services that it needs';
      const source = doc(
        section(
          'Intellectual Property',
          para(`Patents ${words}.`),
          para(`Marks, designs and names ${words}.`),
        ),
      );
      const target = doc(section('Responsibilities', para(`${words.split(' ').reverse().join(' ')}.`)));
      const alignment = align(source, target);
      expect(alignment.pairs).toHaveLength(1);
    });

    test('two sections of one heading are a pair whatever they hold', () => {
      const source = doc(
        section('Delay', para(clauses[0]), para(clauses[1])),
        section('Fees', para(clauses[1])),
      );
      const target = doc(section('Delay', para(clauses[2]), para(clauses[3])));
      expect(partner(align(source, target), '/section[1]')).toMatchObject({ test_path: '/section[1]' });
    });
  });

  test('a whole list under a new item: what stands in it is paired, though its parents are not, and did not move', () => {
    const alignment = align(
      doc(section('A', item('1', clauses[0]), item('2', clauses[1]))),
      doc(section('A', item('1', 'General duties', item('1.1', clauses[0]), item('1.2', clauses[1])))),
    );
    expect(partner(alignment, '/section[1]/list_item[2]')).toMatchObject({
      test_path: '/section[1]/list_item[1]/list_item[2]',
      matched_by: 'exact',
      moved: false,
      renumbered: true,
    });
    expect(alignment.inserted).toEqual(['/section[1]/list_item[1]']);
  });

  test('the budget: nothing is scored once it is spent, and the alignment says so', () => {
    const source = doc(para(clauses[0]), para(clauses[1]));
    const target = doc(para(`${clauses[0]} Always.`), para(`${clauses[1]} Always.`));
    const full = align(source, target);
    expect(full.budget_exhausted).toBe(false);
    expect(full.pass_counts.fuzzy).toBe(2);
    const none = align(source, target, resolveAlignmentConfig({ max_comparisons: 0 }));
    expect(none.budget_exhausted).toBe(true);
    expect(none.pass_counts.fuzzy).toBe(0);
  });
});

describe('captions', () => {
  test('a clause that became a lead with items keeps its caption, whatever its neighbour took over', () => {
    const source = doc(
      item(
        '1',
        'Termination. Either party may terminate this agreement if the other fails to cure a breach within thirty days of notice or stops its business without a successor. In addition, either party may terminate an order if an outside event keeps the product from working for thirty days in a row, and the provider will then refund prepaid fees for the rest of the period.',
      ),
      item('2', clauses[0]),
    );
    const target = doc(
      item(
        '1',
        'Termination. Either party may terminate at once:',
        item('a', 'if the other fails to cure a breach within thirty days of notice; or'),
        item('b', 'if the other stops its business without a successor.'),
      ),
      item(
        '2',
        'Outside Events. Either party may terminate an order if an outside event keeps the product from working for thirty days in a row. The provider will then refund prepaid fees for the rest of the period.',
      ),
      item('3', clauses[0]),
    );
    const alignment = align(source, target);
    expect(partner(alignment, '/list_item[1]')).toMatchObject({
      test_path: '/list_item[1]',
      matched_by: 'structural',
    });
    expect(alignment.inserted).toEqual([
      '/list_item[1]/list_item[1]',
      '/list_item[1]/list_item[2]',
      '/list_item[2]',
    ]);
  });

  test('a term that was given another meaning is one definition, edited', () => {
    const others = ['Fees', 'Product', 'Order', 'User', 'Notice', 'Claim', 'Cap', 'Term', 'Data'];
    const define = (term: string, k: number) =>
      item(`${k + 1}`, `"${term}" means whatever the parties name so in form ${k} of schedule ${term}.`);
    const source = doc(
      section(
        'Definitions',
        item('0', '“Agreement” means these standard terms and all that they refer to.'),
        ...others.map(define),
      ),
    );
    const target = doc(
      section(
        'Definitions',
        define('Affiliate', 0),
        item('2', '"Agreement" is an order form under a framework.'),
        ...others.map(define),
      ),
    );
    expect(partner(align(source, target), '/section[1]/list_item[1]')).toMatchObject({
      test_path: '/section[1]/list_item[2]',
      matched_by: 'structural',
    });
  });

  test('what a text opens with', () => {
    const opening = (text: string, alone = false) => captionOf(text, alone);
    expect(opening('Governing Law. This agreement …')).toBe('governing law');
    expect(opening('Fees & Payment: within thirty days')).toBe('fees payment');
    expect(opening('“Agreement” means this')).toBe('"agreement');
    expect(opening("'Agreement' means this")).toBe('"agreement');
    expect(opening('Liability Caps.')).toBe('');
    expect(opening('Liability Caps.', true)).toBe('liability caps');
    expect(opening('either party. The other')).toBe('');
    expect(opening('The Supplier shall keep the records of each delivery. It is')).toBe('');
    expect(opening('')).toBe('');
  });
});

describe('settings', () => {
  test.each([
    [{ fuzzy_min: 0.5 }, 'there is no setting "fuzzy_min"'],
    [{ fuzzy_min_similarty: 0.5 }, 'did you mean "fuzzy_min_similarity"?'],
    [{ constructor: 1 }, 'there is no setting "constructor"'],
    [{ move_tie_margin: 1.5 }, 'move_tie_margin should be a number from 0 to 1, not 1.5'],
    [{ passes: ['exact', 'fuzzy'] }, 'passes lacks structural and positional'],
    [{ passes: ['exact', 'structual'] }, 'did you mean "structural"?'],
    [{ similarity: 'cosine' }, 'similarity should be auto, difflib or rapidfuzz, not "cosine"'],
    [{ max_comparisons: -1 }, 'max_comparisons should be a whole number of at least 0'],
    [{ table_fuzzy: 'yes' }, 'table_fuzzy should be true or false'],
    [{ move_kinds: ['clause'] }, 'move_kinds names "clause"'],
  ])('%j is refused: %s', (partial, message) => {
    expect(() => resolveAlignmentConfig(partial as unknown as Partial<AlignmentConfig>)).toThrow(message);
  });

  test('passes come out in their fixed order', () => {
    expect(resolveAlignmentConfig({ passes: ['positional', 'exact', 'structural'] }).passes).toEqual([
      'exact',
      'structural',
      'positional',
    ]);
  });
});
