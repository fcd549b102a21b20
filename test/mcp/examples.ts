import type { Tool } from '../../src/mcp/index.js';
import type { Called } from './connected.js';

type Call = (name: string, args: Record<string, unknown>) => Promise<Called>;

/** A text in which the examples of the observing tools find what they name. */
const SECTIONS =
  '# Terms\n\n## Payment\n\nPay within thirty days.\n\n## Notices\n\nGive notice in writing.\n';

/** The example with a real target, its guards and, where it names them, real observations. */
export async function bound(
  call: Call,
  { name }: Pick<Tool, 'name'>,
  example: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  if ('submission' in example) {
    const { tool, arguments: args } = example.submission as { tool: string; arguments: object };
    const inner = await bound(call, { name }, args as Record<string, unknown>);
    return { ...example, submission: { tool, arguments: inner } };
  }
  if (!('target_file_id' in example)) return { ...example };
  const observes = name.includes('observe') || name === 'submit_gated';
  const made = await call('patchdiff_initialize_target', {
    filename: 'a.md',
    content: observes ? SECTIONS : 'alpha beta alpha\n',
  });
  const { target_file_id, version, current_hash } = made.value;
  const args: Record<string, unknown> = { ...example, target_file_id };
  if ('expected_target_version' in example) args.expected_target_version = version;
  if ('expected_current_hash' in example) args.expected_current_hash = current_hash;
  if ('observation_id' in example) {
    const { value } = await call('patchdiff_observe_scope', { target_file_id, symbol_name: 'Payment' });
    args.observation_id = value.observation_id;
  }
  if ('observation_bundle_id' in example) {
    const selections = [{ symbol_name: 'Payment' }];
    const { value } = await call('patchdiff_observe_scope', { target_file_id, selections });
    args.observation_bundle_id = value.observation_bundle_id;
    const groups = example.groups as { observation_id: string }[];
    args.groups = groups.map((group, i) => ({ ...group, observation_id: value.scopes[i].observation_id }));
  }
  return args;
}

/** What an example comes to when it works. */
export const GOOD = ['ok', 'accepted', 'saved', 'candidates', 'observed', 'observed_batch', 'planned'];
