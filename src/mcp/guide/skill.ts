/** How to work with the tools, for whoever is to use them: an agent's skill, with the head that skill files have. */
export const SKILL = `---
name: redtree
description: Compare two versions of a document clause by clause, explain or check what changed, teach redtree how a family of documents is written, and edit stored texts under guards. Use for contracts, policies, statutes, specifications, Markdown and code, when it matters what exactly changed or that nothing else does.
---

# Working with redtree

Two kinds of tools. The comparison's work on texts that you give, keep nothing and change nothing. Those that begin with
\`patchdiff_\` work on *targets*, texts that the service stores: every change of one is guarded, and every attempt is on
record. Offsets and lengths are Unicode code points everywhere; in languages that count UTF-16 units, convert. A server may
offer a part of the tools: leave out the steps of a tool that is not listed.

A result with \`next_cursor\` goes on: make the same call again with \`cursor\` set to it. A result with \`shortened: true\` has
texts cut; ask for the part alone.

## What changed

1. \`summary\` of \`source\` (earlier) and \`test\` (later): a line for each change, totals at the end. Mostly this is enough.
2. For more of some changes, \`compare\` with a \`filter\`: \`{"kinds": ["move"]}\`, \`{"labels": ["7.2"]}\`,
   \`{"address_prefixes": ["/section[4]"]}\`. Kinds are insert, delete, modify, move, renumber; the numbers of clauses that only
   moved up or down are renumbers, and say nothing about what was agreed.
3. \`check_references\`: cross-references that no longer say their clause. \`annotate\`: the text itself with the changes marked.
4. \`read_blocks\` for what did not change: first \`depth: 1\`, then the address you need.
5. Tell it in the reader's words: what it means first, then where (label and heading), then the words. Name what was added,
   what went, what was reworded, what only moved. Do not call a renumbering a change of the terms.

If the two sides are detected as different formats, give \`source_format\` and \`test_format\`.

## Was the edit what was asked for

\`verify\` with \`original\`, \`edited\` and \`allowed\` (labels, addresses, roles, or anchors: phrases that stand in one block). \`ok\`
false: each entry of \`out_of_scope\` (words) and \`markup_changes\` (links, headings, code, emphasis) strayed;
\`broken_references\` and \`undefined_terms\` are what the edit broke elsewhere.
\`apply\` makes the changes that are wanted and leaves the others; \`needs_other_changes\` says which go only together: add
those in \`needs\`, and call again.

## How a family of documents is written

A comparison is as good as its reading. When \`preview_structure\` shows clauses without labels, headings as paragraphs, or a
high \`fallback_count\`, write a profile:

1. \`preview_structure\` with the built-in profile that is nearest (generic, contract, markdown, legislation). Look at
   \`fallback_count\`, \`matched_by\`, \`unused\`, and in the outline at the blocks that are wrong.
2. Write the smallest profile that repairs them. A profile builds on no other: what is left out is empty.

       name: minutes
       label_patterns:
         - { name: item, pattern: '^Item ([0-9]+)[.:]\\s+', style: decimal }
       heading_rule: { max_words: 6 }
       role_rules:
         - { role: action, match: text, pattern: '^Action:' }
       span_extractors:
         - { type: amount, pattern: '£[0-9][0-9,]*' }

   Group 1 of a label pattern is the label, without its stop. The first pattern that matches wins. Patterns run in linear
   time: no look-around, no back-references.
3. \`validate_profile\` tells everything that is wrong, with path and line. Repair all of it at once.
4. \`preview_structure\` under the profile. Fewer fallbacks and no \`unused\` entries is better; a pattern that finds nothing is
   wrong or not needed. Repeat from 2 until the outline is right, then try a second document of the family.
5. Give the profile to \`compare\`, \`summary\` and the others as \`profile\`.

## Editing a stored text

1. \`patchdiff_initialize_target\` once; keep \`target_file_id\`. Otherwise begin with a read: it gives \`version\` and
   \`current_hash\`.
2. Observe. \`patchdiff_read_lines\` or \`patchdiff_find_occurrences\`; for a section, a clause, a function or a key,
   \`patchdiff_observe_scope\`: without a name it lists candidates, with \`symbol_name\` it issues an \`observation_id\`. An edit
   under an observation can touch that scope and nothing else.
3. Plan. Copy the text to be replaced exactly as it was read. One place: \`match\` with enough of its surroundings to be
   unique. Several places of one text: spans, by descending \`start\`. An insertion: a span with \`start\` = \`end\`, an empty
   \`expected_text\`, and both \`expected_before\` and \`expected_after\`. If you have the new text whole, \`plan_edits\` observes the
   scopes and makes the operations: call the tool in \`submission\` with its arguments as they are.
4. Preview. \`patchdiff_preview\` with the same proposal and guard, or \`preview: true\` in \`plan_edits\`; look at \`warnings\`, too.
5. Submit with \`expected_target_version\` (under an observation: with both guards of the receipt) and a
   \`client_request_id\` of your own. If no answer comes, send the identical proposal under the same key: it gives the first
   outcome again and makes no second change.
6. \`accepted\`: \`version\` is the guard of your next edit. Observations are used up by it. \`compare_versions\` shows
   what came of it; \`patchdiff_save\` makes a checkpoint.

Where the edit may touch a part only, make the call through \`submit_gated\` with \`allowed\`: the service refuses what strays.

## When a proposal is rejected

Nothing was changed, not even a part. \`diagnostic.retryable\` true: read again and propose anew; false: the request itself is
wrong. Never send the identical proposal again, but to learn the outcome of a request that got no answer. Link the new
proposal with \`parent_pdcp_log_id\` = \`pdcp_log_id\` of the rejected one and \`attempt\` one higher.

| \`failure_reason\` | what to do |
|---|---|
| \`target_version_mismatch\`, \`target_hash_mismatch\` | somebody else was faster: read the place again, see whether the edit is still wanted, use the new version |
| \`match_absent\` | look at \`near_misses\`: copy the text exactly, with its white space; or search with \`patchdiff_find_occurrences\` |
| \`match_ambiguous\` | take one of \`exact_candidates\`: give \`occurrence_index\`, or more of the text around it |
| \`disambiguation_invalid\` | the selectors contradict each other: keep one that is right |
| \`sequential_match_invalid\` | an earlier edit of the same transaction took that text: join the two |
| \`span_out_of_bounds\`, \`span_expected_text_mismatch\` | the offsets are of another text: \`actual_text\` says what stands there; read again, and count code points |
| … with \`OPERATION_OUTSIDE_OBSERVED_SCOPE\` | observe the scope that holds the whole edit, or split the edit |
| … with \`OBSERVED_INSERTION_GUARDS_REQUIRED\` | an insertion needs \`expected_before\` and \`expected_after\`, and a place strictly inside the scope |
| \`target_diverged\` | the storage was changed by hand: stop and tell the operator |
| \`protocol_invalid\` | repair the proposal at the path that is named |
| \`context_invalid\` | \`diagnostic.code\` says what: a guard is missing (\`guard_required\`), the key was used for another proposal (\`request_key_conflict\`: take a new key), the parent is not a rejected attempt |
| \`context_invalid\` with \`STALE_OBSERVATION_VERSION\`, \`STALE_OBSERVATION_HASH\`, \`OBSERVATION_ALREADY_CONSUMED\`, \`OBSERVATION_CYCLE_MISMATCH\`, \`UNKNOWN_OBSERVATION_ID\` | observe the scope again, and build the proposal from what it says now |
| … with \`OUT_OF_ALLOWED_SCOPE\` | the edit changes what it may not: see which blocks, and leave them as they were; to submit it under another \`allowed\`, take a new key |
| … with \`OBSERVATION_REQUIRED\` | the service takes edits of observed scopes only |
| \`target_encoding_invalid\` | the text holds NUL or half of a surrogate pair |

\`invalid_argument\` is no verdict and leaves no record: the call is wrong, \`failure_detail\` says where. After three rejections
for one reason read the whole section, and begin the plan anew.
`;
