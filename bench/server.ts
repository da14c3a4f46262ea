/** The whole server with the demo merchants, for measurements. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { accountCalls } from '@slotwise/contract'

import { cloneDatabase, makeTemplate, startTestPostgres } from '../apps/server/test/postgres.ts'
import { demo, seedDemo } from '../apps/server/seeds/demo.ts'
import { buildApp } from '../apps/server/src/http/app.ts'
import { readConfig } from '../apps/server/src/kernel/config.ts'
import type { Deps } from '../apps/server/src/kernel/ctx.ts'
import { openDb } from '../apps/server/src/kernel/db.ts'
import { makeLog } from '../apps/server/src/kernel/log.ts'
import { md5 } from '../apps/server/src/kernel/passwords.ts'
import { diskBlobs } from '../apps/server/src/ports/blobs/disk.ts'
import { accountProviders } from '../apps/server/src/ports/payments/accounts.ts'
import { choosePayments } from '../apps/server/src/ports/payments/choose.ts'
import { choosePayout } from '../apps/server/src/ports/payout/choose.ts'
import { webPush } from '../apps/server/src/ports/push/web-push.ts'
import { devInbox } from '../apps/server/src/ports/sms/dev-inbox.ts'
import { hooks } from '../apps/server/src/wiring.ts'

export type BenchServer = {
  deps: Deps
  address: string
  databaseUrl: string
  /** The headers of the first demo merchant's session. */
  headers: Record<string, string>
  close(): Promise<void>
}

type Options = {
  now?: () => Date
  /** Whether the demo merchants have sold; those whose bills are loaded in bulk have not. */
  withSales?: boolean
}

export async function startBenchServer({
  now = () => new Date(),
  withSales = true,
}: Options = {}): Promise<BenchServer> {
  const postgres = await startTestPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'slotwise-bench-'))
  const databaseUrl = await cloneDatabase(postgres.url, await makeTemplate(postgres.url))
  const config = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', MQTT_HOST: '127.0.0.1', MQTT_PORT: '0' }),
    callsPer10s: Number.MAX_SAFE_INTEGER,
  }
  const db = openDb(databaseUrl, { now })
  const deps: Deps = {
    config,
    db,
    now,
    log: makeLog('warn'),
    sms: devInbox(db.autonomous, now),
    payments: choosePayments(config, db.autonomous, now),
    payAccounts: accountProviders(config, now),
    payout: choosePayout(config, db.autonomous, now),
    personChats: {},
    push: webPush(config.push, { baseUrl: 'http://127.0.0.1:9' }),
    blobs: diskBlobs(dataDir),
    hooks,
  }
  await (withSales ? seedDemo(deps) : seedDemo(deps, { days: 0 }))
  const app = await buildApp(deps)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const login = await fetch(address + accountCalls.login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: demo.username, password: md5(demo.password) }),
  })
  const { result } = (await login.json()) as { result: { token: string; secret: string } }
  return {
    deps,
    address,
    databaseUrl,
    headers: { 'x-access-token': result.token, 'x-access-secret': result.secret },
    async close() {
      await app.close()
      await db.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
