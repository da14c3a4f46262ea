import type { TestProject } from 'vitest/node'

import { makeTemplate, startTestPostgres } from './postgres.ts'

/** Starts the one PostgreSQL of a test run; each test file clones its own database from the template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  const template = await makeTemplate(server.url)
  project.provide('postgres', { url: server.url, template })
  return () => server.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}
