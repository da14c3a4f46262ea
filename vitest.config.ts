import { defineConfig } from 'vitest/config'

import { LongFirst } from './scripts/test-order.ts'

/**
 * One flat configuration: every test runs in Node, most of them against the database that
 * global-setup.ts starts. Journeys in a browser belong to Playwright and live in e2e/.
 */
export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.{ts,tsx}',
      'apps/server/test/**/*.test.ts',
      'apps/server/seeds/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    environment: 'node',
    setupFiles: ['scripts/test-depth.ts'],
    globalSetup: ['apps/server/test/global-setup.ts'],
    pool: 'forks',
    // More than two cores, because some files mostly wait: for machines that reconnect, for processes that start.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // A process loads the product once and runs many files, because loading took a third of the time. A test puts back
    // what it changes outside of its file; stubs of globals are put back for it.
    isolate: false,
    unstubGlobals: true,
    testTimeout: 300_000,
    // Conditions get plenty of time, because tests do not assert how fast the product is.
    expect: { poll: { timeout: 60_000 } },
    // The summary of `npm test` lists slow tests; a lower threshold here would print all tests of a slow file.
    slowTestThreshold: 10_000,
    hookTimeout: 300_000,
  },
})
