/** The commands that do their work here and now, loaded together: each alone is small, and they share most of what they need. */
export * as accept from './accept.js';
export * as apply from './apply.js';
export * as blocks from './blocks.js';
export * as compare from './compare.js';
export * as gitDiff from './git-diff.js';
export * as golden from './golden.js';
export * as reject from './reject.js';
export * as render from './render.js';
export * as schema from './schema.js';
export * as verify from './verify.js';
