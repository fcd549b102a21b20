import { EXEMPTIONS, type Exemption, verify } from '../../../verify/verify.js';
import { answering } from '../../documents/answer.js';
import {
  CURSOR_PARAMETER,
  documentParameters,
  optionalBoolean,
  optionalObject,
  PROFILE_PARAMETER,
} from '../../documents/arguments.js';
import { inArguments, sidesOf } from '../../documents/compared.js';
import { DocumentArgumentError } from '../../documents/errors.js';
import { fitFrame, pageOf, roomBeside } from '../../documents/page.js';
import { type Arguments, READ_ONLY, type Tool } from '../../tool.js';

/** What was found, each with the list that it belongs to. */
type Finding = {
  readonly list:
    | 'out_of_scope'
    | 'markup_changes'
    | 'layout_changes'
    | 'broken_references'
    | 'undefined_terms';
  readonly it: object;
};

/** The parameters that name the two documents. */
const NAMES = ['original', 'edited'] as const;

/** Holds an edit to the part of the document that it was allowed to touch. */
export const verifyTool: Tool = {
  name: 'verify',
  title: 'Verify that an edit kept to its scope',
  description: `Compares a document with its edited version and says whether every change lies in the allowed scope (ok), which changes strayed, of words and of markup (what stands beside the words: link targets, also by a definition changed elsewhere, pictures, quotations, headings' depth, code and its language, table alignment, rules, line breaks, emphasis, HTML, front matter), which cross-references the edit broke and which defined terms it left undefined. Both sides of a change must be in scope, so nothing may be moved into it or out of it. A scope entry that names nothing is an error. Layout outside (wrapping, white space, other signs for the same) may change, and layout_changes lists it with its lines; with strict it may not.
Findings are cut between entries: call again with the same arguments and cursor = next_cursor. The changes in scope are only counted; compare lists them.`,
  profiles: ['full', 'compare'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      ...documentParameters('original', 'the document before the edit'),
      ...documentParameters('edited', 'the document after it'),
      profile: PROFILE_PARAMETER,
      allowed: {
        type: 'object',
        description: 'What the edit may touch, read against the original; each block with all below it.',
        properties: {
          address_prefixes: { type: 'array', items: { type: 'string' }, description: 'Addresses.' },
          labels: { type: 'array', items: { type: 'string' }, description: 'Labels such as 7.2.' },
          roles: { type: 'array', items: { type: 'string' }, description: 'Roles such as definition.' },
          anchors: {
            type: 'array',
            items: { type: 'string' },
            description: 'Phrases, each of them in one block only.',
          },
        },
        additionalProperties: false,
      },
      exempt: {
        type: 'array',
        items: { enum: EXEMPTIONS },
        description:
          'What may change anywhere: whitespace, labels (a renumbering without an edit), emphasis, markup (all of it, quotations and the language of code too).',
      },
      strict: { type: 'boolean', description: 'Whether layout outside must stay as it is.' },
      cursor: CURSOR_PARAMETER,
    },
    required: ['allowed'],
    additionalProperties: false,
  },
  examples: [
    {
      original: '1. Pay within thirty days.\n\n2. Notices are given in writing.\n',
      edited: '1. Pay within sixty days.\n\n2. Notices are given in writing.\n',
      allowed: { labels: ['1'] },
    },
  ],
  call: answering(async (args, host) => {
    const { source, test, options } = await sidesOf(args, NAMES, host);
    const allowed = optionalObject(args, 'allowed') ?? {};
    const exempt = exemptions(args);
    const strict = optionalBoolean(args, 'strict') ?? false;
    const found = inArguments(NAMES, () => verify(source, test, allowed, { ...options, exempt, strict }));
    const strayMarkup = found.markup_changes.filter(({ verdict }) => verdict === 'out_of_scope');
    const findings: Finding[] = [
      ...found.out_of_scope.map((it) => ({ list: 'out_of_scope' as const, it })),
      ...strayMarkup.map((it) => ({ list: 'markup_changes' as const, it })),
      ...found.layout_changes
        .filter(({ verdict }) => verdict !== 'exempt')
        .map((it) => ({ list: 'layout_changes' as const, it })),
      ...found.broken_references.map((it) => ({ list: 'broken_references' as const, it })),
      ...found.undefined_terms.map((it) => ({ list: 'undefined_terms' as const, it })),
    ];
    const frame = fitFrame(
      {
        status: 'ok',
        ok: found.ok,
        scope: found.scope,
        counts: {
          in_scope: found.in_scope.length,
          out_of_scope: found.out_of_scope.length,
          markup_changes: strayMarkup.length,
          layout_changes: found.layout_changes.length,
          exempted: found.exempted.length,
          side_effects: found.side_effects.length,
          broken_references: found.broken_references.length,
          undefined_terms: found.undefined_terms.length,
        },
      },
      host.resultChars,
    );
    const page = pageOf(findings, args, roomBeside(frame, host.resultChars));
    const listed = (list: Finding['list']) =>
      page.items.filter((finding) => finding.list === list).map(({ it, ...marks }) => withMark(it, marks));
    return {
      ...frame,
      out_of_scope: listed('out_of_scope'),
      markup_changes: listed('markup_changes'),
      layout_changes: listed('layout_changes'),
      broken_references: listed('broken_references'),
      undefined_terms: listed('undefined_terms'),
      first_finding: page.first,
      total_findings: page.total,
      next_cursor: page.next_cursor,
    };
  }),
};

/** A finding that had to be shortened says so itself. */
function withMark(it: object, marks: object): object {
  return 'shortened' in marks ? { ...it, shortened: true } : it;
}

function exemptions(args: Arguments): readonly Exemption[] {
  const given = args.exempt;
  if (given === undefined || given === null) return [];
  if (Array.isArray(given) && given.every((name) => typeof name === 'string')) return given as Exemption[];
  throw new DocumentArgumentError(
    'invalid_type',
    `exempt should be a list with any of ${EXEMPTIONS.join(', ')}`,
  );
}
