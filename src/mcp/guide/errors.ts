/** Every code that a tool may answer with, in one page. */
import type { ApplyErrorCode } from '../../apply/errors.js';
import type { ChangeErrorCode } from '../../change/errors.js';
import type { ComparisonErrorCode } from '../../compare/errors.js';
import { errorPage } from '../../patch/error-page.js';
import type { ProfileErrorCode } from '../../profile/errors.js';
import type { ReadErrorCode } from '../../read/errors.js';
import type { VerifyErrorCode } from '../../verify/errors.js';
import type { DocumentArgumentCode } from '../documents/errors.js';

/** Codes of the library that arguments of a tool can bring about; the others are a caller's of the library. */
type ComparisonFault =
  | DocumentArgumentCode
  | 'arguments_too_deep'
  | Extract<ChangeErrorCode, 'bad_filter'>
  | Extract<ComparisonErrorCode, 'formats_differ'>
  | Exclude<ApplyErrorCode, 'bad_option' | 'bad_marks' | 'needs_test_text' | 'unknown_profile' | 'wrong_text'>
  | Exclude<ReadErrorCode, 'bad_reader' | 'unknown_extension'>
  | ProfileErrorCode
  | VerifyErrorCode;

/** When each is given, and what to do; the type holds the list complete. */
const COMPARISON_FAULTS: Readonly<Record<ComparisonFault, string>> = {
  ambiguous_anchor: 'An anchor stands in several blocks. Give a longer phrase.',
  arguments_too_deep: 'The arguments nest too deep.',
  bad_cursor: 'The cursor is of another result. Repeat all other arguments, or begin without one.',
  bad_encoding: 'A file is not UTF-8.',
  bad_filter: 'A field of the filter is unknown or of the wrong type.',
  bad_profile: 'The profile has faults. validate_profile lists all of them.',
  bad_scope: 'An entry of allowed is unknown or of the wrong type.',
  bad_yaml: 'The profile is no YAML.',
  cannot_apply: 'No text was found that makes the changes. Accept more of those around, or all.',
  document_conflict: 'A document is given as text and as file. Give one of them.',
  document_required: 'A document is missing.',
  empty_scope: 'An entry of allowed names nothing in the original. read_blocks shows what there is.',
  file_missing: 'There is no such file below the root.',
  file_too_large: 'The file is larger than what is read.',
  file_unreadable: 'The server may not read the file.',
  file_unsupported: 'The path is not a regular file.',
  files_not_allowed: 'The server was started without a root. Give the text.',
  formats_differ: 'The sides are of different formats. Name both formats.',
  invalid_type: 'An argument is of the wrong type.',
  invalid_value: 'An argument has a value that it cannot have, or two arguments exclude each other.',
  needs_other_changes: 'A change cannot be made without another. Accept those in needs, too.',
  no_such_block: 'No block has the address. Read from / with depth 1.',
  not_text: 'The document is not text.',
  path_invalid: 'The path leaves the root, passes a link, or has names that are not allowed.',
  profile_required: 'The profile is missing.',
  profile_too_large: 'The profile is larger than what is read.',
  too_large: 'The document is larger than what is read. Compare its parts.',
  unknown_change: 'No change has the address. compare lists those that there are.',
  unknown_exemption: 'There is no such exemption.',
  unknown_format: 'No reader has the format.',
  unknown_profile: 'No built-in profile has the name. Give the profile itself.',
};

/** The page, in Markdown. */
export function errorCatalogue(): string {
  const rows = Object.entries(COMPARISON_FAULTS).map(([code, when]) => `| \`${code}\` | ${when} |`);
  return `# Errors of the comparison's tools

The answer has \`status: "invalid_argument"\`, the word as \`code\`, and a \`failure_detail\` that says what and where. A call with
names of arguments that the tool has not, or without those that it needs, is answered \`unknown_argument\` or
\`missing_argument\` with \`isError\`. \`status: "error"\` is a failure that nobody expected.

| \`code\` | when, and what to do |
|---|---|
${rows.join('\n')}

${errorPage()}`;
}
