import { describe, expect, it } from 'vitest';
import { type CorpusPair, corpusDigest, makeCorpus } from '../../bench/accuracy/corpus.js';
import { PLANS } from '../../bench/accuracy/plans.js';
import { BASE_NAMES, loadLibrary } from '../../bench/accuracy/pool.js';
import { truthOf } from '../../bench/accuracy/truth.js';
import { countUnits } from '../../bench/accuracy/unit.js';

/** Of the whole corpus. It changes when a base document, a plan or a style does, and then only on purpose. */
const DIGEST = 'f2ada69ac2691963f3437cb04e0f22304ffe43bbcf0777a4874173f56665fa5f';

const corpus: readonly CorpusPair[] = makeCorpus();

describe('the accuracy corpus', () => {
  it('has twelve base documents or more, of forty units or more', () => {
    const { bases } = loadLibrary();
    expect(bases.length).toBeGreaterThanOrEqual(12);
    for (const base of bases) expect(countUnits(base.root), base.name).toBeGreaterThanOrEqual(37);
  });

  it('has three hundred pairs or more, every plan and every base among them, each name once', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(new Set(corpus.map((pair) => pair.name)).size).toBe(corpus.length);
    expect(new Set(corpus.map((pair) => pair.plan))).toEqual(new Set(PLANS.map((plan) => plan.name)));
    expect(new Set(corpus.map((pair) => pair.base))).toEqual(new Set(BASE_NAMES));
  });

  it('comes out the same, byte for byte, every time', () => {
    expect(corpusDigest(corpus)).toBe(DIGEST);
  });

  it('makes each pair from its own name alone, so that a plan more moves no other number', () => {
    const alone = makeCorpus((name) => name === 'grant/mixed/text/2');
    expect(alone).toEqual(corpus.filter((pair) => pair.name === 'grant/mixed/text/2'));
  });

  it('really revises: no two sides are the same', () => {
    for (const pair of corpus) expect(pair.source.text, pair.name).not.toBe(pair.test.text);
  });

  it('gives every block an address of its own, and links only blocks that may correspond', () => {
    const kindClass = (kind: string) => (kind === 'paragraph' ? 'list_item' : kind);
    const wrong: string[] = [];
    for (const pair of corpus) {
      for (const side of [pair.source, pair.test]) {
        const addresses = new Set([...side.byId.values()].map((placed) => placed.address));
        if (addresses.size !== side.byId.size) wrong.push(`${pair.name}: an address twice`);
      }
      for (const { source, test } of truthOf(pair).links) {
        if (kindClass(source.kind) !== kindClass(test.kind)) wrong.push(`${pair.name}: ${source.address}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('edits a third of the units under the heavy plan, and few under the light one', () => {
    const share = (plan: string) => {
      let edited = 0;
      let kept = 0;
      for (const pair of corpus.filter((each) => each.plan === plan && each.base !== 'levels')) {
        for (const { source, test } of truthOf(pair).links) {
          if (source.kind !== 'paragraph' && source.kind !== 'list_item') continue;
          kept++;
          if (source.text !== test.text) edited++;
        }
      }
      return edited / kept;
    };
    expect(share('heavy')).toBeGreaterThan(0.3);
    expect(share('light')).toBeLessThan(0.1);
  });
});
