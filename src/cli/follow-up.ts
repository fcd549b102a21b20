/**
 * What the commands take from the library to go on from a comparison: apply it, mark it in a text, hold an edit to it. As
 * `engine.ts` is, in a file of its own that comparing does without.
 */
export { apply } from '../apply/apply.js';
export { acceptAll, annotate, rejectAll } from '../render/annotated.js';
export { markStylesIn } from '../render/marks.js';
export { renderVerification } from '../render/verification.js';
export { checkReferences } from '../verify/references.js';
export { verify } from '../verify/verify.js';
