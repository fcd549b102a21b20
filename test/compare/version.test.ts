/** What versions a reader takes once there has been more than one. */
import { expect, it, vi } from 'vitest';
import { checkVersion } from '../../src/compare/read-document.js';

vi.mock('../../src/compare/document.js', async (original) => ({
  ...(await original<typeof import('../../src/compare/document.js')>()),
  SCHEMA_VERSION: '2.3',
}));

it.each(['2.0', '2.1', '2.3'])('a reader of 2.3 takes %s, an equal or a lower minor', (schema_version) => {
  expect(() => checkVersion({ schema_version })).not.toThrow();
});

it.each([
  ['2.4', /newer than 2\.3/],
  ['2.10', /newer than 2\.3/],
  ['3.0', /this reader takes 2\.0 to 2\.3/],
  ['3.3', /this reader takes 2\.0 to 2\.3/],
  ['1.3', /this reader takes 2\.0 to 2\.3/],
])('and refuses %s', (schema_version, message) => {
  expect(() => checkVersion({ schema_version })).toThrow(message);
});
