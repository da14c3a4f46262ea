import { inTenant } from '../src/kernel/db.ts'
import { mayHear, type Position, readEvents } from '../src/kernel/event-reader.ts'
import { openSession } from '../src/modules/account/index.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

type HeardEvent = { kind: string; data: unknown }

/** Listens as this user from now on. The returned function gives the events since it was last called. */
export async function listenAs(app: TestApp, who: Merchant): Promise<() => Promise<HeardEvent[]>> {
  let position: Position = 0n
  const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' } as const
  const readPage = () =>
    inTenant(app.deps.db.main, who.tenantId, async (tx) => {
      const ctx = await openSession(app.deps, { ...origin, now: app.clock.now }, tx, who.tenantId, who)
      const { events, next, isFull } = await readEvents({ tx, tenantId: who.tenantId }, position)
      position = next
      return { events: events.filter(({ audience }) => mayHear(ctx, audience)), isFull }
    })
  const heard = async (): Promise<HeardEvent[]> => {
    const { events, isFull } = await readPage()
    const page = events.map(({ kind, data }) => ({ kind, data: JSON.parse(data) as unknown }))
    return isFull ? [...page, ...(await heard())] : page
  }
  await heard()
  return heard
}
