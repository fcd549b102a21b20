import { inject, vi } from 'vitest';

// By way of a mock, so that a file without property tests does not load fast-check.
vi.mock('fast-check', async (original) => {
  const fc = await original<typeof import('fast-check')>();
  fc.configureGlobal({ seed: inject('propertySeed') });
  return fc;
});
