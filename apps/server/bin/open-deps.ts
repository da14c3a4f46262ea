import type { Config } from '../src/kernel/config.ts'
import { connectionsOf, type Role } from '../src/kernel/connections.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { openDb } from '../src/kernel/db.ts'
import { makeLog } from '../src/kernel/log.ts'
import { migrate } from '../src/kernel/migrate.ts'
import { atOnce, type Patiently } from '../src/kernel/patience.ts'
import { chooseBlobs } from '../src/ports/blobs/choose.ts'
import { choosePersonChats } from '../src/ports/chat/choose.ts'
import { accountProviders } from '../src/ports/payments/accounts.ts'
import { choosePayments } from '../src/ports/payments/choose.ts'
import { choosePayout } from '../src/ports/payout/choose.ts'
import { webPush } from '../src/ports/push/web-push.ts'
import { chooseSms } from '../src/ports/sms/choose.ts'
import { devInbox } from '../src/ports/sms/dev-inbox.ts'
import { hooks } from '../src/wiring.ts'
import { openDatabase } from './open-database.ts'

export type Opened = { deps: Deps; close(): Promise<void> }

/** Opens what the process needs: the database (the embedded one unless configured otherwise), its schema, the ports. */
export async function openDeps(
  config: Config,
  say: (message: string) => void,
  {
    role = 'all',
    onLost,
    patiently = atOnce,
  }: { role?: Role; onLost?: () => void; patiently?: Patiently } = {},
): Promise<Opened> {
  const log = makeLog(config.logLevel)
  const database = await openDatabase(config, { say, onLost })
  try {
    const { url } = database
    await patiently(() => migrate(url, say))
    const now = () => new Date()
    const db = openDb(url, {
      onError: (error) => log.warn({ err: error }, 'database connection'),
      waitSeconds: config.databaseWaitSeconds,
      connections: connectionsOf[role],
      now,
    })
    const deps: Deps = {
      config,
      db,
      now,
      log,
      sms: chooseSms(config.sms, config.devInbox ? devInbox(db.autonomous, now) : undefined),
      payments: choosePayments(config, db.autonomous, now),
      payAccounts: accountProviders(config, now),
      payout: choosePayout(config, db.autonomous, now),
      personChats: choosePersonChats(config.personChats),
      push: webPush(config.push),
      blobs: chooseBlobs(config),
      hooks,
    }
    return {
      deps,
      async close() {
        await db.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
