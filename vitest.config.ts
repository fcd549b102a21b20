import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/seed/choose.ts', 'test/patch/support/broker.ts'],
    setupFiles: ['test/seed/use.ts'],
    testTimeout: 60_000,
    // Setting up may mean a build, or a database server's first start.
    hookTimeout: 120_000,
    // The suite is as large as it is because of its property tests; two workers suit the smallest CI machine.
    maxWorkers: 2,
  },
});
