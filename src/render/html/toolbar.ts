/** The bar of commands. It needs the page's script, which brings it to light. */
import { type Content, type Element, h } from './element.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['j or n', 'next change'],
  ['k or p', 'previous change'],
  ['s', 'side by side, or one text'],
  ['u', 'unfold or fold everything'],
  ['l', 'to the list of changes'],
];

/** Draws the bar for a page of `changes` changes. */
export function toolbarMarkup(changes: number): Element {
  const button = (id: string, text: Content, more: Record<string, string | boolean> = {}): Element =>
    h('button', { type: 'button', id, ...more }, text);
  return h(
    'div',
    { class: 'toolbar', id: 'toolbar', role: 'region', 'aria-label': 'Commands', hidden: true },
    h(
      'div',
      { class: 'set' },
      button('previous', ['↑', h('span', { class: 'word' }, ' Previous')], {
        'aria-label': 'Previous change',
        disabled: changes === 0,
      }),
      button('next', ['↓', h('span', { class: 'word' }, ' Next')], {
        'aria-label': 'Next change',
        disabled: changes === 0,
      }),
      h('output', { id: 'position', 'aria-live': 'polite' }),
    ),
    h(
      'div',
      { class: 'set' },
      button('split', 'Side by side', { 'aria-pressed': 'false' }),
      button('unfold', 'Unfold all', { 'aria-pressed': 'false' }),
    ),
    h(
      'div',
      { class: 'set end' },
      button('copy', 'Copy JSON'),
      button('theme', 'Theme: auto'),
      h(
        'details',
        { class: 'keys' },
        h('summary', {}, 'Keys'),
        h(
          'div',
          { class: 'card' },
          h(
            'dl',
            {},
            KEYS.map(([key, what]) => [h('dt', {}, key), h('dd', {}, what)]),
          ),
          h(
            'label',
            {},
            h('input', { type: 'checkbox', id: 'keys-on', checked: true, autocomplete: 'off' }),
            ' keys act',
          ),
        ),
      ),
      h('span', { class: 'visually-hidden', id: 'told', role: 'status' }),
    ),
  );
}
