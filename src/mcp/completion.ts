/** Completion of what a person types: names of profiles, and targets. */
import { CompleteRequestSchema, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { findTargets } from '../patch/service/target-list.js';
import { builtinProfiles } from '../profile/builtin/profiles.js';
import type { Connection } from './connection.js';
import { promptsOf } from './prompts/serve.js';
import { TARGET_TEMPLATES } from './resources/targets.js';
import type { Host, ToolProfile } from './tool.js';

/** The most values of one answer, by the protocol. */
const MOST_VALUES = 100;

interface Values {
  readonly values: string[];
  readonly total: number;
  readonly hasMore: boolean;
}

/** What completion needs. */
export interface CompletionServing {
  readonly profile: ToolProfile;
  readonly host: Host;
  track<T>(work: Promise<T>): Promise<T>;
}

/** Offers completion on the connection. What cannot be completed has no values. */
export function serveCompletion(connection: Connection, { profile, host, track }: CompletionServing): void {
  const templates = TARGET_TEMPLATES.filter(({ profiles }) => profiles.includes(profile));
  connection.on(CompleteRequestSchema, async ({ params: { ref, argument } }) => {
    if (ref.type === 'ref/prompt') {
      const prompt = promptsOf(profile).find(({ name }) => name === ref.name);
      if (prompt === undefined) throw unknown(`prompt ${JSON.stringify(ref.name)}`);
      return { completion: argument.name === 'profile' ? profileNames(argument.value) : none() };
    }
    if (!templates.some(({ uriTemplate }) => uriTemplate === ref.uri)) {
      throw unknown(`resource template ${JSON.stringify(ref.uri)}`);
    }
    return {
      completion: argument.name === 'target_file_id' ? await track(targetIds(argument.value)) : none(),
    };
  });

  async function targetIds(given: string): Promise<Values> {
    const { targets, total } = await findTargets(await host.database(), given, MOST_VALUES);
    return {
      values: targets.map(({ target_file_id }) => target_file_id),
      total,
      hasMore: total > targets.length,
    };
  }
}

function profileNames(given: string): Values {
  const names = builtinProfiles
    .map(({ name }) => name)
    .filter((name) => name.startsWith(given.toLowerCase()));
  return { values: names, total: names.length, hasMore: false };
}

function none(): Values {
  return { values: [], total: 0, hasMore: false };
}

function unknown(what: string): McpError {
  return new McpError(ErrorCode.InvalidParams, `There is no ${what} here.`);
}
