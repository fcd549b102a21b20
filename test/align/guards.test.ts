/** Each setting of the aligner, at the value where a pair is just made and just beyond it. */
import { describe, expect, test } from 'vitest';
import { type AlignmentConfig, align, resolveAlignmentConfig } from '../../src/align/index.js';
import type { BlockTree } from '../../src/document/block.js';
import type { DraftBlock } from '../../src/document/build.js';
import { doc, item, para, section, table } from './trees.js';

const run = (source: BlockTree, target: BlockTree, config: Partial<AlignmentConfig> = {}) =>
  align(source, target, resolveAlignmentConfig(config));

/** What becomes of a source block: its pair's basis, place and confidence; undefined when it has none. */
function fate(source: BlockTree, target: BlockTree, path: string, config: Partial<AlignmentConfig> = {}) {
  const pair = run(source, target, config).pairs.find((one) => one.source_path === path);
  return pair === undefined ? undefined : [pair.matched_by, pair.test_path, pair.confidence];
}

const records = 'The Supplier shall keep all records of each delivery for six years.';
const delay = 'Neither party is liable where some delay was caused by events elsewhere.';
/** Ten words each; the second keeps eight of the first's, so that both measures call it 0.8. */
const invoice = 'A Buyer pays any invoice within nine days from arrival.';
const amended = 'A Buyer pays any invoice within ten days from receipt.';

describe('a pair among siblings', () => {
  const source = doc(para(invoice));
  const target = doc(para(amended));

  test('is fuzzy from fuzzy_min_similarity on, and positional below', () => {
    expect(fate(source, target, '/paragraph[1]', { fuzzy_min_similarity: 0.8 })).toEqual([
      'fuzzy',
      '/paragraph[1]',
      0.8,
    ]);
    expect(fate(source, target, '/paragraph[1]', { fuzzy_min_similarity: 0.81 })).toEqual([
      'positional',
      '/paragraph[1]',
      0.8,
    ]);
  });

  test('is positional from positional_min_similarity on, and none below', () => {
    const strict = { fuzzy_min_similarity: 1, move_min_similarity: 1 };
    const at = (positional_min_similarity: number) =>
      fate(source, target, '/paragraph[1]', { ...strict, positional_min_similarity });
    expect(at(0.8)?.[0]).toBe('positional');
    expect(at(0.81)).toBeUndefined();
  });

  test('rests on its label from label_min_similarity on', () => {
    const [a, b] = [doc(item('7', invoice)), doc(item('7', amended))];
    const at = (label_min_similarity: number) =>
      fate(a, b, '/list_item[1]', { label_min_similarity, fuzzy_min_similarity: 0.7 })?.[0];
    expect(at(0.8)).toBe('label');
    expect(at(0.81)).toBe('fuzzy');
  });

  test('is fuzzy within fuzzy_window places of a gap', () => {
    const strangers = [records, delay, 'Governed by laws made in another place.'].map((text) => para(text));
    const far = doc(...strangers, para(amended));
    const at = (fuzzy_window: number) => fate(source, far, '/paragraph[1]', { fuzzy_window });
    expect(at(3)).toEqual(['fuzzy', '/paragraph[4]', 0.8]);
    expect(at(2)).toEqual(['positional', '/paragraph[4]', 0.8]);
  });

  test('rests on neither pass that is switched off', () => {
    const [a, b] = [doc(item('7', invoice)), doc(item('7', amended))];
    const without = (...off: string[]) =>
      fate(a, b, '/list_item[1]', {
        passes: resolveAlignmentConfig().passes.filter((name) => !off.includes(name)),
      })?.[0];
    expect([without(), without('label'), without('label', 'fuzzy')]).toEqual([
      'label',
      'fuzzy',
      'positional',
    ]);
  });
});

describe('two sections none of whose texts is the same', () => {
  const source = doc(section('1 Payment of fees', para(invoice)));
  const target = doc(section('1 Payment of charges', para(amended)));

  test('rest on their label, their heading or what they hold, as the guards of label and fuzzy say', () => {
    const at = (label_min_similarity: number, fuzzy_min_similarity: number) =>
      fate(source, target, '/section[1]', { label_min_similarity, fuzzy_min_similarity })?.[0];
    // Two words of three are the same.
    expect(at(0.66, 0.66)).toBe('label');
    expect(at(0.67, 0.66)).toBe('fuzzy');
    expect(at(0.67, 0.67)).toBe('structural');
  });
});

describe('a container is exact', () => {
  test('by its heading’s label and text', () => {
    // The same twice, so that no text is unique.
    const notes = (label: string) => section(`${label} Notes`, para('See above.'));
    const source = doc(notes('1'), notes('2'), para(records));
    const target = (label: string) => doc(notes('1'), notes(label), para(records));
    expect(fate(source, target('2'), '/section[2]')).toEqual(['exact', '/section[2]', 1]);
    expect(fate(source, target('3'), '/section[2]')).toEqual(['structural', '/section[2]', 1]);
    const alone = (label: string) => doc(section(`${label} Notes`, para(records)));
    expect(fate(alone('2'), alone('2'), '/section[1]')?.[0]).toBe('exact');
    expect(fate(alone('2'), alone('3'), '/section[1]')?.[0]).toBe('structural');
  });
});

describe('a text is exact', () => {
  const basis = (a: DraftBlock, b: DraftBlock) => fate(doc(a), doc(b), '/paragraph[1]')?.[0];

  test('with its white space folded and its case kept', () => {
    expect(basis(para('a  b\u00a0c'), para(' a b c'))).toBe('exact');
    expect(basis(para(invoice), para(invoice.toUpperCase()))).not.toBe('exact');
  });

  test('in code only with its white space', () => {
    const code = (text: string): DraftBlock => ({ ...para(text), role: 'code' });
    expect(basis(code('if x:\n  go(now)'), code('if x:\n  go(now)'))).toBe('exact');
    expect(basis(code('if x:\n  go(now)'), code('if x:\n    go(now)'))).not.toBe('exact');
  });
});

describe('blocks of different classes', () => {
  test('are no pair, however alike', () => {
    const unknown: DraftBlock = { kind: 'unknown', text: records, matched_by: 'fallback', confidence: 0 };
    const heading: DraftBlock = { ...para(records), kind: 'heading' };
    for (const other of [unknown, heading, table([records])]) {
      expect(run(doc(para(records)), doc(other)).pairs).toHaveLength(1);
    }
    expect(run(doc(para(records)), doc(item('1', records))).pairs).toHaveLength(2);
  });
});

describe('a leaf that moves by itself', () => {
  const inA = (...drafts: DraftBlock[]) =>
    doc(section('A', para(records), ...drafts), section('B', para(delay)));
  const inB = (...drafts: DraftBlock[]) =>
    doc(section('A', para(records)), section('B', para(delay), ...drafts));
  const from = '/section[1]/paragraph[2]';
  const to = '/section[2]/paragraph[2]';

  test('and is edited keeps move_min_similarity', () => {
    const at = (move_min_similarity: number) =>
      fate(inA(para(invoice)), inB(para(amended)), from, { move_min_similarity });
    expect(at(0.8)).toEqual(['move', to, 0.8]);
    expect(at(0.81)).toBeUndefined();
  });

  test('leads the next candidate of either side by move_tie_margin', () => {
    // Nine words of ten against eight.
    const [near, far] = [invoice.replace('nine', 'ten'), amended];
    const forwards = (move_tie_margin: number) =>
      fate(inA(para(invoice)), inB(para(near), para(far)), from, { move_tie_margin });
    expect(forwards(0.09)).toEqual(['move', to, 0.9]);
    expect(forwards(0.11)).toBeUndefined();
    const backwards = (move_tie_margin: number) =>
      fate(inA(para(near), para(far)), inB(para(invoice)), from, { move_tie_margin });
    expect(backwards(0.09)).toEqual(['move', to, 0.9]);
    expect(backwards(0.11)).toBeUndefined();
  });

  test('has move_min_tokens, white space not counted, whether it was edited or not', () => {
    for (const text of [invoice, amended]) {
      const at = (move_min_tokens: number) =>
        fate(inA(para(invoice)), inB(para(text)), from, { move_min_tokens })?.[1];
      expect([at(10), at(11)]).toEqual([to, undefined]);
    }
  });

  test('is of move_kinds, whether it was edited or not', () => {
    for (const text of [invoice, amended]) {
      const at = (...move_kinds: DraftBlock['kind'][]) =>
        fate(inA(para(invoice)), inB(para(text)), from, { move_kinds })?.[1];
      expect([at('paragraph'), at('list_item', 'heading')]).toEqual([to, undefined]);
    }
  });

  test('is no pair where move is off, and neither is one that crosses its siblings', () => {
    const { passes } = resolveAlignmentConfig();
    const off = { passes: passes.filter((name) => name !== 'move') };
    expect(fate(inA(para(invoice)), inB(para(invoice)), from, off)).toBeUndefined();
    const swapped = run(
      doc(para(records), para(invoice), para(delay)),
      doc(para(delay), para(records), para(invoice)),
      off,
    );
    expect(swapped.deleted).toEqual(['/paragraph[3]']);
    expect(swapped.inserted).toEqual(['/paragraph[1]']);
  });

  test('needs none of this inside a container that moves', () => {
    const short = section('Contacts', item('(a)', 'Ann'), item('(b)', 'Bob'));
    const alignment = run(
      doc(section('A', para(records), short), section('B', para(delay))),
      doc(section('A', para(records)), section('B', para(delay), short)),
      { move_kinds: ['paragraph'], move_min_tokens: 50 },
    );
    expect([alignment.inserted, alignment.deleted]).toEqual([[], []]);
    expect(alignment.pairs.filter((pair) => pair.moved).map((pair) => pair.source_path)).toEqual([
      '/section[1]/section[1]',
    ]);
  });
});

describe('of two neighbours that changed places', () => {
  const movedOf = (...drafts: DraftBlock[]) =>
    run(doc(...drafts), doc(...[...drafts].reverse()))
      .pairs.filter((pair) => pair.moved)
      .map((pair) => pair.source_path);
  const small = section('Small', para(`${records} ${delay} ${invoice}`));
  const large = section('Large', para('First of all.'), para('Second to none.'));

  test('the one with fewer leaves moved, however much text it has', () => {
    expect(movedOf(small, large)).toEqual(['/section[1]']);
    expect(movedOf(large, small)).toEqual(['/section[2]']);
  });

  test('with as many leaves, the one with less text', () => {
    const [long, short] = [para(`${records} ${delay}`), para(invoice)];
    expect(movedOf(long, short)).toEqual(['/paragraph[2]']);
    expect(movedOf(short, long)).toEqual(['/paragraph[1]']);
  });
});

describe('rows', () => {
  test('pair by similarity where table_fuzzy is on, else by place', () => {
    const rows = (days: string) => doc(table(['Task', 'When'], [`Send ${days} copies of it`, 'now']));
    const at = (table_fuzzy: boolean) =>
      fate(rows('two'), rows('three'), '/table[1]/row[2]', { table_fuzzy });
    expect(at(true)).toEqual(['fuzzy', '/table[1]/row[2]', 0.8333]);
    expect(at(false)).toEqual(['positional', '/table[1]/row[2]', 0.8333]);
  });
});

describe('the measure', () => {
  // The longest common block is `m n o`; the longest common subsequence is `1 2 3 4`, one word more.
  const source = doc(para('m n o 1 p 2 q 3 r 4'));
  const target = doc(para('1 s 2 t 3 u 4 v m n o'));

  test('is the one that was asked for, and auto is rapidfuzz', () => {
    const of = (similarity: AlignmentConfig['similarity']) => {
      const { config, backend, pairs } = run(source, target, { similarity, positional_min_similarity: 0 });
      return [config.similarity, backend, pairs[1].confidence];
    };
    expect(of('difflib')).toEqual(['difflib', 'difflib', 0.2857]);
    expect(of('rapidfuzz')).toEqual(['rapidfuzz', 'rapidfuzz', 0.381]);
    expect(of('auto')).toEqual(['auto', 'rapidfuzz', 0.381]);
  });
});

describe('max_comparisons', () => {
  test('is how many similarities may be evaluated: the one too many is not, and the alignment says so', () => {
    const source = doc(para(invoice));
    const target = doc(para(amended));
    const of = (max_comparisons: number) => {
      const { pairs, budget_exhausted } = run(source, target, { max_comparisons });
      return [pairs.length, budget_exhausted];
    };
    expect([of(1), of(0)]).toEqual([
      [2, false],
      [1, true],
    ]);
    // Text that is the same needs no measure.
    expect(run(source, source, { max_comparisons: 0 }).budget_exhausted).toBe(false);
  });
});
