/** Every tool, in the order in which they are listed, and which of them a profile has. */
import { TOOL_PROFILES, type Tool, type ToolProfile } from '../tool.js';
import { compareVersionsTool } from './bridge/compare-versions.js';
import { planEditsTool } from './bridge/plan-edits.js';
import { submitGatedTool } from './bridge/submit-gated.js';
import { COMPARISON_TOOLS } from './compare/index.js';
import { exportTargetTool } from './patch/export-target.js';
import { findOccurrencesTool } from './patch/find-occurrences.js';
import { getManifestLedgerTool } from './patch/get-manifest-ledger.js';
import { getPdcpLogTool } from './patch/get-pdcp-log.js';
import { getTargetTool } from './patch/get-target.js';
import { handleUploadTool } from './patch/handle-upload.js';
import { initializeTargetTool } from './patch/initialize-target.js';
import { observeScopeTool } from './patch/observe-scope.js';
import { previewTool } from './patch/preview.js';
import { readLinesTool } from './patch/read-lines.js';
import { readTargetTool } from './patch/read-target.js';
import { replayTool } from './patch/replay.js';
import { saveTool } from './patch/save.js';
import { submitEditsTool } from './patch/submit-edits.js';
import { submitObservedOperationsTool } from './patch/submit-observed-operations.js';
import { submitOperationsTool } from './patch/submit-operations.js';
import { submitReplacementTool } from './patch/submit-replacement.js';
import { WORKSPACE_TOOLS } from './workspace.js';

export const TOOLS: readonly Tool[] = [
  ...COMPARISON_TOOLS,
  initializeTargetTool,
  handleUploadTool,
  getTargetTool,
  exportTargetTool,
  readTargetTool,
  readLinesTool,
  findOccurrencesTool,
  submitEditsTool,
  submitOperationsTool,
  submitReplacementTool,
  previewTool,
  saveTool,
  replayTool,
  getPdcpLogTool,
  getManifestLedgerTool,
  observeScopeTool,
  submitObservedOperationsTool,
  planEditsTool,
  submitGatedTool,
  compareVersionsTool,
];

/** The tools that a connection under `profile` can list and call. */
export function toolsOf(profile: ToolProfile): readonly Tool[] {
  const tools = TOOLS.filter((tool) => tool.profiles.includes(profile));
  if (profile !== 'workspace') return tools;
  return tools.map((tool) => WORKSPACE_TOOLS.find(({ name }) => name === tool.name) ?? tool);
}

/** Whether `name` is a tool profile. */
export function isToolProfile(name: string): name is ToolProfile {
  return (TOOL_PROFILES as readonly string[]).includes(name);
}
