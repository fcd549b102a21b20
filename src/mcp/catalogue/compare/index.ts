/**
 * The comparison's tools. What each gives follows from its arguments and the files below the root alone, so that any of
 * them can run in a thread of its own.
 */
import type { Tool } from '../../tool.js';
import { annotateTool } from './annotate.js';
import { applyTool } from './apply.js';
import { checkReferencesTool } from './check-references.js';
import { compareTool } from './compare.js';
import { previewStructureTool } from './preview-structure.js';
import { readBlocksTool } from './read-blocks.js';
import { summaryTool } from './summary.js';
import { validateProfileTool } from './validate-profile.js';
import { verifyTool } from './verify.js';

export const COMPARISON_TOOLS: readonly Tool[] = [
  compareTool,
  summaryTool,
  annotateTool,
  applyTool,
  verifyTool,
  readBlocksTool,
  previewStructureTool,
  validateProfileTool,
  checkReferencesTool,
];
