/**
 * Reads a merchant's events once for all of the merchant's streams in this process, whenever the bus wakes it and at
 * each heartbeat. With the events it reads the present rights of all sessions, so that an ended session ends its
 * streams and a changed role changes what they hear. The number of statements does not depend on that of streams.
 *
 * `position` is how far the feed has read. A stream before it, which resumes or whose client reads slowly, catches up
 * with a page of its own in each read, so that the others need not wait for it.
 */
import type { Deps } from '../kernel/ctx.ts'
import { inTenant } from '../kernel/db.ts'
import { type Position, readEvents } from '../kernel/event-reader.ts'
import type { Turns } from '../kernel/turns.ts'
import { presentRights } from '../modules/account/index.ts'
import type { EventStream } from './event-stream.ts'

const heartbeatMs = 20_000
/** Wake-ups within this time are combined into one read. */
const gatherMs = 40
/** When to read again after the database did not answer. */
const retryMs = 2_000

export class EventFeed {
  readonly streams = new Set<EventStream>()
  private readonly deps: Deps
  private readonly tenantId: string
  private readonly turns: Turns
  private readonly heartbeat: NodeJS.Timeout
  private position: Position
  private timer: NodeJS.Timeout | undefined
  private reading = false
  private ended = false

  constructor(deps: Deps, tenantId: string, position: Position, turns: Turns) {
    this.deps = deps
    this.tenantId = tenantId
    this.position = position
    this.turns = turns
    this.heartbeat = setInterval(() => {
      for (const stream of this.streams) stream.beat()
      this.wake()
    }, heartbeatMs)
  }

  readonly wake = (): void => this.readIn(gatherMs)

  end(): void {
    this.ended = true
    clearInterval(this.heartbeat)
    clearTimeout(this.timer)
    for (const stream of this.streams) stream.close()
  }

  private readIn(ms: number): void {
    if (!this.ended) this.timer ??= setTimeout(() => void this.read(), ms)
  }

  private async read(): Promise<void> {
    this.timer = undefined
    if (this.reading) return this.wake()
    this.reading = true
    try {
      const isBehind = await this.deliver([...this.streams])
      if (isBehind) this.wake()
    } catch (error) {
      this.deps.log.warn({ err: error, tenant: this.tenantId }, 'live events')
      this.readIn(retryMs)
    } finally {
      this.reading = false
    }
  }

  /** Returns true when there is more to read. */
  private async deliver(streams: readonly EventStream[]): Promise<boolean> {
    const { pages, rights } = await this.turns({ owner: this.tenantId, mayWait: Infinity }, () =>
      this.readFor(streams),
    )
    for (const stream of streams) {
      const who = rights.get(stream.sessionId)
      if (!who) stream.endSession()
      else for (const page of pages) stream.take(page, who)
    }
    const [front] = pages
    this.position = front.next
    for (const stream of streams) stream.dropIfStuck(this.position)
    return front.isFull || [...this.streams].some((one) => !one.isFull && one.position < this.position)
  }

  private readFor(streams: readonly EventStream[]) {
    const { deps, tenantId } = this
    return inTenant(deps.db.main, tenantId, async (tx) => {
      const ref = { tx, tenantId }
      const front = await readEvents(ref, this.position)
      // A full stream goes on once its client has read, which wakes the feed.
      const earliest = streams
        .filter(({ isFull }) => !isFull)
        .reduce((least, { position }) => (position < least ? position : least), front.after)
      const missed = earliest < front.after ? [await readEvents(ref, earliest, front.after)] : []
      // After the events: a right that was lost before an event was written no longer lets it through.
      const sessions = [...new Set(streams.map(({ sessionId }) => sessionId))]
      const rights = await presentRights(tx, tenantId, sessions, deps.now())
      return { pages: [front, ...missed] as const, rights }
    })
  }
}
