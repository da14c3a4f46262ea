import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Answer, Call, InputOf, OutputOf } from '@slotwise/contract'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, inject as provided, onTestFinished } from 'vitest'

import { buildApp } from '../src/http/app.ts'
import { undeclared } from '../src/http/register-contract.ts'
import { type Config, readConfig } from '../src/kernel/config.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { openDb } from '../src/kernel/db.ts'
import { makeLog } from '../src/kernel/log.ts'
import { diskBlobs } from '../src/ports/blobs/disk.ts'
import { choosePersonChats } from '../src/ports/chat/choose.ts'
import { accountProviders } from '../src/ports/payments/accounts.ts'
import { makeSandbox, type Sandbox } from '../src/ports/payments/sandbox.ts'
import { makePayoutSandbox, type PayoutSandbox } from '../src/ports/payout/sandbox.ts'
import { webPush } from '../src/ports/push/web-push.ts'
import { devInbox } from '../src/ports/sms/dev-inbox.ts'
import { hooks } from '../src/wiring.ts'
import { type Worker, startWorker } from '../src/worker/worker.ts'
import { cloneDatabase } from './postgres.ts'
import { lengthsIn } from './list-length.ts'
import { storedComplaints } from './stored-complaints.ts'
import { tenantlessIn } from './tenantless.ts'
import { unspreadableIn } from './unspreadable.ts'

/** What is wrong with each statement, by its text: most statements run many times. */
const complaintsByText = new Map<string, string[]>()

function complaintsAbout(text: string): string[] {
  const known = complaintsByText.get(text)
  if (known) return known
  const found = [...tenantlessIn(text), ...lengthsIn(text), ...unspreadableIn(text)]
  complaintsByText.set(text, found)
  return found
}

export type Signed = { token: string; secret: string }
export type Reply<Result = unknown> = {
  status: number
  headers: Record<string, unknown>
  body: Answer<Result>
}
export type CallOptions = {
  as?: Signed | undefined
  address?: string
  locale?: string
  key?: string
  /** An API key in place of a session. */
  bearer?: string
}

/** The whole server on a database of its own, with a clock that the test controls. */
export type TestApp = {
  app: FastifyInstance
  deps: Deps
  /** The database as its owner, without row-level security. Connections stay open, because opening one takes 8 ms. */
  owner: pg.Pool
  /** The payment providers, which send their notices to this app. */
  sandbox: Sandbox
  /** The bank that pays out. */
  bank: PayoutSandbox
  clock: { now: Date; advance(seconds: number): void }
  /** Sends any body, so that tests can send invalid ones. */
  post(path: string, body: unknown, options?: CallOptions): Promise<Reply>
  /** Makes a well-formed call; the answer has the type of the contract. */
  call<C extends Call>(row: C, input: InputOf<C>, options?: CallOptions): Promise<Reply<OutputOf<C>>>
  lastCode(phone: string): Promise<string>
  work(): Promise<Worker>
  close(): Promise<void>
}

/** The prologue of a test file: an app with a database of its own, until the last test of the file is over. */
export async function testApp(overrides: Partial<Config> = {}): Promise<TestApp> {
  const app = await startApp(overrides)
  afterAll(() => app.close())
  return app
}

export async function startApp(overrides: Partial<Config> = {}): Promise<TestApp> {
  const { url: serverUrl, template } = provided('postgres')
  const dataDir = await mkdtemp(join(tmpdir(), 'slotwise-app-'))
  const url = await cloneDatabase(serverUrl, template)
  const config = {
    ...readConfig({ DATA_DIR: dataDir, PEPPER: 'test pepper', LOG_LEVEL: 'silent', MQTT_PORT: '0' }),
    passwordCost: { memory: 64, passes: 1, parallelism: 1 },
    callsPer10s: 1_000_000,
    refundPatienceMs: 0,
    ...overrides,
  }
  const clock = {
    now: new Date('2026-11-15T04:00:00.000Z'),
    advance(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1000)
    },
  }
  const now = () => clock.now
  const complaints: string[] = []
  const db = openDb(url, {
    onStatement: (text) => complaints.push(...complaintsAbout(text)),
    // Tests do not judge how fast a busy computer opens a connection.
    waitSeconds: 120,
    oneConnection: true,
    now,
  })
  const owner = new pg.Pool({ connectionString: url, application_name: 'owner', max: 4 })
  // Tests end idle connections, too; the next query opens a new one.
  owner.on('error', () => {})
  const sandbox = makeSandbox({
    db: db.autonomous,
    now,
    pepper: config.pepper,
    origin: 'http://pay.test',
    pausesMs: [],
    send: async (url, headers, payload) =>
      (await app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload })).statusCode,
  })
  const bank = makePayoutSandbox(db.autonomous, now, config.pepper)
  const deps: Deps = {
    config,
    db,
    now,
    log: makeLog('error', {
      write: (line) => {
        if (line.includes(undeclared)) complaints.push(line)
      },
    }),
    sms: devInbox(db.autonomous, now),
    payments: sandbox.providers,
    // A port at which nothing listens stands for the providers, unless a test names others.
    payAccounts: accountProviders({ ...config, publicUrl: 'https://pay.test' }, now, {
      wechat: 'http://127.0.0.1:9',
      alipay: 'http://127.0.0.1:9',
      gkash: 'http://127.0.0.1:9',
    }),
    payout: bank.provider,
    personChats: choosePersonChats(config.personChats, { now }),
    // No test sends anything to a real push service: a port at which nothing listens stands for them.
    push: webPush(config.push, { now, baseUrl: 'http://127.0.0.1:9' }),
    blobs: diskBlobs(join(dataDir, 'blobs')),
    hooks,
  }
  const app = await buildApp(deps)

  async function post(
    path: string,
    body: unknown,
    { as, address = '127.0.0.1', locale = 'en-US', key, bearer }: CallOptions = {},
  ): Promise<Reply> {
    const response = await app.inject({
      method: 'POST',
      url: path,
      remoteAddress: address,
      headers: {
        'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
        'accept-language': locale,
        ...(as ? { 'x-access-token': as.token, 'x-access-secret': as.secret } : {}),
        ...(key ? { 'x-idempotency-key': key } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      payload: typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body),
    })
    return { status: response.statusCode, headers: response.headers, body: response.json() }
  }

  return {
    app,
    deps,
    owner,
    sandbox,
    bank,
    clock,
    post,
    call: (row, input, options) => post(row.path, input, options) as Promise<Reply<never>>,
    async lastCode(phone) {
      const row = await db.main
        .selectFrom('sms_inbox')
        .select('code')
        .where('phone', 'like', `%${phone.replace('+', '')}`)
        .orderBy('inbox_id', 'desc')
        .executeTakeFirstOrThrow()
      return row.code
    },
    async work() {
      const worker = await startWorker(deps)
      onTestFinished(() => worker.stop())
      return worker
    },
    async close() {
      await sandbox.settled()
      await app.close()
      complaints.push(...(await storedComplaints(owner)))
      await Promise.all([db.close(), owner.end()])
      await rm(dataDir, { recursive: true, force: true })
      if (complaints.length > 0) throw new Error([...new Set(complaints)].join('\n'))
    },
  }
}
