import { type Block, type BlockTree, walk } from '../../../document/block.js';
import { builtinProfile } from '../../../profile/builtin/profiles.js';
import type { Profile } from '../../../profile/profile.js';
import { resolveProfile } from '../../../profile/resolve.js';
import { excerpt } from '../../../render/words.js';
import { answering } from '../../documents/answer.js';
import {
  CURSOR_PARAMETER,
  documentParameters,
  PROFILE_PARAMETER,
  profileArgument,
} from '../../documents/arguments.js';
import { fitFrame, pageOf, roomBeside } from '../../documents/page.js';
import { readGiven } from '../../documents/read.js';
import { type Arguments, READ_ONLY, type Tool } from '../../tool.js';

/** First words of a block, in code points: enough to know it by. */
const EXCERPT = 60;

/** Shows how a profile reads a document. */
export const previewStructureTool: Tool = {
  name: 'preview_structure',
  title: 'Preview how a profile reads a document',
  description: `Reads a document under a structure profile and shows what each rule recognised: how many blocks each rule made, how many were recognised by nothing (fallback_count), how often each role and span type was found, which rules of the profile found nothing here (unused), and a line for each block. Use it to write or refine a profile: change the profile, call again, and watch fallback_count and unused.
The outline is cut between blocks: call again with the same arguments and cursor = next_cursor.`,
  profiles: ['full', 'compare'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      ...documentParameters('document', 'the document'),
      profile: PROFILE_PARAMETER,
      cursor: CURSOR_PARAMETER,
    },
    additionalProperties: false,
  },
  examples: [{ document: '1. Pay within thirty days.\n\n2. Give notice in writing.\n', profile: 'contract' }],
  call: answering(async (args, host) => {
    const { tree, format, profileName } = await readGiven(args, host);
    const found = count(tree);
    const profile = profileOf(args, profileName);
    const frame = fitFrame(
      {
        status: 'ok',
        format,
        profile: profileName,
        blocks: found.blocks,
        fallback_count: tree.fallback_count,
        dropped: tree.dropped,
        matched_by: Object.fromEntries(found.rules),
        roles: Object.fromEntries(found.roles),
        span_types: Object.fromEntries(found.spans),
        unused: profile === undefined ? null : unusedOf(profile, found),
      },
      host.resultChars,
    );
    const outline = [...walk(tree.root)].slice(1).map(outlineOf);
    const page = pageOf(outline, args, roomBeside(frame, host.resultChars));
    return {
      ...frame,
      outline: page.items,
      first_block: page.first,
      total_outline: page.total,
      next_cursor: page.next_cursor,
    };
  }),
};

interface Found {
  readonly blocks: number;
  readonly rules: ReadonlyMap<string, number>;
  readonly roles: ReadonlyMap<string, number>;
  readonly spans: ReadonlyMap<string, number>;
}

function count(tree: BlockTree): Found {
  const rules = new Map<string, number>();
  const roles = new Map<string, number>();
  const spans = new Map<string, number>();
  let blocks = 0;
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  for (const block of walk(tree.root)) {
    blocks++;
    add(rules, block.matched_by);
    if (block.role !== null) add(roles, block.role);
    for (const span of block.spans) add(spans, span.type);
  }
  return { blocks, rules, roles, spans };
}

/** The profile in force: the one that was given, or the format's own. */
function profileOf(args: Arguments, name: string): Profile | undefined {
  const given = profileArgument(args);
  return given === undefined ? builtinProfile(name) : resolveProfile(given).profile;
}

/** What the profile could have found and did not. */
function unusedOf(profile: Profile, found: Found) {
  return {
    label_patterns: profile.label_patterns
      .map(({ name }) => name)
      .filter((name) => !found.rules.has(`label:${name}`)),
    roles: distinct(profile.role_rules.map(({ role }) => role)).filter((role) => !found.roles.has(role)),
    span_types: distinct(profile.span_extractors.map(({ type }) => type)).filter(
      (type) => !found.spans.has(type),
    ),
  };
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function outlineOf({ path, label, role, matched_by, confidence, text }: Block) {
  return { address: path, label, role, matched_by, confidence, text: excerpt(text, EXCERPT) };
}
