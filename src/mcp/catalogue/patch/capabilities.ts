import {
  MAX_REPLACEMENT_CODE_POINTS,
  MAX_REPLACEMENT_UTF8_BYTES,
} from '../../../patch/transaction/admission.js';
import { type Protocol, RUNTIME_PROFILES } from '../../../patch/transaction/profile.js';
import { SPAN_CONTEXT } from './parameters.js';

/** What the runtime does with spans, for `x-patchdiff-capabilities`. */
export function operationsCapabilities(): object {
  const context = RUNTIME_PROFILES.find(({ spanContext }) => spanContext);
  return {
    ...base('patchdiff-tx/2'),
    coordinates: 'sequential_code_points',
    insertion: 'start_equals_end',
    span_context: { fields: Object.keys(SPAN_CONTEXT), runtime: context?.runtime },
  };
}

/** What the runtime admits as a replacement. */
export function replacementCapabilities(): object {
  return {
    ...base('patchdiff-tx/3'),
    limits: { code_points: MAX_REPLACEMENT_CODE_POINTS, utf8_bytes: MAX_REPLACEMENT_UTF8_BYTES },
  };
}

/** The runtime that a record of the protocol without further fields is written under. */
function base(wanted: Protocol): object {
  const found = RUNTIME_PROFILES.find(({ protocol, spanContext }) => protocol === wanted && !spanContext);
  return { protocol: wanted, runtime: found?.runtime, operations: found?.operations };
}
