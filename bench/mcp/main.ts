/** Measures how much there is to read for a model: the lists of tools, and results of typical calls. */
import { readFileSync } from 'node:fs';
import { codePointLength } from '../../src/document/code-points.js';
import { DEFAULT_RESULT_CHARS, type Host, TOOL_PROFILES, TOOLS, toolsOf } from '../../src/mcp/index.js';
import { listingOf } from '../../src/mcp/listing.js';
import { FIXED_RESOURCES } from '../../src/mcp/resources/fixed.js';
import { resultText } from '../../src/mcp/result.js';
import { asciiJsonBytes } from '../../src/patch/text/json.js';

/** Characters of a token in English prose and JSON, by the usual rule of thumb. */
const CHARS_PER_TOKEN = 4;

const host: Host = {
  root: null,
  resultChars: DEFAULT_RESULT_CHARS,
  workspace: {},
  strictObservation: false,
  database: () => Promise.reject(new Error('nothing here needs a database')),
};

function row(name: string, chars: number, bytes: number): void {
  const tokens = Math.round(chars / CHARS_PER_TOKEN);
  console.log(`| ${name} | ${[chars, bytes, tokens].map((n) => n.toLocaleString('en')).join(' | ')} |`);
}

console.log('| list of tools | characters | bytes | tokens |\n|---|---:|---:|---:|');
for (const profile of TOOL_PROFILES) {
  const tools = toolsOf(profile);
  const listing = { tools: listingOf(tools) };
  row(
    `\`${profile}\`, ${tools.length} tools`,
    codePointLength(JSON.stringify(listing)),
    asciiJsonBytes(listing),
  );
}

const fixture = (name: string) => readFileSync(`fixtures/${name}`, 'utf8');
const agreement = {
  source: fixture('agreement.source.md'),
  test: fixture('agreement.test.md'),
  source_format: 'markdown',
  test_format: 'markdown',
};
const edit = { original: agreement.source, edited: agreement.test };
const formats = { original_format: 'markdown', edited_format: 'markdown' };
const calls: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ['summary', '`summary`', agreement],
  ['compare', '`compare`', agreement],
  ['compare', '`compare`, one clause', { ...agreement, filter: { labels: ['8.4'] } }],
  ['annotate', '`annotate`', agreement],
  ['verify', '`verify`', { ...edit, ...formats, allowed: { labels: ['8'] } }],
  ['read_blocks', '`read_blocks`, depth 1', { document: agreement.source, depth: 1 }],
  ['preview_structure', '`preview_structure`, first page', { document: agreement.source }],
];
console.log(
  `\n| result, of the sample agreement (${codePointLength(agreement.source).toLocaleString('en')} characters) | characters | bytes | tokens |\n|---|---:|---:|---:|`,
);
for (const [name, title, args] of calls) {
  const tool = TOOLS.find((known) => known.name === name);
  const text = resultText((await tool?.call(args, host)) ?? {});
  row(title, codePointLength(text), asciiJsonBytes(JSON.parse(text)));
}
const skill = FIXED_RESOURCES.find(({ name }) => name === 'skill')?.text() ?? '';
row('the skill text', codePointLength(skill), Buffer.byteLength(skill));
