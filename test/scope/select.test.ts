import { describe, expect, test } from 'vitest';
import { enclosingScope, filterScopes, readScopes, selectScope } from '../../src/scope/index.js';

const TEXT = `class A { run() {} }
class B { run() {} stop() { function run() {} } }
const a_b = 1;
`;

describe('selecting', () => {
  test('takes a name that is the only one, and its qualified forms', async () => {
    const reading = await readScopes(TEXT, { language: 'js' });
    const stop = reading.symbols.find((it) => it.name === 'stop');
    for (const name of ['stop', 'B.stop'])
      expect(selectScope(reading, { name })).toMatchObject({ status: 'selected', symbol: stop });
    expect(selectScope(reading, { name: 'B.stop.run' })).toMatchObject({ symbol: { kind: 'function' } });
  });

  test('gives all candidates where a name means several, never one of them', async () => {
    const reading = await readScopes(TEXT, { language: 'js' });
    const selection = selectScope(reading, { name: 'run' });
    expect(selection.status).toBe('ambiguous');
    if (selection.status !== 'ambiguous') return;
    expect(selection.candidates.map((it) => [it.parent, it.kind])).toEqual([
      ['A', 'method'],
      ['B', 'method'],
      ['stop', 'function'],
    ]);
    expect(selectScope(reading, { name: 'run', kind: 'function' }).status).toBe('selected');
    expect(selectScope(reading, { name: 'A.run' }).status).toBe('selected');
  });

  test('finds nothing by a part of a name, another case or another kind', async () => {
    const reading = await readScopes(TEXT, { language: 'js' });
    for (const selector of [
      { name: 'sto' },
      { name: 'STOP' },
      { name: 'stop', kind: 'class' },
      { name: 'A.stop' },
    ])
      expect(selectScope(reading, selector)).toEqual({ status: 'not_found' });
  });

  test('keeps the punctuation of names', async () => {
    const text = '# What? (a.b)\n\n## 1.2. Why!\n\ntext\n';
    const reading = await readScopes(text, { language: 'markdown' });
    expect(selectScope(reading, { name: 'What? (a.b)' }).status).toBe('selected');
    expect(selectScope(reading, { name: 'What? (a.b).1.2. Why!' })).toMatchObject({
      symbol: { name: '1.2. Why!' },
    });
  });

  test('takes a dotted name and a qualified one for the same when both are written alike', async () => {
    const reading = await readScopes('{"a": {"b": 1}, "a.b": 2}', { language: 'json' });
    expect(selectScope(reading, { name: 'a.b' })).toMatchObject({ status: 'ambiguous' });
  });
});

test('filters by a part of the qualified name, whatever its case, and by kind', async () => {
  const reading = await readScopes(TEXT, { language: 'js' });
  const names = (filter: object) => filterScopes(reading, filter).map((it) => `${it.parent}.${it.name}`);
  expect(names({ query: 'B.R' })).toEqual(['B.run']);
  expect(names({ query: 'b.S' })).toEqual(['B.stop']);
  expect(names({ query: 'RUN', kind: 'method' })).toEqual(['A.run', 'B.run']);
  expect(filterScopes(reading)).toHaveLength(reading.symbols.length);
});

test('finds the smallest scope around a range', async () => {
  const reading = await readScopes(TEXT, { language: 'js' });
  const at = TEXT.indexOf('function run');
  expect(enclosingScope(reading, at + 3, at + 5)?.name).toBe('run');
  expect(enclosingScope(reading, at - 2, at + 5)?.name).toBe('stop');
  expect(enclosingScope(reading, TEXT.indexOf('class B') - 1, at)).toBeUndefined();
});
