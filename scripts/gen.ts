/** `npm run gen` writes the generated files; with `--check` it only reports whether they are up to date. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { databaseUrl, makeTemplate, startTestPostgres } from '../apps/server/test/postgres.ts'
import { databaseTypes } from './gen/database.ts'
import { moduleTable } from './gen/modules.ts'
import { noticesTable } from './gen/notices.ts'
import { openapi } from './gen/openapi.ts'
import { permissionTable } from './gen/permissions.ts'
import { schemaText } from './gen/schema.ts'

async function generate(): Promise<Record<string, string>> {
  const server = await startTestPostgres()
  try {
    const url = databaseUrl(server.url, await makeTemplate(server.url))
    return {
      'docs/generated/modules.md': moduleTable(),
      'docs/generated/notices.md': noticesTable(),
      'docs/generated/openapi.json': openapi(),
      'docs/generated/permissions.md': permissionTable(),
      'docs/generated/schema.sql': await schemaText(url),
      'apps/server/src/kernel/schema.ts': await databaseTypes(url),
    }
  } finally {
    await server.stop()
  }
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const files = await generate()
const stale = Object.entries(files).filter(([path, text]) => read(path) !== text)
if (process.argv.includes('--check')) {
  for (const [path] of stale) console.error(`${path} is out of date: run npm run gen`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    console.log(`wrote ${path}`)
  }
  if (stale.length === 0) console.log('everything is up to date')
}
