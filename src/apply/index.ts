/** The source document with some of the changes made. */
export type { Accept } from './accept.js';
export { type ApplyOptions, apply } from './apply.js';
export { ApplyError, type ApplyErrorCode } from './errors.js';
export type { ComparedTexts } from './prepare.js';
