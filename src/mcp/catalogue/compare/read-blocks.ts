import { type Block, walk } from '../../../document/block.js';
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
import { fitFrame, pageOf, roomBeside } from '../../documents/page.js';
import { readGiven } from '../../documents/read.js';
import { READ_ONLY, type Tool } from '../../tool.js';

/** Below this many levels everything is read: no tree is deeper. */
const EVERY_LEVEL = 100;

/** A block without its children, as a page's item. */
type Item = Omit<Block, 'children'>;

/** Gives part of a document as a tree of blocks. */
export const readBlocksTool: Tool = {
  name: 'read_blocks',
  title: 'Read a document as blocks',
  description: `Reads one document as a tree of blocks and gives the block at address with depth levels below it. Each block has its kind, text, label, role, address (path), spans (defined terms, cross-references, dates, amounts ...) and the rule that recognised it. Start with depth 1 for an outline, then ask for an address.
tree holds the blocks of this page and those above them; children of blocks in cut were left out, by depth. A long list of blocks is cut between blocks: call again with the same arguments and cursor = next_cursor.`,
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
    const root = index.blocks[at];
    const items: Item[] = [];
    const cut: { address: string; blocks: number }[] = [];
    collect(root, depth, items, cut);
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
    // A block may come again above those of a later page, and with an entry in `cut`: both take of the same room.
    const page = pageOf(items, args, Math.floor(roomBeside(frame, host.resultChars) * 0.7));
    const { dropped, fallback_count, ...head } = frame;
    const shown = new Map(page.items.map((item) => [item.path, item]));
    return {
      ...head,
      tree: { root: assemble(root, depth, shown), dropped, fallback_count },
      cut: cut.filter((entry) => shown.has(entry.address)),
      first_block: page.first,
      blocks: page.total,
      next_cursor: page.next_cursor,
    };
  }),
};

/** The block and `depth` levels below it in document order, and where the levels ended above other blocks. */
function collect(
  { children, ...item }: Block,
  depth: number,
  items: Item[],
  cut: { address: string; blocks: number }[],
): void {
  items.push(item);
  if (depth > 0) for (const child of children) collect(child, depth - 1, items, cut);
  else if (children.length > 0) {
    cut.push({
      address: item.path,
      blocks: children.reduce((sum, child) => sum + [...walk(child)].length, 0),
    });
  }
}

/** The blocks that are shown, with those that lead to them; the texts of the latter are on an earlier page. */
function assemble(block: Block, depth: number, shown: ReadonlyMap<string, Item>): Block {
  const children =
    depth === 0
      ? []
      : block.children
          .map((child) => assemble(child, depth - 1, shown))
          .filter((child) => shown.has(child.path) || child.children.length > 0);
  const { children: _, ...own } = block;
  const item = shown.get(block.path) ?? { ...own, text: '', spans: [], attrs: {} };
  return { ...item, children };
}
