import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { citusServers } from './citus.ts'
import { dropClones, forTestRuns, makeTemplate, startTestPostgres } from './postgres.ts'

/**
 * Starts the one PostgreSQL of a test run; each test file clones its own database from the template. `npm run
 * mutate` runs the tests many times and passes its own server to them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Programs that tests start compile the product once for all of them, because it takes each of them a second.
  const compiled = await mkdtemp(join(tmpdir(), 'slotwise-compiled-'))
  process.env['NODE_COMPILE_CACHE'] = compiled
  // Tries again, because processes that are just ending still write there.
  const removeCompiled = () => rm(compiled, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  const shared = process.env['SLOTWISE_TEST_POSTGRES']
  if (shared) {
    project.provide('postgres', JSON.parse(shared) as { url: string; template: string })
    return removeCompiled
  }
  const [coordinator] = citusServers
  if (coordinator) {
    await dropClones(coordinator)
    project.provide('postgres', { url: coordinator, template: await makeTemplate(coordinator) })
    return async () => {
      await dropClones(coordinator)
      await removeCompiled()
    }
  }
  const server = await startTestPostgres(forTestRuns)
  const template = await makeTemplate(server.url)
  project.provide('postgres', { url: server.url, template })
  return async () => {
    await server.stop()
    await removeCompiled()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}
