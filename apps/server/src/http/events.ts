/**
 * The live stream. The streams of one merchant share a feed, which reads for all of them; it begins with the first
 * stream and ends with the last.
 */
import type { ServerResponse } from 'node:http'

import { eventStreamPath } from '@slotwise/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Deps, SessionCtx } from '../kernel/ctx.ts'
import { inTenant } from '../kernel/db.ts'
import { AppError } from '../kernel/errors.ts'
import { parsePosition, type Position, presentPosition } from '../kernel/event-reader.ts'
import { makeTurns } from '../kernel/turns.ts'
import { openSession, tenantOf } from '../modules/account/index.ts'
import { EventBus } from './event-bus.ts'
import { EventFeed } from './event-feed.ts'
import { EventStream } from './event-stream.ts'
import { originOf } from './origin.ts'
import { credentialsOf } from './register-contract.ts'

/** A browser needs one or two. More are forgotten ones, so the oldest gives way. Counted in this process. */
export const mostStreams = { session: 6, account: 24 }
/** How many streams of one merchant open at a time, so that they do not take all connections to the database. */
const opening = { atOnce: 2, mayWait: 100, patienceMs: 5_000 }
/** How many feeds read at a time, so that events leave most connections to calls. */
const reading = { atOnce: 3, patienceMs: 30_000 }
const whenFullSeconds = 30

type Opened = { ctx: SessionCtx; start: Position; present: Position }

export async function serveEvents(app: FastifyInstance, deps: Deps): Promise<void> {
  const feeds = new Map<string, EventFeed>()
  const bus = new EventBus(deps.db.url, feeds, (error) => deps.log.warn({ err: error }, 'event bus'))
  const inLine = makeTurns(opening)
  const reads = makeTurns(reading)
  let stopping = false
  await bus.start()

  function open(request: FastifyRequest): Promise<Opened> {
    const origin = originOf(request, deps.now())
    const credentials = credentialsOf(request)
    const tenantId = tenantOf(credentials)
    return inLine({ line: tenantId, mayWait: opening.mayWait }, () =>
      inTenant(deps.db.main, tenantId, async (tx) => {
        const ctx = await openSession(deps, origin, tx, tenantId, credentials)
        const present = await presentPosition({ tx, tenantId })
        const resumed = parsePosition(request.headers['last-event-id'])
        return { ctx, present, start: resumed !== undefined && resumed < present ? resumed : present }
      }),
    )
  }

  /** Adds a stream to its merchant's feed until its connection closes. */
  function join(tenantId: string, present: Position, stream: EventStream, out: ServerResponse): void {
    const feed = feeds.get(tenantId) ?? new EventFeed(deps, tenantId, present, reads)
    feeds.set(tenantId, feed)
    feed.streams.add(stream)
    out.on('drain', feed.wake)
    out.on('close', () => {
      feed.streams.delete(stream)
      if (feed.streams.size > 0) return
      feed.end()
      if (feeds.get(tenantId) === feed) feeds.delete(tenantId)
    })
    feed.wake()
  }

  app.post(eventStreamPath, { config: { call: 'stream' } }, async (request, reply) => {
    const { ctx, start, present } = await open(request)
    const streams = feeds.get(ctx.tenant.id)?.streams ?? new Set()
    const displaced = displacedBy(streams, ctx)
    if (stopping || streams.size - displaced.length >= deps.config.streamsPerMerchant)
      throw new AppError('wait', { seconds: whenFullSeconds })
    reply.hijack()
    const out = reply.raw
    // The client may have left already, and its `close` event would not come again. (A request counts as destroyed
    // once its body was read, so look at the response.)
    if (out.destroyed || out.socket?.destroyed) return
    for (const stream of displaced) {
      stream.displace()
      streams.delete(stream)
    }
    out.on('error', () => {})
    out.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    const stream = new EventStream(ctx, out, start)
    stream.welcome()
    join(ctx.tenant.id, present, stream, out)
  })

  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => {
    stopping = true
    for (const feed of feeds.values()) feed.end()
    await bus.stop()
  })
}

/** The streams that give way to another one of this session. */
function displacedBy(streams: ReadonlySet<EventStream>, { session, user }: SessionCtx): EventStream[] {
  const ofAccount = [...streams].filter(({ accountId }) => accountId === user.id)
  const ofSession = ofAccount.filter(({ sessionId }) => sessionId === session.id)
  return [
    ...new Set([...surplus(ofSession, mostStreams.session), ...surplus(ofAccount, mostStreams.account)]),
  ]
}

/** The oldest ones that must go, so that one more may come. */
const surplus = (streams: readonly EventStream[], most: number): EventStream[] =>
  streams.slice(0, Math.max(0, streams.length - most + 1))
