import { expect, it } from 'vitest';
import {
  compare,
  RenderError,
  renderBlocks,
  renderHtml,
  renderMarkdown,
  renderSummary,
  renderTerminal,
  renderVerification,
} from '../../src/index.js';

const comparison = compare('One fish.', 'One bird.');

it.each([
  ['renderTerminal', renderTerminal],
  ['renderSummary', renderSummary],
  ['renderMarkdown', renderMarkdown],
  ['renderHtml', renderHtml],
  ['renderBlocks', renderBlocks],
  ['renderVerification', renderVerification],
])('%s names what it was given instead of what it draws', (_, render) => {
  for (const [given, name] of [
    [undefined, 'nothing'],
    [null, 'null'],
    ['comparison.json', 'a string'],
    [7, 'a number'],
    [[], 'a list'],
    [{}, 'another object'],
    [{ changes: [] }, 'another object'],
  ] as const) {
    const error = catching(() => render(given as never)) as RenderError;
    expect(error).toBeInstanceOf(RenderError);
    expect(error.code).toBe('bad_document');
    expect(error.message).toMatch(new RegExp(`, not ${name}$`));
  }
});

it('an option that there is not is an error', () => {
  expect(catching(() => renderMarkdown(comparison, { style: 'githb' as never }))).toMatchObject({
    name: 'RenderError',
    code: 'bad_option',
    message:
      'there is no style "githb" (did you mean "github"?); the styles are github, strike, bbcode, none',
  });
  for (const options of [{ budget: 'all' }, { limit: Number.NaN }, { context: -1 }]) {
    expect(catching(() => renderSummary(comparison, options as never))).toMatchObject({ code: 'bad_option' });
  }
});

function catching(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
