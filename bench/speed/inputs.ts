/**
 * The documents that time is measured on. All are made here, from names alone, out of the vocabulary of the accuracy
 * benchmark's documents, so that words recur as they do in real text.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Rng, rngOf } from '../accuracy/rng.js';

export interface Input {
  readonly name: string;
  readonly about: string;
  readonly format: 'markdown' | 'text';
  /** Measured in several rounds, because a target rests on it. */
  readonly rounds?: number;
  readonly make: () => { source: string; test: string };
}

const BASES = 'bench/accuracy/bases';

/** The words of the accuracy benchmark's documents in the order they stand in, repeats and all. */
function vocabulary(): string[] {
  const words: string[] = [];
  for (const file of readdirSync(BASES).sort()) {
    words.push(...(readFileSync(`${BASES}/${file}`, 'utf8').match(/\b[a-z]{2,}\b/g) ?? []));
  }
  return words;
}

class Writer {
  private readonly words = vocabulary();
  constructor(readonly rng: Rng) {}

  word(): string {
    return this.rng.pick(this.words);
  }

  sentence(): string {
    const words = Array.from({ length: this.rng.between(8, 20) }, () => this.word());
    if (this.rng.chance(0.4)) words[this.rng.between(2, words.length - 3)] += ',';
    const text = words.join(' ');
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  }

  /** Sentences of about `size` characters in all. */
  prose(size: number): string {
    let text = this.sentence();
    while (text.length < size) text += ` ${this.sentence()}`;
    return text;
  }

  heading(): string {
    return Array.from({ length: this.rng.between(2, 4) }, () => {
      const word = this.word();
      return word[0].toUpperCase() + word.slice(1);
    }).join(' ');
  }

  /** The text with one of its words another. */
  edit(text: string): string {
    const words = text.split(' ');
    const at = this.rng.between(1, words.length - 2);
    const end = /[.,;:|]*$/.exec(words[at])![0];
    words[at] = `${this.word()}ly${end}`;
    return words.join(' ');
  }

  /** The list with the given shares edited, left out and added. */
  revise(
    texts: readonly string[],
    edited: number,
    deleted: number,
    inserted: number,
    make: () => string,
  ): string[] {
    const result: string[] = [];
    for (const text of texts) {
      const roll = this.rng.next();
      if (roll < deleted) continue;
      result.push(roll < deleted + edited ? this.edit(text) : text);
      if (this.rng.chance(inserted)) result.push(make());
    }
    return result;
  }
}

/** Sections of twenty clauses of some 250 characters; a word changed in every tenth. */
function contract(clauses: number, markdown: boolean) {
  const writer = new Writer(rngOf(`contract/${clauses}/${markdown}`));
  const sides: [string[], string[]] = [[], []];
  const both = (text: string) => sides.forEach((side) => void side.push(text));
  both(markdown ? '# Framework Agreement' : 'FRAMEWORK AGREEMENT');
  for (let i = 0; i < clauses; i++) {
    const section = Math.floor(i / 20) + 1;
    if (i % 20 === 0) {
      const heading = writer.heading();
      both(markdown ? `## ${section}. ${heading}` : `${section}. ${heading.toUpperCase()}`);
    }
    let text = writer.prose(200);
    if (markdown && i % 25 === 7) text = text.replace(/^(\S+)/, '**$1**');
    const label = `${section}.${(i % 20) + 1}`;
    sides[0].push(`${label} ${text}`);
    sides[1].push(`${label} ${i % 10 === 0 ? writer.edit(text) : text}`);
  }
  return { source: `${sides[0].join('\n\n')}\n`, test: `${sides[1].join('\n\n')}\n` };
}

function tableOf(rows: number) {
  const writer = new Writer(rngOf(`table/${rows}`));
  const row = () => {
    const { rng } = writer;
    return `| ${writer.heading()} | ${rng.between(1, 9999)} | ${rng.between(1, 99)}.${rng.between(10, 99)} | ${writer.prose(30)} |`;
  };
  const head = ['# Price list', '', '| Article | Number | Price | Remark |', '| --- | --- | --- | --- |'];
  const source = Array.from({ length: rows }, row);
  const test = writer.revise(source, 0.05, 0.01, 0.01, row);
  for (let i = 0; i < 20; i++) {
    const [moved] = test.splice(writer.rng.below(test.length), 1);
    test.splice(writer.rng.below(test.length), 0, moved);
  }
  return { source: `${[...head, ...source].join('\n')}\n`, test: `${[...head, ...test].join('\n')}\n` };
}

/** Prose full of inline code, links and emphasis, with lists, tables and fenced code between. */
function specification(size: number) {
  const writer = new Writer(rngOf(`specification/${size}`));
  const { rng } = writer;
  const rich = () => {
    const words = writer.prose(260).split(' ');
    for (let i = 2; i < words.length - 1; i++) {
      const roll = rng.next();
      const bare = words[i].replace(/[.,]$/, '');
      const end = words[i].slice(bare.length);
      if (roll < 0.09) words[i] = `\`${bare}-${rng.below(90)}\`${end}`;
      else if (roll < 0.13) words[i] = `[${bare}](#${bare})${end}`;
      else if (roll < 0.15) words[i] = `*${bare}*${end}`;
      else if (roll < 0.16) words[i] = `**${bare}**${end}`;
    }
    return words.join(' ');
  };
  const list = () =>
    Array.from({ length: rng.between(3, 6) }, () => `- \`${writer.word()}\`: ${writer.sentence()}`).join(
      '\n',
    );
  const table = () =>
    [
      '| Field | Type | Meaning |',
      '| --- | --- | --- |',
      ...Array.from(
        { length: rng.between(4, 9) },
        () => `| \`${writer.word()}\` | ${writer.word()} | ${writer.sentence()} |`,
      ),
    ].join('\n');
  const code = () =>
    [
      '```js',
      ...Array.from(
        { length: rng.between(3, 8) },
        () => `const ${writer.word()} = ${writer.word()}(${rng.below(99)});`,
      ),
      '```',
    ].join('\n');
  const block = () => {
    const roll = rng.next();
    return roll < 0.7 ? rich() : roll < 0.82 ? list() : roll < 0.92 ? table() : code();
  };
  const sections: string[][] = [];
  for (let length = 0; length < size; ) {
    const section = [`${rng.chance(0.4) ? '##' : '###'} ${writer.heading()}`];
    for (let i = rng.between(3, 8); i > 0; i--) section.push(block());
    sections.push(section);
    length += section.join('\n\n').length + 2;
  }
  const revised = sections.map(([heading, ...blocks]) => [
    heading,
    ...writer.revise(blocks, 0.15, 0.05, 0.05, block),
  ]);
  for (let i = 0; i < 3; i++) {
    const [moved] = revised.splice(rng.below(revised.length), 1);
    revised.splice(rng.below(revised.length), 0, moved);
  }
  const join = (parts: readonly string[][]) =>
    `# Specification\n\n${parts.map((part) => part.join('\n\n')).join('\n\n')}\n`;
  return { source: join(sections), test: join(revised) };
}

function paragraphs(name: string, count: number, size: number): { writer: Writer; texts: string[] } {
  const writer = new Writer(rngOf(name));
  return { writer, texts: Array.from({ length: count }, () => writer.prose(size)) };
}

const join = (texts: readonly string[]) => `${texts.join('\n\n')}\n`;

export const INPUTS: readonly Input[] = [
  {
    name: 'sample',
    about: 'the sample agreement',
    format: 'markdown',
    rounds: 3,
    make: () => ({
      source: readFileSync('fixtures/agreement.source.md', 'utf8'),
      test: readFileSync('fixtures/agreement.test.md', 'utf8'),
    }),
  },
  {
    name: 'clauses-2000',
    about: 'Markdown contract, 2,000 clauses, a word changed in every tenth',
    format: 'markdown',
    rounds: 3,
    make: () => contract(2000, true),
  },
  {
    name: 'clauses-20000',
    about: 'the same with 20,000 clauses',
    format: 'markdown',
    rounds: 3,
    make: () => contract(20000, true),
  },
  {
    name: 'table-5000',
    about: 'one table of 5,000 rows, a twelfth of them touched',
    format: 'markdown',
    make: () => tableOf(5000),
  },
  {
    name: 'specification',
    about:
      '200 KB of inline code, links, lists and tables; a quarter of the blocks touched, three sections moved',
    format: 'markdown',
    rounds: 3,
    make: () => specification(200_000),
  },
  {
    name: 'text-20mb',
    about: '20 MB of plain text a side, a word changed in every tenth clause',
    format: 'text',
    make: () => contract(76_000, false),
  },
  {
    name: 'all-equal',
    about: '5,000 equal paragraphs against 4,900',
    format: 'text',
    make: () => {
      const { texts } = paragraphs('equal', 1, 200);
      return { source: join(Array(5000).fill(texts[0])), test: join(Array(4900).fill(texts[0])) };
    },
  },
  {
    name: 'nothing-common',
    about: '5,000 paragraphs a side without a word in common',
    format: 'text',
    make: () => {
      const { texts } = paragraphs('nothing', 10_000, 200);
      const other = (text: string) => text.replace(/\w+/g, (word) => `${word}q`);
      return { source: join(texts.slice(0, 5000)), test: join(texts.slice(5000).map(other)) };
    },
  },
  {
    name: 'one-paragraph',
    about: 'one paragraph of 200,000 words, every fiftieth changed',
    format: 'text',
    make: () => {
      const writer = new Writer(rngOf('one'));
      const words = Array.from({ length: 200_000 }, (_, i) =>
        i % 15 === 14 ? `${writer.word()}.` : writer.word(),
      );
      const test = words.map((word, i) => (i % 50 === 25 ? writer.word() : word));
      return { source: `${words.join(' ')}\n`, test: `${test.join(' ')}\n` };
    },
  },
  {
    name: 'all-moved',
    about: '5,000 different paragraphs, shuffled',
    format: 'text',
    make: () => {
      const { writer, texts } = paragraphs('moved', 5000, 200);
      return { source: join(texts), test: join(writer.rng.shuffle(texts)) };
    },
  },
];

/** The inputs made to hurt. */
export const ADVERSARIAL: readonly string[] = ['all-equal', 'nothing-common', 'one-paragraph', 'all-moved'];
