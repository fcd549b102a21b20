import { describe, expect, it } from 'vitest';
import { type CorpusPair, makeCorpus } from '../../bench/accuracy/corpus.js';
import { lineFloor, wordFloor } from '../../bench/accuracy/floors.js';
import { layOut, type Placed } from '../../bench/accuracy/layout.js';
import { trueMoves } from '../../bench/accuracy/moves.js';
import { versionPairs } from '../../bench/accuracy/real.js';
import { type Reported, type ReportedLink, scorePair } from '../../bench/accuracy/score.js';
import { STYLES } from '../../bench/accuracy/styles.js';
import { truthOf } from '../../bench/accuracy/truth.js';
import { parseBase, type Unit } from '../../bench/accuracy/unit.js';

const style = (name: string) => STYLES.find((each) => each.name === name)!;

/** A pair made by hand: the base in the benchmark's own notation, revised by `revise`. */
function pairOf(notation: string, revise: (root: Unit) => void, styleName = 'md-labels'): CorpusPair {
  const source = parseBase('hand', `family: clauses\n${notation}`).root;
  const test = parseBase('hand', `family: clauses\n${notation}`).root;
  revise(test);
  return {
    name: 'hand/made/markdown/1',
    base: 'hand',
    plan: 'made',
    format: 'markdown',
    source: layOut(source, style(styleName)),
    test: layOut(test, style(styleName)),
    divisions: [],
    changed: new Map(),
  };
}

function link(source: Placed, test: Placed, more: Partial<ReportedLink> = {}): ReportedLink {
  return {
    source,
    test,
    matchedBy: 'exact',
    confidence: 1,
    moved: false,
    renumbered: false,
    characters: 0,
    sourceLabel: source.label,
    testLabel: test.label,
    ...more,
  };
}

/** What an engine without fault would report. */
function perfect(pair: CorpusPair): Reported {
  const truth = truthOf(pair);
  const { moves: moved, kept } = trueMoves(pair.source, pair.test, truth.links, [], truth);
  const moves = new Set(moved.map((each) => each.source));
  const partner = new Map<Placed | null, Placed | null>(truth.links.map((each) => [each.source, each.test]));
  partner.set(pair.source.root, pair.test.root);
  return {
    links: truth.links.map(({ source, test }) =>
      link(source, test, {
        moved: moves.has(source),
        renumbered:
          (partner.get(source.parent) === test.parent || kept.has(source)) && source.label !== test.label,
      }),
    ),
  };
}

const CLAUSES = [
  '# Agreement',
  '## Scope',
  '= The first clause says who the parties are.',
  '= The second clause says what is supplied.',
  '= The third clause says when it is supplied.',
  '## Money',
  '= The fourth clause states the price.',
  '= The fifth clause states when it is due.',
].join('\n');

describe('the accuracy metric', () => {
  it('finds no fault with the truth itself, whatever the plan', () => {
    for (const pair of makeCorpus(
      (name) => /^(?:lease|schedule|statute)\/.*\/text\/2$/.test(name) || name.endsWith('/tables/markdown/1'),
    )) {
      const { counts, misses } = scorePair(pair, perfect(pair));
      expect(misses, pair.name).toEqual([]);
      expect(counts.rightLinks).toBe(counts.trueLinks);
      expect(counts.rightMoves).toBe(counts.trueMoves);
      expect(counts.rightRenumbers).toBe(counts.trueRenumbers);
    }
  });

  it('counts a deleted clause paired with a kept one as spurious, and the kept one as missed', () => {
    const pair = pairOf(CLAUSES, (root) => root.children[0].children[0].children.splice(1, 1));
    const at = (side: CorpusPair['source'], text: string) =>
      [...side.byId.values()].find((placed) => placed.text.includes(text))!;
    const reported = perfect(pair).links.filter((each) => !each.source.text.includes('third'));
    const wrong = link(at(pair.source, 'second'), at(pair.test, 'third'));
    const { counts, misses } = scorePair(pair, { links: [...reported, wrong] });
    expect(counts.spurious).toBe(1);
    expect(counts.trueLinks - counts.rightLinks).toBe(1);
    expect(misses.map((miss) => miss.kind).sort()).toEqual([
      'missed link',
      'missed renumber',
      'spurious link',
    ]);
  });

  it('takes a move of a section as one move, at its top', () => {
    const pair = pairOf(CLAUSES, (root) => root.children[0].children.reverse());
    const truth = truthOf(pair);
    const { moves } = trueMoves(pair.source, pair.test, truth.links, [], truth);
    expect(moves.map((each) => each.source.address)).toEqual(['/section[1]/section[2]']);
  });

  it('leaves it open which of two equally heavy neighbours moved, and no more than that', () => {
    const pair = pairOf(CLAUSES, (root) => root.children[0].children[1].children.reverse());
    const clauses = [...pair.source.byId.values()].filter((placed) => /fourth|fifth/.test(placed.text));
    for (const moved of clauses) {
      const reported = perfect(pair).links.map((each) => ({ ...each, moved: each.source === moved }));
      expect(scorePair(pair, { links: reported }).counts).toMatchObject({
        rightMoves: 1,
        reportedMoves: 1,
        trueMoves: 1,
      });
    }
    const both = perfect(pair).links.map((each) => ({ ...each, moved: clauses.includes(each.source) }));
    expect(scorePair(pair, { links: both }).counts).toMatchObject({
      rightMoves: 1,
      reportedMoves: 2,
      trueMoves: 1,
    });
  });

  it('lets identical neighbours stand for each other when one is deleted', () => {
    const notation = [
      '# Agreement',
      '## Scope',
      '= Reserved.',
      '= Reserved.',
      '= The last clause is not.',
    ].join('\n');
    const pair = pairOf(notation, (root) => root.children[0].children[0].children.splice(0, 1));
    const [first] = [...pair.source.byId.values()].filter((placed) => placed.text === 'Reserved.');
    const [kept] = [...pair.test.byId.values()].filter((placed) => placed.text === 'Reserved.');
    const reported = perfect(pair).links.map((each) => (each.test === kept ? link(first, kept) : each));
    const { counts, misses } = scorePair(pair, { links: reported });
    expect(misses).toEqual([]);
    expect(counts.rightLinks).toBe(counts.trueLinks);
    expect(counts.trueRenumbers).toBe(1);
  });

  it('does not let identical clauses in different sections stand for each other', () => {
    const notation = [
      '# Agreement',
      '## Scope',
      '= Reserved.',
      '= A clause.',
      '## Money',
      '= Reserved.',
      '= One more.',
    ].join('\n');
    const pair = pairOf(notation, (root) => root.children[0].children[0].children.splice(0, 1));
    const [first] = [...pair.source.byId.values()].filter((placed) => placed.text === 'Reserved.');
    const [kept] = [...pair.test.byId.values()].filter((placed) => placed.text === 'Reserved.');
    const reported = perfect(pair).links.map((each) => (each.test === kept ? link(first, kept) : each));
    expect(scorePair(pair, { links: reported }).counts.spurious).toBe(1);
  });
});

describe('the floors', () => {
  it('find everything when nothing moved and one word changed', () => {
    const pair = pairOf(CLAUSES, (root) => {
      root.children[0].children[1].children[0].text = 'The fourth clause states the fee.';
    });
    for (const floor of [lineFloor, wordFloor]) {
      const { counts } = scorePair(pair, floor(pair));
      expect(counts.rightLinks).toBe(counts.trueLinks);
      expect(counts.reportedLinks).toBe(counts.trueLinks);
    }
  });
});

describe('versions in a folder', () => {
  it('pair with their neighbours, and the first with the last', () => {
    expect(versionPairs(['b-2.md', 'a-1.md', 'a-3.md', 'a-2.md', 'b-1.md', 'notes.md', 'a-1.json'])).toEqual([
      ['a-1.md', 'a-2.md'],
      ['a-2.md', 'a-3.md'],
      ['a-1.md', 'a-3.md'],
      ['b-1.md', 'b-2.md'],
    ]);
  });
});
