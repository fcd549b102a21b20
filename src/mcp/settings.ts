/** What a server is started with. All of it is fixed then: no request changes it. */
import { didYouMean } from '../document/suggest.js';
import type { ResponseMode, WorkspaceOptions } from '../patch/index.js';
import { isToolProfile } from './catalogue/index.js';
import { TOOL_PROFILES, type ToolProfile } from './tool.js';

/** The largest result of a comparison tool when nothing else is asked for, in code points: some 11,000 tokens. */
export const DEFAULT_RESULT_CHARS = 45_000;

/** Below this there is no room for a result's own members beside a change. */
export const LEAST_RESULT_CHARS = 4_000;

export interface ServerSettings {
  readonly profile: ToolProfile;
  readonly responseMode: ResponseMode;
  readonly strictObservation: boolean;
  readonly resultChars: number;
  readonly workspace: WorkspaceOptions;
}

/** A setting that no server can start with. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
  readonly code = 'bad_setting';
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings that the environment gives, with what `given` says instead of it. The variables are
 * `PATCHDIFF_MCP_RESPONSE_MODE`, `PATCHDIFF_STRICT_OBSERVATION_MODE`, `PATCHDIFF_WORKSPACE_ROOT` and
 * `PATCHDIFF_WORKSPACE_SYNC_ON_SAVE`.
 * @throws SettingError for a value that is none of those a setting has.
 */
export function readSettings(
  given: { readonly profile?: string; readonly responseMode?: string; readonly resultChars?: number },
  environment: Environment,
): ServerSettings {
  const profile = given.profile ?? 'full';
  if (!isToolProfile(profile)) {
    throw new SettingError(
      `there is no tool profile "${profile}"${didYouMean(profile, TOOL_PROFILES)}; there are ${TOOL_PROFILES.join(', ')}`,
    );
  }
  const resultChars = given.resultChars ?? DEFAULT_RESULT_CHARS;
  if (!Number.isSafeInteger(resultChars) || resultChars < LEAST_RESULT_CHARS) {
    throw new SettingError(`a result should have room for at least ${LEAST_RESULT_CHARS} characters`);
  }
  const root = environment.PATCHDIFF_WORKSPACE_ROOT;
  if (profile === 'workspace' && (root === undefined || root === '')) {
    throw new SettingError('the profile workspace needs PATCHDIFF_WORKSPACE_ROOT, the folder of its files');
  }
  return {
    profile,
    responseMode: responseMode(given.responseMode ?? environment.PATCHDIFF_MCP_RESPONSE_MODE),
    strictObservation: flag('PATCHDIFF_STRICT_OBSERVATION_MODE', environment),
    resultChars,
    workspace: {
      ...(root === undefined || root === '' ? {} : { root }),
      syncOnSave: flag('PATCHDIFF_WORKSPACE_SYNC_ON_SAVE', environment),
    },
  };
}

function responseMode(value: string | undefined): ResponseMode {
  if (value === undefined || value === '') return 'detailed';
  if (value === 'detailed' || value === 'compact') return value;
  throw new SettingError(`PATCHDIFF_MCP_RESPONSE_MODE is detailed or compact, not "${value}"`);
}

function flag(name: string, environment: Environment): boolean {
  const value = (environment[name] ?? '').toLowerCase();
  if (['', '0', 'false', 'no', 'off'].includes(value)) return false;
  if (['1', 'true', 'yes', 'on'].includes(value)) return true;
  throw new SettingError(`${name} is 1 or 0, not "${value}"`);
}
