/** A target's text and history as resources. */
import type { Database } from '../../patch/index.js';
import { getPdcpLog, getTarget } from '../../patch/index.js';
import { isUuid } from '../../patch/service/target-id.js';
import { TARGET_PROFILES } from '../tool.js';
import type { ResourceTemplate } from './resource.js';

/** What of a target a resource gives. */
export type TargetAspect = 'text' | 'history';

export interface TargetResource {
  readonly targetId: string;
  readonly aspect: TargetAspect;
}

export const TARGET_TEMPLATES: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'redtree://target/{target_file_id}/text',
    name: 'target text',
    title: "A target's text",
    description:
      'The whole text as it is now; _meta has its version and hash. Updated at every accepted version.',
    profiles: TARGET_PROFILES,
  },
  {
    uriTemplate: 'redtree://target/{target_file_id}/history',
    name: 'target history',
    title: "A target's history",
    description: 'The last 50 attempts, newest first, as patchdiff_get_pdcp_log gives them.',
    mimeType: 'application/json',
    profiles: TARGET_PROFILES,
  },
];

/** The resource that an address names, or null. Ids are lower case in answers. */
export function parseTargetUri(uri: string): TargetResource | null {
  const match = /^redtree:\/\/target\/([^/]+)\/(text|history)$/.exec(uri);
  if (match === null || !isUuid(match[1])) return null;
  return { targetId: match[1].toLowerCase(), aspect: match[2] as TargetAspect };
}

/** A resource's content, as the protocol has it. */
export interface Content {
  readonly mimeType: string;
  readonly text: string;
  readonly _meta?: Record<string, unknown>;
}

/** Reads the resource; null when there is no such target. */
export async function readTargetResource(
  database: Database,
  { targetId, aspect }: TargetResource,
): Promise<Content | null> {
  if (aspect === 'text') {
    const target = await getTarget(database, { target_file_id: targetId });
    if (target.status !== 'ok') return null;
    const { target_type, current_content, version, current_hash } = target;
    return {
      // A language's name may stand there, too.
      mimeType: target_type.includes('/') ? target_type : 'text/plain',
      text: current_content,
      _meta: { 'redtree/version': version, 'redtree/current_hash': current_hash },
    };
  }
  const page = await getPdcpLog(database, { target_file_id: targetId });
  return 'status' in page ? null : { mimeType: 'application/json', text: JSON.stringify(page) };
}
