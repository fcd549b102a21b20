import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { read } from './outline.js';

describe('JSON', () => {
  const text = `{
  // The name.
  "name": "x", "a.b": 1,
  "scripts": { "build": "node", "steps": [1, { "run": [ { "id": 1 } ] }] },
  "": { "dev": true },
  "list": [ ],
}
`;

  test('names items by their dotted path, elements from 0, an empty key ""', async () => {
    const { outline, reading } = await read(text, { mediaType: 'application/json; charset=utf-8' });
    expect(reading.language).toBe('json');
    expect(reading.skipped).toEqual([]);
    expect(outline).toEqual([
      'config_item name @2-3',
      'config_item a.b @3',
      'object scripts @4',
      '  config_item scripts.build @4',
      '  config_item scripts.steps @4',
      '    object scripts.steps[1] @4',
      '      config_item scripts.steps[1].run @4',
      '        object scripts.steps[1].run[0] @4',
      '          config_item scripts.steps[1].run[0].id @4',
      'object "" @5',
      '  config_item "".dev @5',
      'config_item list @6',
    ]);
  });

  test('cuts from the key, with a comment right above it, to the end of the value, without the comma', async () => {
    const { slice } = await read(text, { language: 'json' });
    expect(slice('name')).toBe('// The name.\n  "name": "x"');
    expect(slice('scripts.steps[1]')).toBe('{ "run": [ { "id": 1 } ] }');
    expect(slice('"".dev')).toBe('"dev": true');
  });

  test('names what is in an array at the root', async () => {
    const { outline } = await read('[{"a": 1}, 2, {"a": 2}]', { language: 'json' });
    expect(outline).toEqual([
      'object [0] @1',
      '  config_item [0].a @1',
      'object [2] @1',
      '  config_item [2].a @1',
    ]);
  });

  test('gives what is sound around a fault, and says what it passed over', async () => {
    const faulty = '{\n"a": 1,\n"b": tru,\n"c": {"d": 1 "e": 2, "f": 3},\n"g": [1, 2\n}';
    const { outline, reading } = await read(faulty, { language: 'json' });
    expect(outline).toEqual(['config_item a @2', 'config_item c.d < c @4', 'config_item c.f < c @4']);
    expect(reading.skipped.map((it) => [it.name, it.kind, it.start_line, it.end_line])).toEqual([
      [null, null, 3, 3],
      ['c', 'object', 4, 4],
      ['g', 'config_item', 5, 5],
    ]);
  });

  test('gives what stands before the end of a text that breaks off', async () => {
    const { outline, reading } = await read('{"a": 1, "b": {"c": 2, "d": "ope', { language: 'json' });
    expect(outline).toEqual(['config_item a @1', 'config_item b.c < b @1']);
    expect(reading.skipped.map((it) => it.name)).toContain('b');
  });
});

describe('YAML', () => {
  const text = `# The licence.

# How it is built.
build: &all # now
  run: |
    make
    # all

  # Where.
  where: "here
    or there"
on: [1, {push: 2, "to main": 3}]
jobs:
- name: a
  env: {}
# The second.
- name: b
<<: *all
empty:
last: >-
  folded
# The end.
`;

  test('names items by their dotted path', async () => {
    const { outline, reading } = await read(text, { fileName: 'a/ci.yml' });
    expect(reading.skipped).toEqual([]);
    expect(outline).toEqual([
      'object build @3-11',
      '  config_item build.run @5-7',
      '  config_item build.where @9-11',
      'config_item on @12',
      '  object on[1] @12',
      '    config_item on[1].push @12',
      '    config_item on[1].to main @12',
      'config_item jobs @13-17',
      '  object jobs[0] @14-15',
      '    config_item jobs[0].name @14',
      '    object jobs[0].env @15',
      '  object jobs[1] @16-17',
      '    config_item jobs[1].name @17',
      'config_item << @18',
      'config_item empty @19',
      'config_item last @20-21',
    ]);
  });

  test('cuts with the comment right above, the dash of an element, and no comment behind', async () => {
    const { slice } = await read(text, { language: 'yaml' });
    expect(slice('build.run')).toBe('run: |\n    make\n    # all');
    expect(slice('build.where')).toBe('# Where.\n  where: "here\n    or there"');
    expect(slice('jobs[1]')).toBe('# The second.\n- name: b');
    expect(slice('empty')).toBe('empty:');
    expect(slice('last')).toBe('last: >-\n  folded');
  });

  test('numbers the documents of a stream', async () => {
    const { outline } = await read('kind: A\n---\nkind: B\nspec: {x: 1}\n', { language: 'yaml' });
    expect(outline).toEqual([
      'object document[0] @1',
      '  config_item document[0].kind @1',
      'object document[1] @3-4',
      '  config_item document[1].kind @3',
      '  object document[1].spec @4',
      '    config_item document[1].spec.x @4',
    ]);
  });

  test('leaves out what a fault touches', async () => {
    const { outline, reading } = await read('a: 1\nb: "open\nc: 3\n', { language: 'yaml' });
    expect(outline).toEqual(['config_item a @1']);
    expect(reading.skipped).toMatchObject([
      { name: 'b', reason: 'syntax_error', start_line: 2, end_line: 3 },
    ]);
  });

  test('refuses to go down a text that nests without end', async () => {
    for (const deep of ['['.repeat(100_000), '- '.repeat(50_000), '{a: '.repeat(50_000)]) {
      const { reading } = await read(deep, { language: 'yaml' });
      expect(reading.symbols).toEqual([]);
      expect(reading.skipped).toMatchObject([{ reason: 'too_deep', start: 0 }]);
    }
  });
});

describe('TOML', () => {
  const text = `# The name.
name = "x"
a.b."c d" = 1

[owner]
since = 1979-05-27 # a day

# First.
[[hosts]]
ip = "1"
ports = [
  1, # one
  { from = 2 },
]
[[hosts]]
ip = "2"
  [hosts.limits.soft]
  cpu = { max = 1 }
`;

  test('names tables and pairs by their full path, and numbers arrays of tables', async () => {
    const { outline, reading } = await read(text, { fileName: 'Cargo.toml' });
    expect(reading.skipped).toEqual([]);
    expect(outline).toEqual([
      'config_item name @1-2',
      'config_item a.b.c d @3',
      'object owner @5-6',
      '  config_item owner.since @6',
      'object hosts[0] @8-14',
      '  config_item hosts[0].ip @10',
      '  config_item hosts[0].ports @11-14',
      '    object hosts[0].ports[1] @13',
      '      config_item hosts[0].ports[1].from @13',
      'object hosts[1] @15-16',
      '  config_item hosts[1].ip @16',
      'object hosts[1].limits.soft < hosts[1].limits @17-18',
      '  object hosts[1].limits.soft.cpu @18',
      '    config_item hosts[1].limits.soft.cpu.max @18',
    ]);
  });

  test('cuts a table from its comment to its last pair', async () => {
    const { slice } = await read(text, { language: 'toml' });
    expect(slice('owner')).toBe('[owner]\nsince = 1979-05-27');
    expect(slice('hosts[0]')).toBe(
      text.slice(text.indexOf('# First.'), text.indexOf('\n[[hosts]]\nip = "2"')),
    );
  });

  test('leaves out a table with a fault in it, and keeps its sound pairs', async () => {
    const { outline, reading } = await read('[a]\nx = 1\ny = = 2\n\n[b]\nz = 3\n', { language: 'toml' });
    expect(outline).toContain('object b @5-6');
    expect(outline).toContain('  config_item b.z @6');
    expect(outline.join()).not.toContain('object a');
    expect(reading.skipped.length).toBeGreaterThan(0);
  });
});

describe('INI', () => {
  const text = `; For all.
root = true

[*.{js,ts}]
# Spaces.
indent_style = space
[remote "origin"]
\turl = x
\tfetch : y
[options]
install_requires =
    foo>=1
    bar
switch
`;

  test('names sections by what stands in the brackets, and keys with their section', async () => {
    const { outline, reading } = await read(text, { fileName: 'setup.cfg' });
    expect(reading.skipped).toEqual([]);
    expect(outline).toEqual([
      'config_item root @1-2',
      'object *.{js,ts} @4-6',
      '  config_item *.{js,ts}.indent_style @5-6',
      'object remote "origin" @7-9',
      '  config_item remote "origin".url @8',
      '  config_item remote "origin".fetch @9',
      'object options @10-14',
      '  config_item options.install_requires @11-13',
      '  config_item options.switch @14',
    ]);
  });

  test('cuts a value with the lines it goes on over', async () => {
    const { slice } = await read(text, { language: 'ini' });
    expect(slice('options.install_requires')).toBe('install_requires =\n    foo>=1\n    bar');
    expect(slice('remote "origin"')).toBe('[remote "origin"]\n\turl = x\n\tfetch : y');
  });

  test('reports a line that is nothing, and does not vouch for its section', async () => {
    const { outline, reading } = await read('[a]\nx = 1\n!!! what is this\ny = 2\n[b]\nz = 3\n', {
      language: 'ini',
    });
    expect(outline).toEqual([
      'config_item a.x < a @2',
      'config_item a.y < a @4',
      'object b @5-6',
      '  config_item b.z @6',
    ]);
    expect(reading.skipped.map((it) => [it.name, it.start_line])).toEqual([
      ['a', 1],
      [null, 3],
    ]);
  });
});

describe('the files of this project', () => {
  /** Names of the keys and of the objects in arrays, from the parsed value. */
  function namesOf(value: unknown, name: string | null): string[] {
    if (typeof value !== 'object' || value === null) return [];
    if (Array.isArray(value))
      return value.flatMap((it, i) => {
        const path = `${name ?? ''}[${i}]`;
        const isObject = typeof it === 'object' && it !== null && !Array.isArray(it);
        return isObject ? [path, ...namesOf(it, path)] : namesOf(it, path);
      });
    return Object.entries(value).flatMap(([key, it]) => {
      const spelt = key === '' ? '""' : key;
      const path = name === null ? spelt : `${name}.${spelt}`;
      return [path, ...namesOf(it, path)];
    });
  }

  test.each(['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json'])(
    'gives every key of %s, and each with its own value',
    async (path) => {
      const text = readFileSync(path, 'utf8');
      const value = JSON.parse(text) as unknown;
      const { reading } = await read(text, { fileName: path });
      expect(reading.skipped).toEqual([]);
      expect(reading.symbols.map((it) => it.name)).toEqual(namesOf(value, null));
      for (const { kind, start, end } of reading.symbols) {
        const slice = text.slice(start, end);
        // Each is a member that parses by itself, of the sort its kind says.
        const [it] = Object.values(JSON.parse(slice.startsWith('{') ? `{"": ${slice}}` : `{${slice}}`));
        expect(typeof it === 'object' && it !== null && !Array.isArray(it)).toBe(kind === 'object');
      }
    },
  );
});
