import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/seed/choose.ts', 'test/patch/support/broker.ts'],
    setupFiles: ['test/seed/use.ts'],
    // Some tests start commands, builds and database servers: on a machine that is busy each of these takes many times
    // what it takes on an idle one, and that is no fault of the product.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // The suite is as large as it is because of its property tests; two workers suit the smallest CI machine.
    maxWorkers: 2,
  },
});
