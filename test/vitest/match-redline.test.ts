import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Comparison, compare } from '../../src/compare/index.js';
import { type MatcherContext, toMatchRedline } from '../../src/vitest/index.js';

const before = '# Terms\n\n1. Pay within thirty days.\n\n2. Notices are in writing.\n';
const after = before.replace('thirty', 'sixty');
const later = after.replace('in writing', 'by letter');

describe('toMatchRedline', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'redtree-matcher-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (received: unknown, file: string, context: MatcherContext, options = {}) =>
    toMatchRedline.call(context, received as Comparison, file, options);
  const here = (): MatcherContext => ({ testPath: join(folder, 'terms.test.ts') });
  const updating = (): MatcherContext => ({ ...here(), snapshotState: { snapshotUpdateState: 'all' } });

  it('writes the file in an update, beside the test, and passes from then on', () => {
    const comparison = compare(before, after);
    expect(run(comparison, 'kept/terms.json', updating()).pass).toBe(true);
    const text = readFileSync(join(folder, 'kept', 'terms.json'), 'utf8');
    expect(text).toBe(`${JSON.stringify(comparison.toJSON({ trees: false }), null, 2)}\n`);
    expect(run(comparison, 'kept/terms.json', here()).pass).toBe(true);
  });

  it('fails with the changes that appeared, went or are told otherwise', () => {
    run(compare(before, after), 'terms.json', updating());
    const { pass, message } = run(compare(before, later), 'terms.json', here());
    expect(pass).toBe(false);
    const file = relative(process.cwd(), join(folder, 'terms.json'));
    expect(message()).toBe(`1 change appeared, 2 other values changed against ${file}

in Terms
  + appeared: 2 edited (list item, clause) at /section[1]/list_item[2]
      Notices are [-in writing-]{+by letter+}.
statistics.counts.modified: 1 → 2
statistics.counts.total: 1 → 2

If this is meant, run Vitest with -u to keep it.`);
  });

  it('fails where nothing is kept, also on a run that writes new snapshots', () => {
    const state = { snapshotState: { snapshotUpdateState: 'new' as const } };
    const { pass, message } = run(compare(before, after), 'terms.json', { ...here(), ...state });
    expect(pass).toBe(false);
    expect(message()).toMatch(/terms\.json is not there: run Vitest with -u/);
  });

  it('takes a document as it stands on the wire, and its form as it is', () => {
    const document = JSON.parse(JSON.stringify(compare(before, after)));
    run(document, 'terms.json', updating());
    expect(run(compare(before, after).toJSON(), 'terms.json', here()).pass).toBe(true);
    expect(run(compare(before, after), 'terms.json', here()).message()).toContain('source: went');
  });

  it('keeps trees and alignment when asked, so that the file reads back', () => {
    const comparison = compare(before, after);
    run(comparison, 'terms.json', updating(), { trees: true });
    expect(run(comparison, 'terms.json', here(), { trees: true }).pass).toBe(true);
    const read = Comparison.fromJSON(JSON.parse(readFileSync(join(folder, 'terms.json'), 'utf8')));
    expect(read.changes).toEqual(comparison.changes);
  });

  it('writes nothing for a test that expects another redline', () => {
    expect(run(compare(before, after), 'terms.json', { ...updating(), isNot: true }).pass).toBe(false);
    expect(() => readFileSync(join(folder, 'terms.json'))).toThrow('ENOENT');
  });

  it('says what is wrong with a file that is no comparison document', () => {
    writeFileSync(join(folder, 'terms.json'), '{ "changes": [] }');
    expect(run(compare(before, after), 'terms.json', here()).message()).toContain('it has no schema_version');
  });

  it('refuses what is no comparison', () => {
    expect(() => run('{}', 'terms.json', here())).toThrow('hand it JSON.parse(text)');
    expect(() => run({}, 'terms.json', here())).toThrow('no comparison document');
    expect(() => run(compare(before, after), '', here())).toThrow('the name of the file');
  });

  it('is there for a test that imports redtree/vitest', () => {
    const file = join(folder, 'terms.json');
    writeFileSync(file, JSON.stringify(compare(before, after).toJSON({ trees: false })));
    expect(compare(before, after)).toMatchRedline(file);
    expect(compare(before, later)).not.toMatchRedline(file);
    expect(() => expect(compare(before, later)).toMatchRedline(file)).toThrow('+ appeared: 2 edited');
  });
});
