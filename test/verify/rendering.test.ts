import { expect, it } from 'vitest';
import { Rendering } from '../../src/verify/rendering.js';
import { verify } from '../../src/verify/verify.js';

it('a text shows the same as one that is only laid out in another way', () => {
  const shown = new Rendering('# A\n\n* one *two*\n* three\n', 'markdown');
  expect(shown.isLike('A\n=\n\n- one _two_\n- three\n')).toBe(true);
  expect(shown.isLike('# A\n\n* one two\n* three\n')).toBe(false);
  expect(new Rendering('one\ntwo', 'text').isLike('one two')).toBe(true);
});

it('what would exceed the budget of the grammar is not shown to be alike', () => {
  const shown = new Rendering('*one*\n\nTwo.\n', 'markdown');
  const budget = { left: 10 };
  expect(shown.isLike('_one_\n\nTwo.\n', budget)).toBe(true);
  expect(budget.left).toBeGreaterThanOrEqual(0);
  expect(shown.isLike('_one_\n\nTwo.\n', budget)).toBe(false);
});

it('layout in a paragraph too long to be tried many times is told with what else changed there', () => {
  const words = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(' ');
  const before = `# T\n\n*${words}* end\n\nZ.\n`;
  const after = before.replace('*word0 ', '**word0 ').replace('* end', '** end').replaceAll('7 ', '7\n');
  const found = verify(
    before,
    after,
    { address_prefixes: ['/section[1]/heading[1]'] },
    { sourceFormat: 'markdown', testFormat: 'markdown' },
  );
  expect(found.ok).toBe(false);
  expect(found.markup_changes.map(({ verdict }) => verdict)).toEqual(['out_of_scope']);
});
