import { checkReferences } from '../../../verify/references.js';
import { answering } from '../../documents/answer.js';
import { CURSOR_PARAMETER, documentParameters, PROFILE_PARAMETER } from '../../documents/arguments.js';
import { comparisonOf } from '../../documents/compared.js';
import { pageOf, roomBeside } from '../../documents/page.js';
import { READ_ONLY, type Tool } from '../../tool.js';

/** Follows cross-references through an amendment. */
export const checkReferencesTool: Tool = {
  name: 'check_references',
  title: 'Check cross-references after an amendment',
  description: `Follows every cross-reference of the later version through the changes and reports those that need a look: updated (its clause was renumbered and the reference follows), stale (the reference still says the old label; expected_label is the right one), deleted (its clause is gone), retargeted (it names another clause now), dangling (no clause bears the label; by_edit false: none did before, either). A reference that is still right is not listed.
Findings are cut between entries: call again with the same arguments and cursor = next_cursor.`,
  profiles: ['full', 'compare'],
  hints: READ_ONLY,
  inputSchema: {
    type: 'object',
    properties: {
      ...documentParameters('source', 'the earlier version'),
      ...documentParameters('test', 'the later version'),
      profile: PROFILE_PARAMETER,
      cursor: CURSOR_PARAMETER,
    },
    additionalProperties: false,
  },
  examples: [
    {
      source: '1. Fees are as in clause 2.\n\n2. The fee is ten pounds.\n',
      test: '1. Fees are as in clause 2.\n\n2. Terms last one year.\n\n3. The fee is ten pounds.\n',
    },
  ],
  call: answering(async (args, host) => {
    const { references, findings } = checkReferences(await comparisonOf(args, host));
    const frame = { status: 'ok', references };
    const page = pageOf(findings, args, roomBeside(frame, host.resultChars));
    return {
      ...frame,
      findings: page.items,
      first_finding: page.first,
      total_findings: page.total,
      next_cursor: page.next_cursor,
    };
  }),
};
