/** Small documents for tests, spelled as trees. */
import fc from 'fast-check';
import type { BlockTree } from '../../src/document/block.js';
import { buildTree, type DraftBlock } from '../../src/document/build.js';

export function doc(...children: DraftBlock[]): BlockTree {
  return buildTree({ kind: 'document', matched_by: 'document', confidence: 1, children });
}

export function section(heading: string, ...children: DraftBlock[]): DraftBlock {
  const labelled = /^(\d[\d.]*) (.*)$/.exec(heading);
  return {
    kind: 'section',
    matched_by: 'markdown:heading',
    confidence: 1,
    children: [
      {
        kind: 'heading',
        label: labelled?.[1] ?? null,
        text: labelled?.[2] ?? heading,
        matched_by: 'markdown:heading',
        confidence: 1,
      },
      ...children,
    ],
  };
}

export function para(text: string): DraftBlock {
  return { kind: 'paragraph', text, matched_by: 'markdown:paragraph', confidence: 1 };
}

export function item(label: string | null, text: string, ...children: DraftBlock[]): DraftBlock {
  return { kind: 'list_item', label, text, matched_by: 'label:decimal', confidence: 0.9, children };
}

export function table(...rows: string[][]): DraftBlock {
  return {
    kind: 'table',
    matched_by: 'markdown:table',
    confidence: 1,
    children: rows.map((cells) => ({
      kind: 'row',
      matched_by: 'markdown:table',
      confidence: 1,
      children: cells.map((text) => ({ kind: 'cell', text, matched_by: 'markdown:table', confidence: 1 })),
    })),
  };
}

const words = [
  ...'the supplier shall keep records of each delivery for six years after it is made and pay every invoice within thirty days of receipt unless notice given in writing'.split(
    ' ',
  ),
];

/** Text of a few common words, so that generated documents repeat and resemble themselves. */
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 })
  .map((list) => list.join(' '));
const label = fc.option(fc.constantFrom('1', '2', '1.1', '(a)', '(b)'), { nil: null });

const leaf: fc.Arbitrary<DraftBlock> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(label, text).map(([l, t]) => item(l, t)) },
  { weight: 4, arbitrary: text.map(para) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
      .map((rows) => table(...rows)),
  },
);

const { block } = fc.letrec<{ block: DraftBlock }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: leaf },
    {
      weight: 2,
      arbitrary: fc
        .tuple(text, fc.array(tie('block'), { maxLength: 5 }))
        .map(([heading, children]) => section(heading, ...children)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(label, text, fc.array(tie('block'), { maxLength: 4 }))
        .map(([l, t, children]) => item(l, t, ...children)),
    },
  ),
}));

export const documents: fc.Arbitrary<DraftBlock[]> = fc.array(block, { maxLength: 8 });

/** A document and a version of it with blocks dropped, doubled, reordered and reworded. */
export const versions: fc.Arbitrary<[BlockTree, BlockTree]> = fc
  .tuple(documents, fc.infiniteStream(fc.nat(99)))
  .map(([blocks, dice]) => {
    const roll = () => dice.next().value as number;
    const mutate = (list: readonly DraftBlock[]): DraftBlock[] => {
      const out: DraftBlock[] = [];
      for (const draft of list) {
        const n = roll();
        if (n < 8) continue;
        const copy: DraftBlock = { ...draft };
        if (draft.children !== undefined && draft.kind !== 'row') copy.children = mutate(draft.children);
        if (n >= 80 && draft.text) copy.text = `${draft.text} ${words[roll() % words.length]}`;
        if (n >= 8 && n < 12) out.push(copy);
        if (n >= 12 && n < 16) out.unshift(copy);
        else out.push(copy);
      }
      return out;
    };
    return [doc(...blocks), doc(...mutate(blocks))];
  });
