import { expect, test } from 'vitest';
import { readScopes, selectScope } from '../../src/scope/index.js';

const JAVA = `class Sum {
  Sum() {}
  int add(int a, int b) { return a + b; }
  int add(int a,
          String b) { return a; }
  int size() { return 0; }
}
`;

test.each([
  ['a.java', JAVA, 'add', ['add(int a, int b)', 'add(int a, String b)']],
  [
    'a.cs',
    'class Sum {\n  int Add(int a) { return a; }\n  int Add(string a) => 0;\n  int Size() { return 0; }\n}\n',
    'Add',
    ['Add(int a)', 'Add(string a)'],
  ],
  [
    'a.cpp',
    'int add(int a) { return a; }\nint add(double a) { return 0; }\nint size() { return 0; }\n',
    'add',
    ['add(int a)', 'add(double a)'],
  ],
  [
    'a.hpp',
    'class Sum {\n  int add(int a);\n  int add(double a);\n};\n',
    'add',
    ['add(int a)', 'add(double a)'],
  ],
])('%s names what shares its name by its parameters too', async (fileName, text, shared, names) => {
  const reading = await readScopes(text, { fileName });
  const overloads = reading.symbols.filter((it) => it.overload_of !== undefined);
  expect(overloads.map(({ name, overload_of }) => [name, overload_of])).toEqual(
    names.map((it) => [it, shared]),
  );
  for (const [i, name] of names.entries())
    expect(selectScope(reading, { name })).toMatchObject({ status: 'selected', symbol: overloads[i] });
  // The shared name picks none of them.
  expect(selectScope(reading, { name: shared })).toEqual({ status: 'ambiguous', candidates: overloads });
});

test('an overload is selected within its class, and what shares its name with nothing keeps it', async () => {
  const reading = await readScopes(JAVA, { fileName: 'a.java' });
  expect(reading.symbols.map(({ name }) => name)).toContain('size');
  expect(selectScope(reading, { name: 'Sum.add(int a, int b)' })).toMatchObject({ status: 'selected' });
  expect(selectScope(reading, { name: 'Sum.add' })).toMatchObject({ status: 'ambiguous' });
});
