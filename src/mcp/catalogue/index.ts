/** Every tool, in the order in which they are listed, and which of them a profile has. */
import { TOOL_PROFILES, type Tool, type ToolProfile } from '../tool.js';
import { checkReferencesTool } from './compare/check-references.js';
import { compareTool } from './compare/compare.js';
import { previewStructureTool } from './compare/preview-structure.js';
import { readBlocksTool } from './compare/read-blocks.js';
import { summaryTool } from './compare/summary.js';
import { validateProfileTool } from './compare/validate-profile.js';
import { verifyTool } from './compare/verify.js';

export const TOOLS: readonly Tool[] = [
  compareTool,
  summaryTool,
  verifyTool,
  readBlocksTool,
  previewStructureTool,
  validateProfileTool,
  checkReferencesTool,
];

/** The tools that a connection under `profile` can list and call. */
export function toolsOf(profile: ToolProfile): readonly Tool[] {
  return TOOLS.filter((tool) => tool.profiles.includes(profile));
}

/** Whether `name` is a tool profile. */
export function isToolProfile(name: string): name is ToolProfile {
  return (TOOL_PROFILES as readonly string[]).includes(name);
}
