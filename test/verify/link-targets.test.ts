import { expect, it } from 'vitest';
import { verify } from '../../src/verify/verify.js';

const options = { sourceFormat: 'markdown', testFormat: 'markdown' } as const;
const original = `# Terms

## Sources

Ours are listed.

[fees]: https://example.org/fees
[rules]: https://example.org/rules "Rules"

## Payment

Pay what [the list][fees] says, and ![the plan][fees] shows.

Keep [rules].
`;

const kept = (edited: string, allowed = { anchors: ['Ours are'] } as object) =>
  verify(original, edited, allowed, options);

it('a definition that is changed turns every link of its name, and the parts that hold them are named', () => {
  const found = kept(original.replace('org/fees', 'com/fees'), {
    address_prefixes: ['/section[1]/section[1]'],
  });
  expect(found.ok).toBe(false);
  expect(found.markup_changes).toEqual([
    {
      source_address: '/section[1]/section[1]',
      test_address: '/section[1]/section[1]',
      source_line: 7,
      test_line: 7,
      gone: ['definition [fees] https://example.org/fees'],
      come: ['definition [fees] https://example.com/fees'],
      cause: 'here',
      verdict: 'in_scope',
    },
    {
      source_address: '/section[1]/section[2]/paragraph[1]',
      test_address: '/section[1]/section[2]/paragraph[1]',
      source_line: 12,
      test_line: 12,
      gone: ['link [fees] https://example.org/fees', 'link [fees] https://example.org/fees'],
      come: ['link [fees] https://example.com/fees', 'link [fees] https://example.com/fees'],
      cause: 'elsewhere',
      verdict: 'out_of_scope',
    },
  ]);
});

it('so does one that comes before it, and one that hides it', () => {
  const allowed = { address_prefixes: ['/section[1]/section[1]'] };
  const before = original.replace('Ours are listed.', 'Ours are listed.\n\n[Rules]: https://other.example');
  const first = kept(before, allowed);
  expect(first.ok).toBe(false);
  expect(first.markup_changes.at(-1)).toMatchObject({
    source_address: '/section[1]/section[2]/paragraph[2]',
    gone: ['link [rules] https://example.org/rules "Rules"'],
    come: ['link [rules] https://other.example'],
    cause: 'elsewhere',
  });
  const hidden = kept(original.replace('[rules]: ', '<!--\n[rules]: ').concat('\n[rules]: b.md\n'), {
    address_prefixes: ['/'],
  });
  expect(hidden.ok).toBe(true);
});

it('a definition that goes makes words of its links, and is a change of these', () => {
  const found = kept(original.replace(/\[rules\]: .*\n/, ''), {
    address_prefixes: ['/section[1]/section[1]'],
  });
  expect(found.ok).toBe(false);
});

it('links in the scope may be turned, and definitions that nothing outside uses may change', () => {
  const allowed = { address_prefixes: ['/section[1]/section[1]'] };
  const own = original
    .replace('Ours are listed', 'Ours are [listed][own]')
    .replace('[fees]:', '[own]: own.md\n[fees]:');
  expect(verify(own, own.replace('own.md', 'other.md'), allowed, options).ok).toBe(true);
});

it('a note that is edited where it may be turns nothing: it is text of its own', () => {
  const noted = '# A\n\nSee this.[^n]\n\n# B\n\n[^n]: Noted once.\n';
  const found = verify(noted, noted.replace('once', 'twice'), { anchors: ['Noted'] }, options);
  expect([found.ok, found.in_scope.length]).toEqual([true, 1]);
  const other = noted.replace('# B\n', '# B\n\n[^n]: Another.\n');
  expect(verify(noted, other, { address_prefixes: ['/section[2]'] }, options).ok).toBe(false);
});

it('what is opened in the scope and holds what stands outside is a change outside', () => {
  const edited = original.replace('Ours are listed.', 'Ours are listed.\n\n<!-- open');
  expect(kept(edited).ok).toBe(false);
  expect(kept(original.replace('Ours are listed.', 'Ours are listed.\n\n~~~')).ok).toBe(false);
});
