/** Whether to colour and how wide to draw, from the flag, the environment and the terminal. */
import type { Io } from './io.js';

/** What `--color` takes. */
export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

// Lines longer than this are hard to read, however wide the window is.
const WIDEST = 120;
const WITHOUT_TERMINAL = 80;

/**
 * The flag decides; then FORCE_COLOR (`0` and `false` switch off, as Node has it); then NO_COLOR when it is not empty;
 * then a terminal that is not dumb.
 */
export function wantsColor(choice: ColorChoice, io: Io): boolean {
  if (choice !== 'auto') return choice === 'always';
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = io.env;
  if (force !== undefined) return force !== '0' && force.toLowerCase() !== 'false';
  if (no !== undefined && no !== '') return false;
  return io.isTerminal && term !== 'dumb';
}

/** The terminal's width, or COLUMNS, or 80; at most 120. */
export function drawingWidth(io: Io): number {
  const stated = Number.parseInt(io.env.COLUMNS ?? '', 10);
  const width = io.columns ?? (stated > 0 ? stated : WITHOUT_TERMINAL);
  return Math.min(width > 0 ? width : WITHOUT_TERMINAL, WIDEST);
}
