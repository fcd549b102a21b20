import { catchFault, OperationDecoder } from './decode.js';
import { Fields, fail, isRecord, nameOf, type ProposalRecord, type ShapeFault } from './fields.js';
import type { Operation } from './operation.js';
import { profileOf } from './profile.js';

/** What the rows of a batch of observed edits are recorded under; a pair of its own, apart from the transactions'. */
export const BATCH_PROTOCOL = 'patchdiff-observed-batch/1';
export const BATCH_RUNTIME = 'patchdiff-observed-batch-r1';

/** Most groups of a batch, and operations of all its groups. */
export const MOST_GROUPS = 32;
export const MOST_OPERATIONS = 128;

/** The operations on one observed scope. */
export interface BatchGroup {
  /** As submitted: it is judged with the bundle, not with the shape. */
  readonly observation_id: unknown;
  readonly operations: readonly Operation[];
}

/** Edits of several observed scopes, made together or not at all. */
export interface Batch {
  readonly intent: string;
  /** As submitted. */
  readonly observation_bundle_id: unknown;
  readonly groups: readonly BatchGroup[];
}

export type DecodedBatch =
  | { readonly ok: true; readonly batch: Batch }
  | { readonly ok: false; readonly fault: ShapeFault };

/** Operations of this runtime are those of the widest profile that there was when it was made, for ever. */
const OPERATIONS = profileOf('patchdiff-tx/2', 'patchdiff-mvp-0.5.0')!;

/** Reads the record of a batch. Pure, like the decoder of transactions. */
export function decodeBatch(record: ProposalRecord): DecodedBatch {
  return catchFault(() => ({ batch: decode(record) }));
}

function decode(record: ProposalRecord): Batch {
  const fields = new Fields(record, '');
  fields.only(['format', 'intent', 'observation_bundle_id', 'groups']);
  const intent = fields.string('intent');
  const items = fields.list('groups');
  if (items.length > MOST_GROUPS) {
    fail('batch_limit', 'groups', `groups holds ${items.length} groups; a batch has ${MOST_GROUPS} at most.`);
  }
  const operations = new OperationDecoder(OPERATIONS);
  const observed = new Map<string, string>();
  let total = 0;
  const groups = items.map((item, i): BatchGroup => {
    const path = `groups[${i}]`;
    if (!isRecord(item)) fail('invalid_type', path, `${path} must be an object, not ${nameOf(item)}.`);
    const group = new Fields(item, path);
    group.only(['observation_id', 'operations']);
    const list = group.list('operations');
    total += list.length;
    if (total > MOST_OPERATIONS) {
      const detail = `The groups up to ${path} hold ${total} operations; a batch has ${MOST_OPERATIONS} at most.`;
      fail('batch_limit', `${path}.operations`, detail);
    }
    const { observation_id } = item;
    refuseTwice(observed, observation_id, path);
    return { observation_id, operations: operations.decode(list, `${path}.operations`) };
  });
  return { intent, observation_bundle_id: record.observation_bundle_id, groups };
}

/** Two groups of one scope would be two orders of its operations. */
function refuseTwice(observed: Map<string, string>, id: unknown, path: string): void {
  if (typeof id !== 'string') return;
  // A UUID in upper case is the same one.
  const earlier = observed.get(id.toLowerCase());
  if (earlier !== undefined) {
    fail('invalid_group', `${path}.observation_id`, `${path} and ${earlier} name the same observation.`);
  }
  observed.set(id.toLowerCase(), path);
}
