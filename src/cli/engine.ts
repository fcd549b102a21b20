/**
 * What the commands take from the library once they have work to do. They load it through here, all at once: one large
 * file of the bundle is read faster than the fifty small ones that it would be cut into, one for each set of commands that
 * share a piece. The HTML page has a file of its own, because of its size.
 */
export { compare } from '../compare/compare.js';
export { Comparison } from '../compare/comparison.js';
export { readDrawable } from '../compare/drawable.js';
export { builtinProfile, builtinProfiles } from '../profile/builtin/profiles.js';
export { parseProfile } from '../profile/parse.js';
export { resolveProfile } from '../profile/resolve.js';
export { detectFormat } from '../read/detect.js';
export { readDocument } from '../read/read-document.js';
export { renderBlocks } from '../render/blocks.js';
export { renderMarkdown } from '../render/markdown.js';
export { renderSummary } from '../render/summary.js';
export { renderTerminal } from '../render/terminal.js';
