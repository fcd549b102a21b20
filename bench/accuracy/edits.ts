/**
 * Edits such as people make when they revise a document: another number, another word, a proviso, a phrase struck out.
 * Each says exactly which characters it removes and adds, so that the truth about a change is known before anything
 * compares the two texts.
 */
import type { Rng } from './rng.js';
import { plainText } from './unit.js';

interface Edit {
  start: number;
  end: number;
  insert: string;
}

const SYNONYMS: Record<string, string[]> = {
  shall: ['must', 'will'],
  must: ['shall', 'has to'],
  may: ['is entitled to', 'can'],
  promptly: ['without delay', 'immediately'],
  immediately: ['at once', 'promptly'],
  notify: ['inform', 'alert'],
  inform: ['notify', 'advise'],
  terminate: ['end', 'cancel'],
  terminated: ['ended', 'cancelled'],
  consent: ['approval', 'agreement'],
  approval: ['consent', 'authorisation'],
  written: ['prior written', 'signed'],
  provide: ['supply', 'furnish'],
  keep: ['maintain', 'retain'],
  ensure: ['make sure', 'procure'],
  obtain: ['secure', 'get'],
  report: ['statement', 'account'],
  reports: ['statements', 'accounts'],
  reasonable: ['appropriate', 'proper'],
  works: ['operations', 'tasks'],
  check: ['verify', 'inspect'],
  inspect: ['examine', 'check'],
  test: ['check', 'verify'],
  damage: ['loss or damage', 'harm'],
  costs: ['expenses', 'charges'],
  cost: ['expense', 'price'],
  person: ['individual', 'natural or legal person'],
  persons: ['individuals', 'people'],
  use: ['employ', 'apply'],
  decide: ['determine', 'resolve'],
  decides: ['determines', 'resolves'],
  decided: ['resolved', 'determined'],
  message: ['item', 'record'],
  messages: ['items', 'records'],
  members: ['participants', 'members and guests'],
  staff: ['employees', 'personnel'],
  before: ['prior to', 'ahead of'],
  after: ['following', 'as from'],
  about: ['concerning', 'regarding'],
  start: ['begin', 'commence'],
  begins: ['starts', 'commences'],
  ends: ['expires', 'finishes'],
  large: ['substantial', 'considerable'],
  small: ['minor', 'modest'],
  normally: ['usually', 'as a rule'],
  every: ['each', 'any'],
  each: ['every', 'any'],
  customer: ['client', 'subscriber'],
  supplier: ['provider', 'vendor'],
  contractor: ['service company', 'appointed contractor'],
  tenant: ['lessee', 'occupier'],
  landlord: ['lessor', 'owner'],
  recipient: ['grantee', 'beneficiary'],
  board: ['committee', 'management board'],
  company: ['undertaking', 'firm'],
  manager: ['supervisor', 'team leader'],
  equipment: ['apparatus', 'machinery'],
  premises: ['building', 'demised premises'],
  relay: ['broker', 'node'],
  consumer: ['subscriber', 'worker'],
};

const PROVISOS: Record<Genre, string[]> = {
  legal: [
    ', unless the parties agree otherwise in writing',
    ', provided that the delay was not caused by the other party',
    ', subject to any mandatory provision of law',
    ', and shall keep a record of having done so',
    ', except in an emergency',
    ', in so far as this is technically possible',
    ', and in any event not later than the end of the quarter',
    ', without prejudice to any other remedy',
  ],
  plain: [
    ', unless there is an urgent reason not to',
    ', and tell your colleagues that you have done so',
    ', as far as the circumstances allow',
    ', whichever comes first',
    ', including at weekends',
    ', and no later than the following morning',
    ', except during the summer months',
    ', in agreement with those concerned',
  ],
};

const SENTENCES: Record<Genre, string[]> = {
  legal: [
    'The burden of proof lies with the party that relies on the exception.',
    'No fee is payable for this.',
    'This does not affect rights that have already accrued.',
    'Silence is not to be taken as agreement.',
    'The same applies to affiliates and subcontractors.',
    'A copy shall be made available on request.',
  ],
  plain: [
    'Exceptions are listed in the annex.',
    'This was last changed in the spring.',
    'If in doubt, ask beforehand.',
    'The details are published on the notice board.',
    'Nobody is obliged to give a reason.',
    'Earlier arrangements lapse at the end of the year.',
  ],
};

const ADVERBIALS = [
  'at its own expense',
  'where practicable',
  'in good time',
  'as a minimum',
  'to the extent required',
  'at all times',
];

export type Genre = 'legal' | 'plain';

const NUMBER_WORDS = [
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'twelve',
  'fourteen',
  'fifteen',
  'twenty',
  'twenty-one',
  'twenty-eight',
  'thirty',
  'thirty-six',
  'forty',
  'forty-five',
  'sixty',
  'seventy-two',
  'eighty',
  'ninety',
];
const NUMBER_VALUES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 20, 21, 28, 30, 36, 40, 45, 60, 72, 80, 90];
const NUMBER_WORD = new RegExp(
  `\\b(${[...NUMBER_WORDS].sort((a, b) => b.length - a.length).join('|')})\\b(?: \\((\\d+)\\))?`,
  'g',
);

function otherNumber(value: number, rng: Rng): number {
  let other = value;
  while (other === value) other = rng.pick(NUMBER_VALUES);
  return other;
}

function numbersInWords(text: string, rng: Rng): Edit[] {
  return [...text.matchAll(NUMBER_WORD)].map((match) => {
    const value = otherNumber(NUMBER_VALUES[NUMBER_WORDS.indexOf(match[1])], rng);
    const word = NUMBER_WORDS[NUMBER_VALUES.indexOf(value)];
    const insert = match[2] === undefined ? word : `${word} (${value})`;
    return { start: match.index, end: match.index + match[0].length, insert };
  });
}

/** Numbers in figures; a group of thousands, a decimal or a time changes in one of its parts. */
function figures(text: string, rng: Rng): Edit[] {
  return [...text.matchAll(/(?<![\w.,/-])(\d+)((?:[.,:]\d+)*)(?![\w/-])/g)].map((match) => {
    const value = Number(match[1]);
    const step = value < 10 ? 1 : value < 100 ? 5 : 10 ** (String(value).length - 2) * 5;
    const insert = `${value + step * rng.between(1, 3)}${match[2]}`;
    return { start: match.index, end: match.index + match[0].length, insert };
  });
}

function synonyms(text: string, rng: Rng): Edit[] {
  return [...text.matchAll(/\b[a-z]+\b/g)]
    .filter((match) => Object.hasOwn(SYNONYMS, match[0]))
    .map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      insert: rng.pick(SYNONYMS[match[0]]),
    }));
}

function modals(text: string): Edit[] {
  return [...text.matchAll(/\b(shall|may|must)( not)? (?=[a-z])/g)].map((match) => {
    const insert = match[2] === undefined ? `${match[1]} not ` : `${match[1]} `;
    return { start: match.index, end: match.index + match[0].length, insert };
  });
}

function adverbials(text: string, rng: Rng): Edit[] {
  return [...text.matchAll(/\b(?:shall|may|must|is|are) (?=[a-z])/g)].map((match) => {
    const at = match.index + match[0].length;
    return { start: at, end: at, insert: `${rng.pick(ADVERBIALS)} ` };
  });
}

function provisos(text: string, rng: Rng, genre: Genre): Edit[] {
  return [...text.matchAll(/[a-z](?=[.;](?:\s|$))/g)].map((match) => {
    const at = match.index + 1;
    return { start: at, end: at, insert: rng.pick(PROVISOS[genre]) };
  });
}

function moreSentences(text: string, rng: Rng, genre: Genre): Edit[] {
  return text.endsWith('.')
    ? [{ start: text.length, end: text.length, insert: ` ${rng.pick(SENTENCES[genre])}` }]
    : [];
}

/** A phrase between commas, or after the last comma, struck out. */
function phrases(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const match of text.matchAll(/, [^,.;:]{8,60}(?=,|\.$|;$)/g)) {
    edits.push({ start: match.index, end: match.index + match[0].length, insert: '' });
  }
  for (const match of text.matchAll(/ \([^()]{6,60}\)/g)) {
    edits.push({ start: match.index, end: match.index + match[0].length, insert: '' });
  }
  return edits;
}

function lessSentences(text: string): Edit[] {
  const sentences = [...text.matchAll(/[^.]+\.(?:\s|$)/g)];
  if (sentences.length < 2) return [];
  const last = sentences.at(-1)!;
  return [{ start: last.index - 1, end: last.index + last[0].length, insert: '' }];
}

/** Dates: another day, another year. */
function dates(text: string, rng: Rng): Edit[] {
  const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
  return [...text.matchAll(new RegExp(`\\b(\\d{1,2}) (${months})\\b`, 'g'))].map((match) => {
    const day = ((Number(match[1]) + rng.between(1, 20)) % 28) + 1;
    return {
      start: match.index,
      end: match.index + match[1].length,
      insert: String(day === Number(match[1]) ? day + 1 : day),
    };
  });
}

type Source = (text: string, rng: Rng, genre: Genre) => Edit[];

/** How often each kind of edit is tried, out of all. */
const SOURCES: readonly [weight: number, Source][] = [
  [4, numbersInWords],
  [4, figures],
  [5, synonyms],
  [2, modals],
  [2, adverbials],
  [3, provisos],
  [1, moreSentences],
  [2, phrases],
  [1, lessSentences],
  [1, dates],
];

/** Ranges that no edit may touch: references, markup. */
function guarded(text: string): [number, number][] {
  return [...text.matchAll(/\{[a-z]+\}|\*\*[^*]+\*\*|`[^`]+`/g)].map((m) => [m.index, m.index + m[0].length]);
}

const touches = (edit: Edit, [start, end]: [number, number]) => edit.start <= end && edit.end >= start;

/** A text after `count` edits that keep clear of each other (fewer when it offers no more), and what they amount to. */
export function editText(
  text: string,
  rng: Rng,
  genre: Genre,
  count: number,
): { text: string; changed: number } {
  const taken = guarded(text);
  const chosen: Edit[] = [];
  for (let tries = 0; tries < 24 && chosen.length < count; tries++) {
    const total = SOURCES.reduce((sum, [weight]) => sum + weight, 0);
    let at = rng.below(total);
    const [, source] = SOURCES.find(([weight]) => (at -= weight) < 0)!;
    const free = source(text, rng, genre).filter((edit) => !taken.some((range) => touches(edit, range)));
    if (free.length === 0) continue;
    const edit = rng.pick(free);
    // What is left has to be a text.
    if (edit.insert === '' && text.length - (edit.end - edit.start) < 20) continue;
    chosen.push(edit);
    taken.push([edit.start, edit.end]);
  }
  return apply(text, chosen);
}

/** Length of the whole words that both texts begin and end with: what an edit writes back as it was. */
function sharedWords(a: string, b: string): number {
  const left = a.split(/(?<= )/);
  const right = b.split(/(?<= )/);
  let head = 0;
  while (head < Math.min(left.length, right.length) && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < Math.min(left.length, right.length) - head && left.at(-1 - tail) === right.at(-1 - tail))
    tail++;
  const shared = [...left.slice(0, head), ...left.slice(left.length - tail)];
  return shared.join('').length;
}

function apply(text: string, edits: readonly Edit[]): { text: string; changed: number } {
  let changed = 0;
  let result = text;
  for (const edit of [...edits].sort((a, b) => b.start - a.start)) {
    const removed = result.slice(edit.start, edit.end);
    changed += removed.length + edit.insert.length - 2 * sharedWords(removed, edit.insert);
    result = result.slice(0, edit.start) + edit.insert + result.slice(edit.end);
  }
  return { text: result, changed };
}

/** A cell after an edit: a figure where it has one, else a word more or another word. */
export function editCell(cell: string, rng: Rng): { text: string; changed: number } {
  const edits = [...figures(cell, rng), ...synonyms(cell, rng), ...numbersInWords(cell, rng)];
  if (edits.length > 0) return apply(cell, [rng.pick(edits)]);
  const insert = rng.pick([' (revised)', ' or equivalent', ' on request', ', see note']);
  return apply(cell, [
    { start: cell.length, end: cell.length, insert: cell === '' ? 'to be confirmed' : insert },
  ]);
}

/** A block of code after an edit: one figure or one word of it. */
export function editCode(code: string, rng: Rng): { text: string; changed: number } {
  const words = [...code.matchAll(/[a-z]{4,}|\d+/g)];
  if (words.length === 0) return { text: code, changed: 0 };
  const word = rng.pick(words);
  const insert = /\d/.test(word[0]) ? String(Number(word[0]) + rng.between(1, 9)) : `${word[0]}2`;
  return apply(code, [{ start: word.index, end: word.index + word[0].length, insert }]);
}

/**
 * A text of which only the opening stays, the rest being taken from `donor`: what is left of a sentence that somebody
 * wrote anew.
 */
export function rewriteText(text: string, donor: string, rng: Rng): { text: string; changed: number } | null {
  if (/\{/.test(text)) return null;
  const words = plainText(text).split(' ');
  const kept = Math.max(2, Math.round(words.length * (0.2 + 0.2 * rng.next())));
  const donated = plainText(donor).split(' ');
  const tail = donated.slice(Math.min(donated.length - 4, Math.max(1, Math.round(donated.length * 0.2))));
  if (words.length < 8 || tail.length < 4) return null;
  const opening = words.slice(0, kept).join(' ');
  const rewritten = `${opening} ${tail.join(' ')}`;
  return { text: rewritten, changed: text.length + rewritten.length - 2 * opening.length };
}

/** Where a text can be parted in two that each stand by themselves; null where it cannot. */
export function splitText(text: string, rng: Rng): [string, string] | null {
  const sentences = [...text.matchAll(/\. (?=[A-Z])/g)].map((match) => match.index + 1);
  const clauses = [...text.matchAll(/(?:;|, and|, but) (?=[a-z])/g)].map((match) => match.index);
  const cuts = (sentences.length > 0 ? sentences : clauses).filter((at) => at > 30 && at < text.length - 30);
  if (cuts.length === 0) return null;
  const at = rng.pick(cuts);
  if (sentences.includes(at)) return [text.slice(0, at), text.slice(at + 1)];
  const rest = text.slice(at).replace(/^(?:;|, and|, but) (?:and )?/, '');
  return [`${text.slice(0, at)}.`, rest[0].toUpperCase() + rest.slice(1)];
}
