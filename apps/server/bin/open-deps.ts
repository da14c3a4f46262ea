import { join } from 'node:path'

import type { Config } from '../src/kernel/config.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { openDb } from '../src/kernel/db.ts'
import { startEmbeddedPostgres } from '../src/kernel/embedded-postgres.ts'
import { makeLog } from '../src/kernel/log.ts'
import { migrate } from '../src/kernel/migrate.ts'
import { diskBlobs } from '../src/ports/blobs/disk.ts'
import { chooseSms } from '../src/ports/sms/choose.ts'
import { devInbox } from '../src/ports/sms/dev-inbox.ts'

export type Opened = { deps: Deps; close(): Promise<void> }

/** Puts the process together: database (the embedded one unless told otherwise), schema, ports. */
export async function openDeps(
  config: Config,
  say: (message: string) => void,
  onLost?: () => void,
): Promise<Opened> {
  const log = makeLog(config.logLevel)
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: join(config.dataDir, 'postgres'),
        log: say,
        ...(onLost ? { onLost } : {}),
      })
  try {
    const url = config.databaseUrl ?? embedded?.url ?? ''
    await migrate(url, say)
    const db = openDb(url, { onError: (error) => log.warn({ err: error }, 'database connection') })
    const now = () => new Date()
    const deps: Deps = {
      config,
      db,
      now,
      log,
      sms: chooseSms(config.sms, config.devInbox ? devInbox(db.apart, now) : undefined),
      blobs: diskBlobs(join(config.dataDir, 'blobs')),
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
