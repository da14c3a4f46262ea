import { defineConfig } from 'vitest/config'

// One flat configuration: every test runs in Node, most of them against the database that
// global-setup.ts starts. Journeys in a browser belong to Playwright and live in e2e/.
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
    maxWorkers: 2,
    testTimeout: 120_000,
    // What is waited for comes sooner or later; how soon is no business of a test.
    expect: { poll: { timeout: 30_000 } },
    // Slow tests are listed by the summary of `npm test`; here they would unfold whole files.
    slowTestThreshold: 10_000,
    hookTimeout: 120_000,
  },
})
