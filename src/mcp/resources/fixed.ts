/** What does not change while a server runs: schemas, profiles, the guide and the errors. */
import { stringify } from 'yaml';
import { COMPARISON_SCHEMA } from '../../compare/schema.js';
import { builtinProfiles } from '../../profile/builtin/profiles.js';
import { PROFILE_SCHEMA } from '../../profile/schema.js';
import { errorCatalogue } from '../guide/errors.js';
import { SKILL } from '../guide/skill.js';
import { COMPARISON_PROFILES, TOOL_PROFILES } from '../tool.js';
import type { FixedResource } from './resource.js';

export const SKILL_URI = 'redtree://skill';
export const PROFILE_SCHEMA_URI = 'redtree://schema/profile';

/** The address of a built-in profile. */
export function profileUri(name: string): string {
  return `redtree://profile/${name}`;
}

export const FIXED_RESOURCES: readonly FixedResource[] = [
  {
    uri: SKILL_URI,
    name: 'skill',
    title: 'How to work with redtree',
    description: 'The ways of working: compare and tell, write a profile, edit under guards, recover.',
    mimeType: 'text/markdown',
    profiles: TOOL_PROFILES,
    text: () => SKILL,
  },
  {
    uri: 'redtree://errors',
    name: 'errors',
    title: 'Every error and what to do',
    description:
      'Codes of the comparison tools and of the patch service, when each is given, and the way on.',
    mimeType: 'text/markdown',
    profiles: TOOL_PROFILES,
    text: errorCatalogue,
  },
  {
    uri: 'redtree://schema/comparison-v2',
    name: 'comparison-v2',
    title: 'JSON Schema of a comparison',
    description: 'The form of comparison documents, whose changes the tool compare lists.',
    mimeType: 'application/schema+json',
    profiles: COMPARISON_PROFILES,
    text: () => JSON.stringify(COMPARISON_SCHEMA),
  },
  {
    uri: PROFILE_SCHEMA_URI,
    name: 'profile',
    title: 'JSON Schema of a structure profile',
    description: 'The form of the profiles that say how a family of documents is written.',
    mimeType: 'application/schema+json',
    profiles: COMPARISON_PROFILES,
    text: () => JSON.stringify(PROFILE_SCHEMA),
  },
  ...builtinProfiles.map(
    (profile): FixedResource => ({
      uri: profileUri(profile.name),
      name: `profile ${profile.name}`,
      title: `The profile ${profile.name}`,
      description: profile.description,
      mimeType: 'application/yaml',
      profiles: COMPARISON_PROFILES,
      text: () => stringify(profile, { lineWidth: 0 }),
    }),
  ),
];
