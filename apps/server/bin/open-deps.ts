import { join } from 'node:path'

import { startEmbeddedPostgres } from '@slotwise/embedded-postgres'

import type { Config } from '../src/kernel/config.ts'
import { connectionsOf, type Role } from '../src/kernel/connections.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { openDb } from '../src/kernel/db.ts'
import { makeLog } from '../src/kernel/log.ts'
import { migrate } from '../src/kernel/migrate.ts'
import { diskBlobs } from '../src/ports/blobs/disk.ts'
import { chooseSms } from '../src/ports/sms/choose.ts'
import { devInbox } from '../src/ports/sms/dev-inbox.ts'
import { hooks } from '../src/wiring.ts'

export type Opened = { deps: Deps; close(): Promise<void> }

/** Opens what the process needs: the database (the embedded one unless configured otherwise), its schema, the ports. */
export async function openDeps(
  config: Config,
  say: (message: string) => void,
  { role = 'all', onLost }: { role?: Role; onLost?: () => void } = {},
): Promise<Opened> {
  const log = makeLog(config.logLevel)
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        name: 'slotwise',
        dataDir: join(config.dataDir, 'postgres'),
        log: say,
        ...(onLost ? { onLost } : {}),
      }).catch((error: Error) => {
        const settings = 'DATA_DIR chooses the data folder; DATABASE_URL names a PostgreSQL of your own.'
        throw new Error(`${error.message}\n${settings}`, { cause: error })
      })
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    await migrate(url, say)
    const db = openDb(url, {
      onError: (error) => log.warn({ err: error }, 'database connection'),
      waitSeconds: config.databaseWaitSeconds,
      connections: connectionsOf[role],
    })
    const now = () => new Date()
    const deps: Deps = {
      config,
      db,
      now,
      log,
      sms: chooseSms(config.sms, config.devInbox ? devInbox(db.autonomous, now) : undefined),
      blobs: diskBlobs(join(config.dataDir, 'blobs')),
      hooks,
    }
    return {
      deps,
      async close() {
        await db.close()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}
