import type { TestProject } from 'vitest/node'

import { makeTemplate, startTestPostgres } from './postgres.ts'

/**
 * Starts the one PostgreSQL of a test run; each test file clones its own database from the template. `npm run
 * mutate` runs the tests many times and passes its own server to them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = process.env['SLOTWISE_TEST_POSTGRES']
  if (shared) {
    project.provide('postgres', JSON.parse(shared) as { url: string; template: string })
    return async () => {}
  }
  // Reading all tables at once would start processes for each reading, which takes longer than to read their few rows.
  const server = await startTestPostgres({ max_parallel_workers_per_gather: '0' })
  const template = await makeTemplate(server.url)
  project.provide('postgres', { url: server.url, template })
  return () => server.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}
