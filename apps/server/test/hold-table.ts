import pg from 'pg'
import { onTestFinished } from 'vitest'

import type { TestApp } from './app.ts'

/** Stops every statement that uses the table, until it is let go or the test ends. */
export async function holdTable(app: TestApp, table: string): Promise<{ letGo(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: app.deps.db.url })
  await holder.connect()
  let held = true
  async function letGo(): Promise<void> {
    if (held) await holder.end()
    held = false
  }
  onTestFinished(letGo)
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  return { letGo }
}
