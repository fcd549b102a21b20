import { describe, expect, it } from 'vitest';
import { TreeIndex } from '../../src/document/tree-index.js';
import { readDocument } from '../../src/read/read-document.js';
import { nameOf } from '../../src/render/names.js';

const names = (text: string) => {
  const index = new TreeIndex(readDocument(text, { format: 'markdown' }).tree);
  return Object.fromEntries(index.blocks.map((block, at) => [block.text, nameOf(index, at)]).slice(1));
};

describe('what a block is called', () => {
  it('is its label, with those above it as far as it needs them', () => {
    const text = '# Terms\n\n3.2 The Customer shall:\n\n(a) keep a list;\n\n(b) tell the Supplier.\n';
    expect(names(text)).toMatchObject({
      'The Customer shall:': '3.2',
      'keep a list;': '3.2(a)',
      'tell the Supplier.': '3.2(b)',
    });
  });

  it('is a section’s heading, and nothing where nothing names it', () => {
    const index = new TreeIndex(readDocument('# 4. Fees\n\nPlain words.\n', { format: 'markdown' }).tree);
    expect(index.blocks.map((_, at) => nameOf(index, at))).toEqual([null, '4 Fees', '4', null]);
  });
});
