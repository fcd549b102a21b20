/** Where two candidates are worth the same: equal role, then the nearer, then source order, then test order. */
import { describe, expect, test } from 'vitest';
import { type AlignmentConfig, align, resolveAlignmentConfig } from '../../src/align/index.js';
import type { DraftBlock } from '../../src/document/build.js';
import { doc, para, section } from './trees.js';

const withRole = (draft: DraftBlock, role = 'note'): DraftBlock => ({ ...draft, role });

/** Two texts with no word in common, one as long as the other. */
const records = 'The Supplier shall keep all records of each delivery for six years now.';
const delay = 'Neither party is liable where some delay was caused by events elsewhere';

/** A text, and versions of it that are each as far from it as the others. */
const invoice = (days: string) =>
  `A Buyer pays any invoice within ${days} days from its arrival by bank order.`;

/** Where the source block went. */
function went(
  source: DraftBlock[],
  target: DraftBlock[],
  path: string,
  config: Partial<AlignmentConfig> = {},
): string | undefined {
  const { pairs } = align(doc(...source), doc(...target), resolveAlignmentConfig(config));
  return pairs.find((pair) => pair.source_path === path)?.test_path;
}

describe('of two sections that each took half of one', () => {
  const before = section('Before', para(records), para(delay));
  const [alpha, omega] = [section('Alpha', para(records)), section('Omega', para(delay))];

  test('the texts weigh the same', () => {
    expect(records.length).toBe(delay.length);
  });

  test('the first one is the one section', () => {
    expect(went([before], [alpha, omega], '/section[1]')).toBe('/section[1]');
    expect(went([before], [omega, alpha], '/section[1]')).toBe('/section[1]');
  });

  test('unless the other has its role', () => {
    expect(went([withRole(before)], [alpha, withRole(omega)], '/section[1]')).toBe('/section[2]');
  });

  test('unless the other stands as deep as it stood', () => {
    expect(went([before], [section('Around', alpha), omega], '/section[1]')).toBe('/section[2]');
    // The role has the first say.
    expect(went([withRole(before)], [section('Around', withRole(alpha)), omega], '/section[1]')).toBe(
      '/section[1]/section[1]',
    );
  });

  test('and of two halves that were joined the first one is in the whole', () => {
    expect(went([alpha, omega], [before], '/section[1]')).toBe('/section[1]');
    expect(went([alpha, omega], [before], '/section[2]')).toBeUndefined();
  });
});

describe('of two versions of a paragraph in one gap', () => {
  const other = para('Nothing here is like it.');
  const come = para('Quite new words stand between both.');

  test('the one with its role is it', () => {
    const source = [withRole(para(invoice('nine')))];
    expect(went(source, [para(invoice('ten')), withRole(para(invoice('two')))], '/paragraph[1]')).toBe(
      '/paragraph[2]',
    );
  });

  test('else the nearer one', () => {
    const source = [other, para(invoice('nine'))];
    expect(went(source, [para(invoice('ten')), para(invoice('two'))], '/paragraph[2]')).toBe('/paragraph[2]');
  });

  test('else the first one', () => {
    const source = [other, para(invoice('nine'))];
    const target = [para(invoice('ten')), come, para(invoice('two'))];
    expect(went(source, target, '/paragraph[2]')).toBe('/paragraph[1]');
  });
});

describe('of two versions of a paragraph elsewhere, where no lead is asked for', () => {
  const source = (draft: DraftBlock) => [section('A', para(records), draft), section('B', para(delay))];
  const target = (...drafts: DraftBlock[]) => [
    section('A', para(records)),
    section('B', para(delay), ...drafts),
  ];
  const moved = (from: DraftBlock, ...to: DraftBlock[]) =>
    went(source(from), target(...to), '/section[1]/paragraph[2]', { move_tie_margin: 0 });

  test('the first one is it', () => {
    expect(moved(para(invoice('nine')), para(invoice('ten')), para(invoice('two')))).toBe(
      '/section[2]/paragraph[2]',
    );
  });

  test('unless the other has its role, or stands as deep as it stood', () => {
    const roled = withRole(para(invoice('two')));
    expect(moved(withRole(para(invoice('nine'))), para(invoice('ten')), roled)).toBe(
      '/section[2]/paragraph[3]',
    );
    const deeper = section('C', para(invoice('ten')));
    expect(moved(para(invoice('nine')), deeper, para(invoice('two')))).toBe('/section[2]/paragraph[2]');
  });
});
