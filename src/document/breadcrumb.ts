import { type AddressStep, parseAddress } from './address.js';
import type { Block } from './block.js';

/**
 * The heading texts, outermost first, that lead to the block at `address`: at each step down, the nearest heading among
 * the siblings that stand before it. A heading is not part of its own breadcrumb. Steps that name nothing end the walk.
 */
export function breadcrumb(root: Block, address: string): string[] {
  const texts: string[] = [];
  let block = root;
  for (const step of parseAddress(address)) {
    const at = childIndex(block, step);
    if (at < 0) break;
    for (let i = at - 1; i >= 0; i--) {
      const sibling = block.children[i];
      if (sibling.kind === 'heading') {
        texts.push(headingName(sibling));
        break;
      }
    }
    block = block.children[at];
  }
  return texts;
}

/** What a heading is called in a breadcrumb: its text, or its label where it has no words (`SCHEDULE 2`). */
export function headingName(heading: Block): string {
  return heading.text === '' ? (heading.label ?? '') : heading.text;
}

function childIndex(block: Block, step: AddressStep): number {
  let seen = 0;
  return block.children.findIndex((child) => child.kind === step.kind && ++seen === step.index);
}
