/** The fixture pairs: `fixtures/NAME.source.EXT` and `NAME.test.EXT`, and how each is compared. */
import { readdirSync, readFileSync } from 'node:fs';
import { type CompareOptions, type Comparison, compare } from '../../src/compare/index.js';

const FOLDER = new URL('../../fixtures/', import.meta.url);

/** Options of the pairs that are not compared by the defaults. */
const OPTIONS: Readonly<Record<string, CompareOptions>> = {
  statute: { profile: 'legislation' },
};

/** A pair of documents and its name. */
export interface FixturePair {
  readonly name: string;
  readonly source: { readonly text: string; readonly path: string };
  readonly test: { readonly text: string; readonly path: string };
  readonly options: CompareOptions;
}

/** Every pair in the folder, by name. */
export const FIXTURES: readonly FixturePair[] = readdirSync(FOLDER)
  .flatMap((file) => {
    const match = /^(.+)\.source\.([a-z]+)$/.exec(file);
    return match === null ? [] : [pair(match[1], match[2])];
  })
  .sort((a, b) => (a.name < b.name ? -1 : 1));

function pair(name: string, extension: string): FixturePair {
  const side = (which: string) => {
    const path = `${name}.${which}.${extension}`;
    return { text: readFileSync(new URL(path, FOLDER), 'utf8'), path };
  };
  return { name, source: side('source'), test: side('test'), options: OPTIONS[name] ?? {} };
}

/** The pair of that name, compared. */
export function compareFixture(name: string): Comparison {
  const found = FIXTURES.find((fixture) => fixture.name === name);
  if (found === undefined) throw new Error(`there is no fixture ${name}; see fixtures/`);
  return compare(found.source, found.test, found.options);
}
