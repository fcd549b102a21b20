import { type Submission, submitGated } from '../../../bridge/index.js';
import { didYouMean } from '../../../document/suggest.js';
import { EXEMPTIONS } from '../../../verify/verify.js';
import { type ArgumentNameFault, argumentNameFault } from '../../arguments.js';
import { answering } from '../../documents/answer.js';
import {
  optionalObject,
  optionalString,
  optionalStrings,
  PROFILE_PARAMETER,
  profileArgument,
} from '../../documents/arguments.js';
import { DocumentArgumentError } from '../../documents/errors.js';
import type { Arguments, Tool } from '../../tool.js';
import { EXAMPLE_TARGET, WRITES } from '../patch/parameters.js';
import { submitEditsTool } from '../patch/submit-edits.js';
import { submitObservedOperationsTool } from '../patch/submit-observed-operations.js';
import { submitOperationsTool } from '../patch/submit-operations.js';
import { submitReplacementTool } from '../patch/submit-replacement.js';

/** The tools whose calls can be held to a gate. */
const GATED: readonly Tool[] = [
  submitEditsTool,
  submitOperationsTool,
  submitReplacementTool,
  submitObservedOperationsTool,
];

const names = { type: 'array', items: { type: 'string' } } as const;

/** Submits under a condition that the service judges before it commits. */
export const submitGatedTool: Tool = {
  name: 'submit_gated',
  title: 'Submit within an allowed scope',
  description: `Makes a submission under a condition: the outcome is compared with the locked text, and is committed only if nothing outside allowed changes. An edit that strays is rejected and recorded with OUT_OF_ALLOWED_SCOPE, and the diagnostic names the changes outside; an entry of allowed that names nothing in the text, or two things, with ALLOWED_SCOPE_UNRESOLVED. Otherwise as the tool that submission names. Use it where the edit was made by somebody who may touch a part only.`,
  profiles: ['full'],
  hints: WRITES,
  inputSchema: {
    type: 'object',
    properties: {
      submission: {
        type: 'object',
        properties: {
          tool: { enum: GATED.map(({ name }) => name) },
          arguments: { type: 'object', description: 'As that tool takes them.' },
        },
        required: ['tool', 'arguments'],
        additionalProperties: false,
        description: 'The call to make, as plan_edits gives it.',
      },
      allowed: {
        type: 'object',
        properties: {
          address_prefixes: names,
          labels: names,
          roles: names,
          anchors: names,
          symbols: {
            type: 'array',
            items: {
              type: 'object',
              properties: { symbol_name: { type: 'string' }, kind: { type: ['string', 'null'] } },
              required: ['symbol_name'],
              additionalProperties: false,
            },
          },
        },
        additionalProperties: false,
        description:
          'What may change: as verify takes it, and symbols as patchdiff_observe_scope names them; of code and data, symbols only.',
      },
      exempt: {
        type: 'array',
        items: { enum: EXEMPTIONS },
        description: 'What may change anywhere, as for verify.',
      },
      profile: PROFILE_PARAMETER,
    },
    required: ['submission', 'allowed'],
    additionalProperties: false,
  },
  examples: [
    {
      submission: {
        tool: 'patchdiff_submit_edits',
        arguments: {
          target_file_id: EXAMPLE_TARGET,
          intent: 'Give them sixty days',
          edits: [{ match: 'thirty', replace: 'sixty' }],
          expected_target_version: 0,
        },
      },
      allowed: { symbols: [{ symbol_name: 'Payment', kind: 'section' }] },
    },
  ],
  call: answering(async (args, host) => {
    const submission = submissionArgument(args);
    if ('status' in submission) return submission;
    const exempt = optionalStrings(args, 'exempt');
    const profile = profileArgument(args);
    return submitGated(await host.database(), submission, args.allowed as never, {
      strictObservation: host.strictObservation,
      ...(exempt === undefined ? {} : { exempt: exempt as never }),
      ...(profile === undefined ? {} : { profile }),
    });
  }),
};

/** The call, with the names of its arguments judged as if it came by itself. */
function submissionArgument(args: Arguments): Submission | ArgumentNameFault {
  const given = optionalObject(args, 'submission') ?? {};
  const name = optionalString(given, 'tool') ?? '';
  const tool = GATED.find((known) => known.name === name);
  if (tool === undefined) {
    const known = GATED.map((it) => it.name);
    throw new DocumentArgumentError(
      'invalid_value',
      `submission.tool should be one of ${known.join(', ')}${didYouMean(name, known)}`,
    );
  }
  const inner = optionalObject(given, 'arguments') ?? {};
  const fault = argumentNameFault(tool, inner);
  // Their types are judged by the service, as everywhere.
  return fault ?? ({ tool: tool.name, arguments: inner } as unknown as Submission);
}
