import { setTimeout as wait } from 'node:timers/promises'

import type { Ctx } from '../src/kernel/ctx.ts'
import { inTenant } from '../src/kernel/db.ts'
import { type Cursor, readEvents, type StoredEvent } from '../src/kernel/event-reader.ts'
import { openSession } from '../src/modules/account/index.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

/**
 * Listens as this user from now on. The returned function gives the events since it was last called. Events wait
 * for every older transaction of the cluster, also of other tests, so the function waits for those.
 */
export async function listenAs(app: TestApp, who: Merchant): Promise<() => Promise<StoredEvent[]>> {
  let cursor: Cursor = { xid: '0', event: '0' }
  const heard = async (): Promise<StoredEvent[]> => {
    const all: StoredEvent[] = []
    for (;;) {
      const { events, next, more } = await inSession(app, who, (ctx) => readEvents(ctx, cursor))
      all.push(...events)
      cursor = next
      if (!more) return all
      await wait(10)
    }
  }
  await heard()
  return heard
}

const inSession = <T>(app: TestApp, who: Merchant, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTenant(app.deps.db.main, who.tenantId, async (tx) => {
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US', now: app.clock.now } as const
    return work(await openSession(app.deps, origin, tx, who.tenantId, who))
  })
