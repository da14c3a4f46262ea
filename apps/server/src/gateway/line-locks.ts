import type pg from 'pg'

import { StandingConnection } from '../kernel/standing-connection.ts'

const tryEveryMs = 2_000

type Watcher = { gained(name: string): void; lost(name: string): void }

/**
 * Gives each name to one process at a time, by a lock that the database holds as long as the process is connected.
 * When a process loses or releases a name, another takes it a moment later.
 */
export async function holdLines(
  url: string,
  names: readonly string[],
  { gained, lost }: Watcher,
  log: (error: unknown) => void,
): Promise<{ release(): Promise<void> }> {
  const held = new Set<string>()
  let isTrying = false

  async function tryAll(client: pg.Client): Promise<void> {
    if (isTrying) return
    isTrying = true
    try {
      await tryEach(client)
    } finally {
      isTrying = false
    }
  }

  async function tryEach(client: pg.Client): Promise<void> {
    for (const name of names.filter((one) => !held.has(one))) {
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
        [`line:${name}`],
      )
      if (!rows[0]?.locked || client !== connection.client) continue
      held.add(name)
      gained(name)
    }
  }
  /** The locks end with the connection, and other processes may have them already. */
  function loseAll(): void {
    for (const name of held) lost(name)
    held.clear()
  }
  const connection = new StandingConnection(url, 'lines', async () => {}, log, loseAll)
  await connection.connect()
  if (connection.client) await tryAll(connection.client)
  const timer = setInterval(() => {
    if (connection.client) tryAll(connection.client).catch(log)
  }, tryEveryMs)
  return {
    async release() {
      clearInterval(timer)
      await connection.end()
    },
  }
}
