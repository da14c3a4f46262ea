import { mayHear, type Position, readEvents } from '../src/kernel/event-reader.ts'
import type { TestApp } from './app.ts'
import { asUser } from './as-user.ts'
import type { Merchant } from './factories.ts'

type HeardEvent = { kind: string; data: unknown }

/** Listens as this user from now on. The returned function gives the events since it was last called. */
export async function listenAs(app: TestApp, who: Merchant): Promise<() => Promise<HeardEvent[]>> {
  let position: Position = 0n
  const readPage = () =>
    asUser(app, who, async (ctx) => {
      const { events, next, isFull } = await readEvents({ tx: ctx.tx, tenantId: who.tenantId }, position)
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
