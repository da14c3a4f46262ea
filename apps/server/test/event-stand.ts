import type { Server } from 'node:http'

import { expect, onTestFinished } from 'vitest'

import { buildApp } from '../src/http/app.ts'
import type { Deps } from '../src/kernel/ctx.ts'
import { inTenant, openDb, type Tx } from '../src/kernel/db.ts'
import { type Audience, emit } from '../src/kernel/events.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'
import type { LiveStream } from './live-stream.ts'

type Another = { base: string; statements: string[]; server: Server }

/** Adds events that carry a number, the mark, by which a test tells them apart. */
export function eventStand(app: TestApp) {
  const emitIn = (tx: Tx, { tenantId }: Merchant, mark: number, audience: Audience = {}) =>
    emit(tx, tenantId, app.clock.now, { kind: 'me', data: { account: String(mark) } }, audience)

  const inMerchant = <T>({ tenantId }: Merchant, work: (tx: Tx) => Promise<T>) =>
    inTenant(app.deps.db.main, tenantId, work)

  return {
    emitIn,
    inMerchant,

    /** Adds an event in a transaction of its own. */
    tell: (merchant: Merchant, mark: number, audience?: Audience) =>
      inMerchant(merchant, (tx) => emitIn(tx, merchant, mark, audience)),

    /** A transaction that has done `work` and stays open until `end` is called. */
    async holdOpen(merchant: Merchant, work: (tx: Tx) => Promise<unknown>) {
      const begun = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const over = inMerchant(merchant, async (tx) => {
        await work(tx)
        begun.resolve()
        await go.promise
      })
      await Promise.race([begun.promise, over])
      async function end(): Promise<void> {
        go.resolve()
        await over
      }
      onTestFinished(end)
      return { end }
    },

    /** Another process of the server: its own connections, the same database. Notes each statement it runs. */
    async startAnother(change: Partial<Deps> = {}): Promise<Another> {
      const statements: string[] = []
      const onStatement = (text: string) => statements.push(text)
      const db = openDb(app.deps.db.url, { waitSeconds: 120, onStatement, now: app.deps.now })
      const other = await buildApp({ ...app.deps, db, ...change })
      onTestFinished(async () => {
        await other.close()
        await db.close()
      })
      return { base: await other.listen({ host: '127.0.0.1', port: 0 }), statements, server: other.server }
    },
  }
}

export const marks = (stream: LiveStream): number[] =>
  stream.heard
    .filter(({ kind }) => kind === 'me')
    .map(({ data }) => Number((data as { account: string }).account))

export async function untilMarks(stream: LiveStream, expected: number[]): Promise<void> {
  await expect.poll(() => marks(stream)).toEqual(expected)
}
