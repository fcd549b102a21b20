/** Tools as the profile `workspace` has them, where targets are files of the workspace and nothing else. */
import type { Tool } from '../tool.js';
import { initializeTargetTool } from './patch/initialize-target.js';
import { saveTool } from './patch/save.js';

const { content: _, ...FILE_PARAMETERS } = initializeTargetTool.inputSchema.properties;

const initializeFromWorkspace: Tool = {
  ...initializeTargetTool,
  title: 'Open a file of the workspace as a target',
  description:
    'Reads the file at filename below the workspace root as a new target at version 0, bound to that file, and gives its target_file_id, version and current_hash, which every later call needs.',
  inputSchema: {
    ...initializeTargetTool.inputSchema,
    properties: {
      ...FILE_PARAMETERS,
      filename: { type: 'string', minLength: 1, description: 'Path of the file below the workspace root.' },
      from_workspace: { const: true, description: 'Always true here, and may be left out.' },
    },
  },
  call: (args, host) => initializeTargetTool.call({ from_workspace: true, ...args }, host),
};

const saveWithPublication: Tool = {
  ...saveTool,
  title: 'Save a checkpoint and write the file',
  description:
    "Takes a snapshot of the target as it is, writes it to the target's file, unless that was changed by others, and begins a new editing cycle. Guards are optional and checked when given.",
  inputSchema: {
    ...saveTool.inputSchema,
    properties: {
      ...saveTool.inputSchema.properties,
      sync_workspace: {
        type: ['boolean', 'null'],
        description: 'Write the file; true when left out, false for a checkpoint alone.',
      },
    },
  },
  call: (args, host) => saveTool.call({ ...args, sync_workspace: args.sync_workspace ?? true }, host),
};

/** In place of the tools of the same name. */
export const WORKSPACE_TOOLS: readonly Tool[] = [initializeFromWorkspace, saveWithPublication];
