import { ProfileError } from '../../../profile/errors.js';
import { resolveProfile } from '../../../profile/resolve.js';
import { answering } from '../../documents/answer.js';
import { CURSOR_PARAMETER, PROFILE_PARAMETER, profileArgument } from '../../documents/arguments.js';
import { DocumentArgumentError } from '../../documents/errors.js';
import { fitFrame, pageOf, roomBeside } from '../../documents/page.js';
import { READ_ONLY, type Tool } from '../../tool.js';

/** Says everything that is wrong with a structure profile. */
export const validateProfileTool: Tool = {
  name: 'validate_profile',
  title: 'Validate a structure profile',
  description: `Checks a structure profile (how a family of documents labels, heads and phrases its parts) and lists every problem with its path and, for YAML, its line. valid: true gives what the profile holds. Patterns run in linear time: no look-around, no back-references. To see what a valid profile does to a document, use preview_structure.`,
  profiles: ['full', 'compare'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: { profile: PROFILE_PARAMETER, cursor: CURSOR_PARAMETER },
    required: ['profile'],
    additionalProperties: false,
  },
  examples: [
    {
      profile:
        'name: minutes\nlabel_patterns:\n  - name: item\n    pattern: "^Item ([0-9]+)[.:]\\\\s+"\n    style: decimal\n',
    },
  ],
  call: answering(async (args, host) => {
    const given = profileArgument(args);
    if (given === undefined) {
      throw new DocumentArgumentError('profile_required', 'profile should be a name, YAML text or an object');
    }
    try {
      const { profile } = resolveProfile(given);
      return fitFrame(
        {
          status: 'ok',
          valid: true,
          name: profile.name,
          description: profile.description,
          label_patterns: profile.label_patterns.map(({ name }) => name),
          heading_resets: profile.heading_resets.map(({ name }) => name),
          heading_rule: profile.heading_rule,
          roles: [...new Set(profile.role_rules.map(({ role }) => role))],
          span_types: [...new Set(profile.span_extractors.map(({ type }) => type))],
        },
        host.resultChars,
      );
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error;
      const frame = { status: 'ok', valid: false, code: error.code };
      const page = pageOf(error.problems, args, roomBeside(frame, host.resultChars));
      return {
        ...frame,
        problems: page.items,
        first_problem: page.first,
        total_problems: page.total,
        next_cursor: page.next_cursor,
      };
    }
  }),
};
