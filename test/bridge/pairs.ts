import fc from 'fast-check';
import { SOURCES } from '../scope/sources.js';

/** Two versions of a text, and the name of the file it is. */
export interface Pair {
  readonly fileName: string;
  readonly text: string;
  readonly proposed: string;
}

const WORD = fc.constantFrom(
  ...'party notice claim term days within shall deliver agreed fee rate café 条款 naïve 😀 (a) 5.1 {x} _y_ **z** `q` a'.split(
    ' ',
  ),
);
const SENTENCE = fc.array(WORD, { minLength: 1, maxLength: 14 }).map((words) => `${words.join(' ')}.`);
const PARAGRAPH = fc.array(SENTENCE, { minLength: 1, maxLength: 4 }).map((it) => it.join(' '));
const LIST = fc
  .array(SENTENCE, { minLength: 1, maxLength: 4 })
  .map((items) => items.map((it) => `- ${it}`).join('\n'));
const TABLE = fc
  .array(fc.tuple(WORD, WORD), { minLength: 1, maxLength: 4 })
  .map((rows) => `| Term | Value |\n|---|---|\n${rows.map(([a, b]) => `| ${a} | ${b} |`).join('\n')}`);
const CODE = fc.array(WORD, { maxLength: 4 }).map((words) => `\`\`\`\n${words.join('\n')}\n\`\`\``);
const HEADING = fc
  .tuple(fc.integer({ min: 1, max: 3 }), WORD, fc.nat(30))
  .map(([n, word, i]) => `${'#'.repeat(n)} ${word} ${i}`);
const BLOCK = fc.oneof(
  { weight: 4, arbitrary: PARAGRAPH },
  { weight: 3, arbitrary: HEADING },
  { weight: 1, arbitrary: LIST },
  { weight: 1, arbitrary: TABLE },
  { weight: 1, arbitrary: CODE },
);

/** A place in a list, as a part of its length; anywhere alike. */
const where = fc.noBias(fc.nat(10_000)).map((n) => n / 10_000);

/** A change of a list of parts: some replaced, put in, taken out, moved, or one word put for another everywhere. */
function edited<T>(part: fc.Arbitrary<T>): fc.Arbitrary<(parts: readonly T[]) => T[]> {
  const one = fc.oneof(
    fc.tuple(where, part).map(
      ([at, it]) =>
        (parts: T[]) =>
          parts.with(Math.floor(at * (parts.length - 1)), it),
    ),
    fc.tuple(where, part).map(
      ([at, it]) =>
        (parts: T[]) =>
          parts.toSpliced(Math.round(at * parts.length), 0, it),
    ),
    where.map((at) => (parts: T[]) => parts.toSpliced(Math.floor(at * (parts.length - 1)), 1)),
    fc.tuple(where, where).map(([from, to]) => (parts: T[]) => {
      const [taken, ...more] = parts.slice(Math.floor(from * (parts.length - 1)));
      const rest = [...parts.slice(0, parts.length - more.length - 1), ...more];
      return rest.toSpliced(Math.round(to * rest.length), 0, taken as T);
    }),
  );
  return fc
    .array(one, { minLength: 1, maxLength: 4 })
    .map(
      (all) => (parts: readonly T[]) =>
        all.reduce((at, change) => (at.length === 0 ? at : change(at)), [...parts]),
    );
}

/** Changes of words, of lines, and of everything alike. */
const TOUCH: fc.Arbitrary<(text: string) => string> = fc
  .array(
    fc.oneof(
      fc
        .tuple(
          edited(fc.oneof(WORD, fc.constantFrom('x', '', '\n', '};', ' = 1'))),
          fc.constantFrom(/(?<=\s)/u, /(?<=[^\w])/u),
        )
        .map(
          ([change, at]) =>
            (text: string) =>
              change(text.split(at)).join(''),
        ),
      edited(fc.constantFrom<string[]>('', '  return 1;', '}', '# New', 'one more line', '  // so')).map(
        (change) => (text: string) => change(text.split('\n')).join('\n'),
      ),
      fc.tuple(WORD, WORD).map(
        ([from, to]) =>
          (text: string) =>
            text.replaceAll(from, to),
      ),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((all) => (text: string) => all.reduce((at, change) => change(at), text));

/** Two versions of a Markdown document. */
export const markdownPairs: fc.Arbitrary<Pair> = fc
  .tuple(fc.array(BLOCK, { maxLength: 16 }), edited(BLOCK), TOUCH)
  .map(([blocks, change, touch]) => ({
    fileName: 'a.md',
    text: `${blocks.join('\n\n')}\n`,
    proposed: touch(`${change(blocks).join('\n\n')}\n`),
  }));

/** Two versions of a small program, in any language that has scopes. */
export const codePairs: fc.Arbitrary<Pair> = fc
  .tuple(fc.constantFrom(...Object.values(SOURCES)), TOUCH)
  .map(([{ fileName, text }, touch]) => ({ fileName, text, proposed: touch(text) }));

const DATA: Readonly<Record<string, string>> = {
  'a.json':
    '{\n  "name": "x",\n  "deps": {\n    "a": "1.0",\n    "b": ["c", {"d": 1}]\n  },\n  "end": true\n}\n',
  'a.yaml': 'name: x\ndeps:\n  a: "1.0"\n  b:\n    - c\n    - d: 1\nend: true\n',
  'a.toml': 'name = "x"\n\n[deps]\na = "1.0"\nb = ["c"]\n\n[end]\nd = true\n',
  'a.ini': '; all\nname = x\n\n[deps]\na = 1.0\n\n[end]\nd = yes\n',
  'a.txt':
    'TERMS\n\n1. Fees\n\n1.1 Pay within thirty days.\n\n(a) by transfer; or\n\n(b) by cheque.\n\n2. Term\n\n2.1 One year.\n',
  'a.sql': 'select a,\n  b\nfrom c\nwhere d = 1;\n',
};

/** Two versions of a data file or a plain text; of one no scopes are known. */
export const dataPairs: fc.Arbitrary<Pair> = fc
  .tuple(fc.constantFrom(...Object.entries(DATA)), TOUCH)
  .map(([[fileName, text], touch]) => ({ fileName, text, proposed: touch(text) }));

/** Two texts that may have nothing to do with each other. */
export const strangers: fc.Arbitrary<Pair> = fc
  .tuple(
    fc.constantFrom('a.md', 'a.ts', 'a.txt', 'a.none'),
    fc.string({ unit: fc.constantFrom(...'ab1 \n.#-|`😀é\u0301字{}', '\n\n'), maxLength: 60 }),
    fc.string({ unit: fc.constantFrom(...'ab1 \n.#-|`😀é\u0301字{}', '\n\n'), maxLength: 60 }),
  )
  .map(([fileName, text, proposed]) => ({ fileName, text, proposed }));
