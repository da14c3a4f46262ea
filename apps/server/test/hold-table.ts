import pg from 'pg'
import { onTestFinished } from 'vitest'

import type { TestApp } from './app.ts'

type Held = { letGo(): Promise<void> }

/** Stops every statement that uses the table, until it is let go or the test ends. */
export const holdTable = (app: TestApp, table: string): Promise<Held> =>
  hold(app, `lock table ${table} in access exclusive mode`)

/** Stops every statement that writes to the table, until it is let go or the test ends. */
export const holdWrites = (app: TestApp, table: string): Promise<Held> =>
  hold(app, `lock table ${table} in exclusive mode`)

/** Stops every statement that locks this machine's row of the table, until it is let go or the test ends. */
export const holdRow = (app: TestApp, table: string, deviceId: string): Promise<Held> =>
  hold(app, `select from ${table} where device_id = ${BigInt(deviceId)} for update`)

/** Stops every statement that counts a try under this key, until it is let go or the test ends. */
export const holdCounter = (app: TestApp, key: string): Promise<Held> =>
  hold(app, `insert into limit_counter values ('${key}', 0, now())`)

/** Stops every statement that locks this account, until it is let go or the test ends. */
export const holdAccount = (app: TestApp, accountId: string): Promise<Held> =>
  hold(app, `select from account where account_id = ${BigInt(accountId)} for update`)

/** Keeps the locks of a statement, until they are let go or the test ends. */
export async function hold(app: TestApp, statement: string): Promise<Held> {
  const holder = new pg.Client({ connectionString: app.deps.db.url })
  await holder.connect()
  let held = true
  async function letGo(): Promise<void> {
    if (held) await holder.end()
    held = false
  }
  onTestFinished(letGo)
  await holder.query(`begin; ${statement}`)
  return { letGo }
}

/** The statements that wait for a lock. */
export const waitingForLocks = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
