import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verify } from '../../src/verify/verify.js';
import { rendered } from './rendered.js';

/** Parts of a document, each of its own words and with more than words to it. */
const PARTS: readonly string[] = [
  'Read [the plan](plan.md "Plan") and *see* the ![map](map.png) as [it][r] says.',
  'Words that end here,  \ngo on with `code it` and **stay**, ~~gone~~ or not.[^n]',
  '### Sub heading',
  '- first bullet\n- second bullet\n  - nested bullet\n- [x] ticked task',
  '3. third item\n4. fourth item\n\n   more of the fourth',
  '> Quoted words of others.\n>\n> And a second paragraph.',
  '```js run\nplay(30);\n  deep();\n```',
  '| What | Where |\n|:---|---:|\n| Fees | <b>here</b> |\n| More | [there](a.md) |',
  '<div class="note">Kept</div>',
  '---',
  '2.1 A numbered clause of it.\n\n2.2 Another clause\nover two lines.',
  'Under line\n==========',
  'Plain words <https://auto.example> and www.plain.example in a row.',
];
const SCOPE = 'Scoped words stand here.';
const END = '\n\n[r]: http://r.example\n\n[^n]: A note.\n';

/** A document with one part that may change, and other parts around it. */
const documents = fc
  .tuple(fc.shuffledSubarray([...PARTS], { minLength: 2, maxLength: 6 }), fc.nat(6))
  .map(([parts, at]) => {
    const before = parts.slice(0, at).join('\n\n');
    const after = parts.slice(at).join('\n\n');
    return {
      text: `# Title\n\n${before}\n\n## Scope\n\n${SCOPE}\n\n## Rest\n\n${after}${END}`,
      start: `# Title\n\n${before}\n\n## Scope\n\n`.length,
    };
  });
const options = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;
const allowed = { anchors: ['Scoped words'] };

const signs = fc.constantFrom(...'#*-`> \n:\\1|_[](<~a"=.');

/** A text with a sign put in, taken out or changed outside the part that may change and the lines right beside it. */
function altered(
  text: string,
  start: number,
  at: number,
  how: 'insert' | 'delete' | 'replace',
  sign: string,
): string {
  const outside = [...text].map((_, i) => i).filter((i) => i < start - 1 || i > start + SCOPE.length + 1);
  const place = outside[at % outside.length];
  const rest = text.slice(how === 'insert' ? place : place + 1);
  return text.slice(0, place) + (how === 'delete' ? '' : sign) + rest;
}

const alterations = fc.record({
  document: documents,
  at: fc.nat(),
  how: fc.constantFrom('insert' as const, 'delete' as const, 'replace' as const),
  sign: signs,
  within: fc.option(fc.constantFrom('Other words stand here.', 'Scoped *words* are [here](x.md).', SCOPE), {
    nil: SCOPE,
  }),
});

test('an edit that changes outside its scope what a page shows is never in order', () => {
  let seen = 0;
  fc.assert(
    fc.property(alterations, ({ document: { text, start }, at, how, sign, within }) => {
      const strayed = altered(text, start, at, how, sign);
      if (rendered(strayed) === rendered(text) || !strayed.includes(SCOPE)) return;
      seen++;
      const edited = strayed.replace(SCOPE, within);
      const found = verify(text, edited, allowed, options);
      if (found.ok) throw new Error(`nothing strayed in ${JSON.stringify(edited)}`);
    }),
    { numRuns: 160 },
  );
  expect(seen).toBeGreaterThan(50);
});

test('no byte outside changes without being told of', () => {
  fc.assert(
    fc.property(alterations, ({ document: { text, start }, at, how, sign, within }) => {
      const strayed = altered(text, start, at, how, sign);
      if (strayed === text || !strayed.includes(SCOPE)) return;
      const edited = strayed.replace(SCOPE, within);
      const found = verify(text, edited, allowed, options);
      // White space that comes or goes right beside the scope is the scope's.
      const [head, tail] = edited.split(within);
      const isBeside =
        head.trimEnd() === text.slice(0, start).trimEnd() &&
        tail.trimStart() === text.slice(start + SCOPE.length).trimStart();
      if (isBeside) return;
      if (found.ok && found.layout_changes.length === 0)
        throw new Error(`untold in ${JSON.stringify(edited)}`);
      expect(verify(text, edited, allowed, { ...options, strict: true }).ok).toBe(false);
    }),
    { numRuns: 100 },
  );
});

test('an edit inside its scope is in order, however it is set, and strictly', () => {
  const word = fc.constantFrom(
    'other',
    'words',
    '*stressed*',
    '[linked](x.md)',
    '`code`',
    '5',
    'here,',
    '~~not~~',
    '![p](p.png)',
  );
  fc.assert(
    fc.property(documents, fc.array(word, { minLength: 1, maxLength: 12 }), ({ text }, words) => {
      const edited = text.replace(SCOPE, `Now ${words.join(' ')}.`);
      const found = verify(text, edited, allowed, { ...options, strict: true });
      expect([
        found.ok,
        found.markup_changes.filter(({ verdict }) => verdict !== 'in_scope'),
        found.layout_changes,
      ]).toEqual([true, [], []]);
    }),
    { numRuns: 80 },
  );
});

/** Ways to write a document anew that change nothing of what it shows. */
const LAYOUTS: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll(/^- /gm, '* '),
  (text) => text.replaceAll(/(?<=\w) (?=\w+ \w+$)/gm, '\n').replaceAll(/^# Title/gm, 'Title\n====='),
  (text) => text.replaceAll('**', '__').replaceAll(/\*(see)\*/g, '_$1_'),
  (text) => text.replaceAll('```', '~~~~'),
  (text) => text.replaceAll('| ', '|   ').replaceAll(':---', ':------'),
  (text) => text.replaceAll('\n\n', '\n\n\n'),
  (text) => text.replaceAll('---\n', '***\n'),
];

test('another layout is told as such, and is in order unless nothing may differ', () => {
  fc.assert(
    fc.property(documents, fc.constantFrom(...LAYOUTS), ({ text }, layout) => {
      const laid = layout(text);
      if (laid === text || rendered(laid) !== rendered(text)) return;
      const found = verify(text, laid, allowed, options);
      if (!found.ok)
        throw new Error(
          `${JSON.stringify([found.out_of_scope, found.markup_changes])} in ${JSON.stringify(laid)}`,
        );
      expect(found.layout_changes.every(({ verdict }) => verdict === 'allowed')).toBe(true);
    }),
    { numRuns: 80 },
  );
});

test('a document and itself differ in nothing, in any format', () => {
  fc.assert(
    fc.property(documents, fc.constantFrom('markdown', 'text'), ({ text }, format) => {
      const found = verify(
        text,
        text,
        { address_prefixes: ['/'] },
        { sourceFormat: format, testFormat: format, strict: true },
      );
      expect([found.ok, found.markup_changes, found.layout_changes]).toEqual([true, [], []]);
    }),
    { numRuns: 60 },
  );
});

test('of plain text, what is no white space and no bullet is never layout', () => {
  const before =
    'All of this holds between the parties.\n\n- first\n- second\n\n1. Pay within thirty days of the invoice.\n';
  const told = (after: string) => {
    const found = verify(
      before,
      after,
      { anchors: ['Pay within'] },
      { sourceFormat: 'text', testFormat: 'text' },
    );
    return [found.ok, found.layout_changes.length > 0];
  };
  expect(told(before.replace('All of this', 'All\nof this'))).toEqual([true, true]);
  expect(told(before.replaceAll('- ', '* '))).toEqual([true, true]);
  expect(told(before.replace('- first', 'first'))[0]).toBe(false);
  expect(told(before.replace('thirty', 'sixty'))).toEqual([true, false]);
});
