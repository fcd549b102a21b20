import type { Tool as WireTool } from '@modelcontextprotocol/sdk/types.js';
import type { ResponseMode } from '../patch/index.js';
import type { Tool } from './tool.js';

/** The most bytes of ASCII JSON that the complete `{tools: [...]}` of any profile may have. */
export const MAX_LISTING_BYTES = 65_536;

/** The most bytes of ASCII JSON that all examples of a profile may have, as a map from tool to examples. */
export const MAX_EXAMPLES_BYTES = 8_192;

/** The tools as `tools/list` gives them; a copy of its own for every caller. */
export function listingOf(tools: readonly Tool[], mode: ResponseMode = 'detailed'): WireTool[] {
  return tools.map(({ name, title, description, compactNotice, hints, inputSchema, examples }) =>
    structuredClone({
      name,
      title,
      description:
        mode === 'compact' && compactNotice !== undefined ? `${description} ${compactNotice}` : description,
      inputSchema: { ...inputSchema, ...(examples.length === 0 ? {} : { examples }) },
      annotations: { title, ...hints },
    }),
  ) as unknown as WireTool[];
}

/** Every example of the tools, by tool. */
export function examplesOf(tools: readonly Tool[]): Record<string, readonly object[]> {
  return Object.fromEntries(
    tools.filter(({ examples }) => examples.length > 0).map(({ name, examples }) => [name, examples]),
  );
}
