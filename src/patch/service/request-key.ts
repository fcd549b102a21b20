import type { KeyedAttempt } from './attempt-rows.js';
import type { FingerprintEnvelope } from './proposal.js';

/** 1 to 128 printable ASCII characters, the space among them. */
const KEY = /^[\x20-\x7e]{1,128}$/;
/** Most record paths that a conflict lists. */
const MAX_FIELDS = 10;
/** Longest path listed, in UTF-16 units; a proposer's own key can stand in one. */
const MAX_PATH = 128;
/** Characters of the submitted key that a conflict's row keeps; the key itself stays with its first owner. */
const KEY_PREVIEW = 32;

export function isRequestKey(value: unknown): value is string {
  return typeof value === 'string' && KEY.test(value);
}

/** The diagnostic members of a key conflict. All comparisons are advisory: the fingerprint has decided already. */
export function conflictEvidence(
  stored: KeyedAttempt,
  storedContent: string,
  key: string,
  envelope: FingerprintEnvelope,
  record: unknown,
): Record<string, unknown> {
  const known: Record<string, unknown> = stored.request_envelope ?? {
    protocol_version: stored.protocol_version,
    pdcp_content_hash: stored.pdcp_content_hash,
    parent_pdcp_log_id: stored.parent_pdcp_log_id,
  };
  const differing = (Object.keys(envelope) as (keyof FingerprintEnvelope)[]).filter(
    (member) => member in known && JSON.stringify(known[member]) !== JSON.stringify(envelope[member]),
  );
  return {
    existing_pdcp_log_id: stored.pdcp_log_id,
    client_request_id_preview: key.slice(0, KEY_PREVIEW),
    client_request_id_truncated: key.length > KEY_PREVIEW,
    differing_components: differing,
    ...differingFields(storedContent, record),
  };
}

function differingFields(content: string, record: unknown): Record<string, unknown> {
  let stored: unknown;
  try {
    stored = JSON.parse(content);
  } catch {
    return {};
  }
  if (stored === null || typeof stored !== 'object') return {};
  const paths: string[] = [];
  comparePaths(stored, record, '', paths);
  return {
    differing_fields: paths.slice(0, MAX_FIELDS).map(shortPath),
    differing_fields_truncated: paths.length > MAX_FIELDS,
  };
}

function shortPath(path: string): string {
  return path.length <= MAX_PATH ? path : `${path.slice(0, MAX_PATH).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Collects the deepest paths at which two JSON values differ, until one more than can be listed is known. */
function comparePaths(a: unknown, b: unknown, path: string, paths: string[]): void {
  if (paths.length > MAX_FIELDS) return;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.max(a.length, b.length) && paths.length <= MAX_FIELDS; i++) {
      if (i < a.length && i < b.length) comparePaths(a[i], b[i], `${path}[${i}]`, paths);
      else paths.push(`${path}[${i}]`);
    }
    return;
  }
  if (isObject(a) && isObject(b)) {
    for (const key of [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (Object.hasOwn(a, key) && Object.hasOwn(b, key)) comparePaths(a[key], b[key], inner, paths);
      else paths.push(inner);
    }
    return;
  }
  if (!Object.is(a, b)) paths.push(path);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
