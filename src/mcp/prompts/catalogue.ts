/** The prompts. Each does the first step itself, so that the work begins with facts. */
import { sliceCodePoints } from '../../document/code-points.js';
import { PROFILE_SCHEMA } from '../../profile/schema.js';
import { checkReferencesTool } from '../catalogue/compare/check-references.js';
import { previewStructureTool } from '../catalogue/compare/preview-structure.js';
import { summaryTool } from '../catalogue/compare/summary.js';
import { validateProfileTool } from '../catalogue/compare/validate-profile.js';
import { verifyTool } from '../catalogue/compare/verify.js';
import { PROFILE_SCHEMA_URI } from '../resources/fixed.js';
import { COMPARISON_PROFILES } from '../tool.js';
import {
  callOf,
  documentArguments,
  need,
  only,
  type Prompt,
  PromptError,
  type PromptPart,
} from './prompt.js';

const PROFILE = {
  name: 'profile',
  description: 'Structure profile: a built-in name, or your own as YAML.',
};

const FORMAT = {
  name: 'format',
  description: 'Format of both documents, markdown or text; detected when left out.',
};

const SCHEMA: PromptPart = {
  uri: PROFILE_SCHEMA_URI,
  mimeType: 'application/schema+json',
  text: JSON.stringify(PROFILE_SCHEMA),
};

const AUTHORING = `Work in rounds:
1. Look at the outline: which labels, headings and roles are missing or wrong? fallback_count counts blocks that no rule recognised.
2. Write the smallest profile, as YAML, that repairs them. Group 1 of a label pattern is the label without its stop; patterns have no look-around and no back-references; the first pattern that matches wins.
3. Call validate_profile and repair everything that it lists.
4. Call preview_structure with the profile. Go on until the outline is right and nothing stands in unused that the document has.
End with the profile as YAML, and a line on what it does not recognise.`;

const draftProfile: Prompt = {
  name: 'draft_profile',
  title: 'Write a structure profile for a document',
  description: 'Teaches redtree how a family of documents is written, from one of them.',
  profiles: COMPARISON_PROFILES,
  arguments: [
    ...documentArguments('document', 'a document of the family'),
    { name: 'family', description: 'What these documents are, in a few words.' },
  ],
  async make(args, world) {
    const given = only(args, 'document', 'document_file');
    const now = await need(world, previewStructureTool, given);
    return [
      {
        text: `Write a redtree structure profile for ${args.family ?? 'the family of documents that this one belongs to'}.

This is what the default profile makes of the document, as ${callOf(previewStructureTool, given)} gives it:

${JSON.stringify(now)}

${AUTHORING}

The schema of profiles is beside this.`,
      },
      ...documentPart(given),
      SCHEMA,
    ];
  },
};

const refineProfile: Prompt = {
  name: 'refine_profile',
  title: 'Improve a structure profile',
  description: 'Repairs what a profile gets wrong in a document.',
  profiles: COMPARISON_PROFILES,
  arguments: [
    { ...PROFILE, required: true },
    ...documentArguments('document', 'a document that it is to fit'),
    { name: 'complaint', description: 'What is wrong, in your words.' },
  ],
  async make(args, world) {
    const checked = await world.run(validateProfileTool, { profile: args.profile });
    const given = only(args, 'document', 'document_file', 'profile');
    const valid = checked.valid === true;
    const shown = valid ? await need(world, previewStructureTool, given) : checked;
    return [
      {
        text: `Improve this redtree structure profile${args.complaint === undefined ? '.' : `. What is wrong: ${args.complaint}`}

${args.profile}

${valid ? `This is what it makes of the document, as ${callOf(previewStructureTool, given)} gives it:` : 'It is not valid; validate_profile says:'}

${JSON.stringify(shown)}

${AUTHORING}

Change as little as you can, and keep what already works. The schema of profiles is beside this.`,
      },
      ...documentPart(given),
      SCHEMA,
    ];
  },
};

const explainChanges: Prompt = {
  name: 'explain_changes',
  title: 'Explain what changed',
  description: 'Tells somebody what is different between two versions of a document, and what it means.',
  profiles: COMPARISON_PROFILES,
  arguments: [
    ...documentArguments('source', 'the earlier version'),
    ...documentArguments('test', 'the later version'),
    FORMAT,
    PROFILE,
    { name: 'audience', description: 'Whom it is for, such as "the buyer\'s lawyer".' },
  ],
  async make(args, world) {
    const given = {
      ...only(args, 'source', 'source_file', 'test', 'test_file', 'profile'),
      ...formatsOf(args, 'source', 'test'),
    };
    const summary = await need(world, summaryTool, given);
    const references = await need(world, checkReferencesTool, given);
    return [
      {
        text: `Explain to ${args.audience ?? 'a reader who knows the earlier version'} what changed between two versions of a document.

The changes, as ${callOf(summaryTool, given)} tells them; [-deleted-] {+inserted+}:

${summary.summary}
${summary.next_cursor === null ? '' : `\n(There is more: call summary again with cursor = "${summary.next_cursor}".)\n`}
${(references.total_findings as number) === 0 ? 'All cross-references still say their clause.' : `Cross-references that need a look: ${JSON.stringify(references.findings)}`}

Say first what it comes to, then the changes that matter, each with its label and heading, in plain words and then in the document's. Put together what belongs together. Mention moves and renumberings in a line, as what they are: no change of the terms. Where the words alone do not tell what a change means, read the clause with read_blocks or compare before you say it. Say what you are not sure of.`,
      },
    ];
  },
};

const reviewEdit: Prompt = {
  name: 'review_edit',
  title: 'Review an edit',
  description: 'Says whether an edit did what was asked and nothing else.',
  profiles: COMPARISON_PROFILES,
  arguments: [
    ...documentArguments('original', 'the document before the edit'),
    ...documentArguments('edited', 'the document after it'),
    { name: 'request', description: 'What the edit was to do.', required: true },
    {
      name: 'allowed',
      description:
        'What it may touch: labels or addresses with commas between, such as "7.2, /section[4]"; nothing is held to a scope when left out.',
    },
    FORMAT,
    PROFILE,
  ],
  async make(args, world) {
    if (args.request === undefined || args.request.trim() === '') {
      throw new PromptError('request should say what the edit was to do');
    }
    const given = {
      ...only(args, 'original', 'original_file', 'edited', 'edited_file', 'profile'),
      ...formatsOf(args, 'original', 'edited'),
    };
    const sides = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [
        name.replace('original', 'source').replace('edited', 'test'),
        value,
      ]),
    );
    const summary = await need(world, summaryTool, sides);
    const allowed = scopeOf(args.allowed);
    const verdict = allowed === null ? null : await need(world, verifyTool, { ...given, allowed });
    return [
      {
        text: `Review an edit. It was to do this: ${args.request}

The changes it made; [-deleted-] {+inserted+}:

${summary.summary}
${summary.next_cursor === null ? '' : `\n(There is more: call summary again with cursor = "${summary.next_cursor}".)\n`}
${
  verdict === null
    ? 'It was held to no scope. If the request names what it may touch, call verify with it as allowed.'
    : `It may touch ${args.allowed}; verify says: ${JSON.stringify(verdict)}`
}

Say whether every part of the request was done, and done right; then everything that was changed beyond it, with its label; then what it broke: references, defined terms, numbering. Judge each change by its words, not by its size. End with one of: accept, accept a part (name the addresses that apply should take), reject.`,
      },
    ];
  },
};

export const PROMPTS: readonly Prompt[] = [draftProfile, refineProfile, explainChanges, reviewEdit];

/** The most of a document that is put beside a prompt, in code points: what does not fit is read with tools. */
const DOCUMENT_CHARS = 20_000;

function documentPart({ document }: Readonly<Record<string, string>>): PromptPart[] {
  if (document === undefined) return [];
  const cut = document.length > DOCUMENT_CHARS;
  return [
    {
      text: `The document${cut ? ', its beginning' : ''}:\n\n${cut ? sliceCodePoints(document, 0, DOCUMENT_CHARS) : document}`,
    },
  ];
}

function formatsOf(args: Readonly<Record<string, string>>, ...sides: string[]): Record<string, string> {
  const { format } = args;
  return format === undefined ? {} : Object.fromEntries(sides.map((side) => [`${side}_format`, format]));
}

function scopeOf(allowed: string | undefined): { labels: string[]; address_prefixes: string[] } | null {
  const entries = (allowed ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (entries.length === 0) return null;
  return {
    labels: entries.filter((entry) => !entry.startsWith('/')),
    address_prefixes: entries.filter((entry) => entry.startsWith('/')),
  };
}
