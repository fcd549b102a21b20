import type { Block } from '../../../document/block.js';
import { TreeIndex } from '../../../document/tree-index.js';
import { writeTree } from '../../../document/write.js';
import { answering } from '../../documents/answer.js';
import {
  CURSOR_PARAMETER,
  documentParameters,
  optionalString,
  optionalWholeNumber,
  PROFILE_PARAMETER,
} from '../../documents/arguments.js';
import { DocumentArgumentError } from '../../documents/errors.js';
import { type Beside, fitFrame, pageOf, roomBeside } from '../../documents/page.js';
import { readGiven } from '../../documents/read.js';
import { READ_ONLY, type Tool } from '../../tool.js';

/** Below this many levels everything is read: no tree is deeper. */
const EVERY_LEVEL = 100;

/** A block without its children, as a page's item. */
type Item = Omit<Block, 'children'>;

/** A block of the tree that a page is made into. */
type Made = Item & { readonly children: Made[] };

/** `,"children":[]` in each of the tree's blocks. */
const CHILDREN_CHARS = 14;

/** Gives part of a document as a tree of blocks. */
export const readBlocksTool: Tool = {
  name: 'read_blocks',
  title: 'Read a document as blocks',
  description: `Reads one document as a tree of blocks and gives the block at address with depth levels below it. Each block has its kind, text, label, role, address (path), spans (defined terms, cross-references, dates, amounts ...) and the rule that recognised it. Start with depth 1 for an outline, then ask for an address.
tree holds the blocks of this page, below the lowest block that holds all of them; children of blocks in cut were left out, by depth. A long list of blocks is cut between blocks: call again with the same arguments and cursor = next_cursor.`,
  profiles: ['full', 'compare'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      ...documentParameters('document', 'the document'),
      profile: PROFILE_PARAMETER,
      address: {
        type: ['string', 'null'],
        description: 'Address of the block to start at, such as /section[2]; / or left out is the whole.',
      },
      depth: {
        type: ['integer', 'null'],
        minimum: 0,
        description: 'Levels below that block; left out: all.',
      },
      cursor: CURSOR_PARAMETER,
    },
    additionalProperties: false,
  },
  examples: [{ document: '# Terms\n\n1. Pay within thirty days.\n', document_format: 'markdown', depth: 1 }],
  call: answering(async (args, host) => {
    const address = optionalString(args, 'address') ?? '/';
    const depth = Math.min(optionalWholeNumber(args, 'depth', 0) ?? EVERY_LEVEL, EVERY_LEVEL);
    const { tree, format, profileName } = await readGiven(args, host);
    const plain = writeTree(tree);
    const index = new TreeIndex(plain);
    const at = index.at(address);
    if (at < 0) {
      throw new DocumentArgumentError(
        'no_such_block',
        `the document has no block at "${address}": read it from / with depth 1 to see what there is`,
      );
    }
    const shown = within(index, at, depth);
    const items = shown.map(({ at: place }) => ownOf(index.blocks[place]));
    const frame = fitFrame(
      {
        status: 'ok',
        format,
        profile: profileName,
        address,
        total_blocks: index.blocks.length,
        dropped: plain.dropped,
        fallback_count: plain.fallback_count,
      },
      host.resultChars,
    );
    const page = pageOf(items, args, roomBeside(frame, host.resultChars), besides(index, shown));
    const { dropped, fallback_count, ...head } = frame;
    const places = shown.slice(page.first, page.first + page.items.length);
    return {
      ...head,
      tree: { root: assemble(index, places, page.items), dropped, fallback_count },
      cut: places.flatMap(({ cut }) => cut ?? []),
      first_block: page.first,
      blocks: page.total,
      next_cursor: page.next_cursor,
    };
  }),
};

/** A block that the call asks for. */
interface Place {
  /** Its index among the document's blocks. */
  readonly at: number;
  /** How much lies below it that is not asked for, or null. */
  readonly cut: { readonly address: string; readonly blocks: number } | null;
}

/** The block at `from` and `depth` levels below it, in document order. */
function within(index: TreeIndex, from: number, depth: number): Place[] {
  const places: Place[] = [];
  const levels = new Map<number, number>();
  for (let at = from; at < index.ends[from]; ) {
    const level = at === from ? 0 : levels.get(index.parents[at])! + 1;
    levels.set(at, level);
    const below = index.ends[at] - at - 1;
    const cut = level === depth && below > 0 ? { address: index.blocks[at].path, blocks: below } : null;
    places.push({ at, cut });
    at = cut === null ? at + 1 : index.ends[at];
  }
  return places;
}

/** A block as the tree has it, without its children. */
function ownOf({ children: _, ...own }: Block): Item {
  return own;
}

/** A block that is on an earlier page, and leads to those of this one. */
function hollow(block: Block): Item {
  return { ...ownOf(block), text: '', spans: [], attrs: {} };
}

/**
 * What blocks bring into the tree beside themselves: their lists of children, what is cut below them, and the blocks that
 * have to stand above them as soon as no block of the page holds them all.
 */
function besides(index: TreeIndex, places: readonly Place[]): Beside {
  let top = -1;
  return (i, first, chars) => {
    const { at, cut } = places[i];
    let sum = CHILDREN_CHARS + (cut === null ? 0 : chars(cut) + 1);
    if (i === first) top = at;
    for (; at >= index.ends[top]; top = index.parents[top]) {
      sum += chars(hollow(index.blocks[index.parents[top]])) + CHILDREN_CHARS + 1;
    }
    return sum;
  };
}

/** The blocks of a page, which follow each other in the document, below the lowest block that holds all of them. */
function assemble(index: TreeIndex, places: readonly Place[], items: readonly Item[]): Block {
  let top = places[0].at;
  while (places[places.length - 1].at >= index.ends[top]) top = index.parents[top];
  const made = new Map<number, Made>();
  const add = (at: number, item: Item): Made => {
    const block = { ...item, children: [] };
    made.set(at, block);
    if (at !== top) {
      const parent = index.parents[at];
      (made.get(parent) ?? add(parent, hollow(index.blocks[parent]))).children.push(block);
    }
    return block;
  };
  for (const [i, item] of items.entries()) add(places[i].at, item);
  return made.get(top)!;
}
