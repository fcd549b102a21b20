/** How a block was recognised, and how sure its reader is: 1 stated, from 0.7 matched, from 0.3 inferred, 0 a fallback. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, walk } from '../../src/document/block.js';
import { builtinProfiles } from '../../src/profile/builtin/profiles.js';
import { texts } from '../compare/generated.js';
import { markdown, plain } from './tree.js';

const patterns = new Set(
  builtinProfiles.flatMap((profile) => profile.label_patterns.map(({ name }) => name)),
);
const SIGNALS = [
  'reset',
  'all_caps',
  'title_case',
  'sentence_case',
  'label',
  'underlined',
  'emphasis',
  'siblings',
];

/** The range that the certainty of a block has to be in, by what recognised it; undefined for what nothing may say. */
function range(matchedBy: string, format: string): readonly [number, number] | undefined {
  if (matchedBy === 'document') return [1, 1];
  if (matchedBy === 'fallback') return [0, 0];
  if (matchedBy === 'continuation') return [0.3, 0.69];
  const [family, name] = matchedBy.split(/:(.*)/s);
  if (family === 'heading' && SIGNALS.includes(name)) return [0.3, 0.99];
  // A label in the text of a list item says which it is; that it is one, Markdown says itself.
  if (family === 'label' && patterns.has(name)) return [0.7, format === 'text' ? 0.99 : 1];
  if (format === 'text') return matchedBy === 'label:bullet' ? [0.7, 0.99] : undefined;
  return family === format ? [1, 1] : undefined;
}

const said = (block: Block): string => `${block.matched_by} ${block.confidence}`;
const blocks = (root: Block): string[] => [...walk(root)].map(said);

describe('every block', () => {
  it('says by which rule it was recognised, and is as sure as that rule allows', () => {
    fc.assert(
      fc.property(texts, ({ source, test, format }) => {
        for (const text of [source, test]) {
          const tree = format === 'text' ? plain(text) : markdown(text);
          let fallbacks = 0;
          for (const block of walk(tree.root)) {
            const [least, most] = range(block.matched_by, format) ?? [2, 2];
            if (!(block.confidence >= least && block.confidence <= most)) throw new Error(said(block));
            if (block.matched_by === 'fallback') fallbacks++;
          }
          expect(tree.fallback_count).toBe(fallbacks);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('of a plain text', () => {
    const text = [
      'SERVICES AGREEMENT',
      'This is made today between both of us.',
      '1. Payment',
      '1.1 The Client pays in time.',
      'It pays in euros.',
      'Rates\n=====',
      '- By the hour.',
      '- (a) By the day.',
    ];
    expect(blocks(plain(text.join('\n\n')).root)).toEqual([
      'document 1',
      'heading:all_caps 0.8',
      'heading:all_caps 0.8',
      'fallback 0',
      'heading:title_case 0.8',
      'heading:title_case 0.8',
      'label:decimal_path 0.9',
      'continuation 0.6',
      'heading:underlined 0.95',
      'heading:underlined 0.95',
      'label:bullet 0.9',
      'label:alpha_paren 0.9',
    ]);
  });

  it('of the same in Markdown, where the markup states most of it', () => {
    const text = [
      '# SERVICES AGREEMENT',
      'This is made today between both of us.',
      '## 1. Payment',
      '1.1 The Client pays in time.',
      'It pays in euros.',
      '## Rates',
      '- By the hour.\n- (a) By the day.',
      '> Quoted.',
      '```\ncode\n```',
      '| A |\n|---|',
    ];
    expect(blocks(markdown(text.join('\n\n')).root)).toEqual([
      'document 1',
      'markdown:heading 1',
      'markdown:heading 1',
      'markdown:paragraph 1',
      'markdown:heading 1',
      'markdown:heading 1',
      'label:decimal_path 0.9',
      'continuation 0.6',
      'markdown:heading 1',
      'markdown:heading 1',
      'markdown:list_item 1',
      'label:alpha_paren 1',
      'markdown:paragraph 1',
      'markdown:code 1',
      'markdown:table 1',
      'markdown:table 1',
      'markdown:table 1',
    ]);
  });
});
