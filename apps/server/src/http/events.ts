/**
 * The live stream. A connection reads the merchant's events after its cursor whenever the bus wakes it, each time
 * with the present rights: an ended session ends the stream, a changed role changes which events it gets.
 */
import type { ServerResponse } from 'node:http'

import { eventStreamPath } from '@slotwise/contract'
import type { FastifyInstance } from 'fastify'

import type { Deps, Origin } from '../kernel/ctx.ts'
import { inTenant } from '../kernel/db.ts'
import { AppError } from '../kernel/errors.ts'
import { type Cursor, cursorText, parseCursor, presentCursor, readEvents } from '../kernel/event-reader.ts'
import { type Credentials, openSession, tenantOf } from '../modules/account/index.ts'
import { EventBus } from './event-bus.ts'
import { originOf } from './origin.ts'
import { credentialsOf } from './register-contract.ts'

const heartbeatMs = 20_000
/** Wake-ups within this time are combined into one read. */
const gatherMs = 40
/** When to read again for events that wait for an older transaction. */
const heldBackMs = 250
/** A browser needs one or two. More are forgotten ones, and each costs a read for every event. */
const maxPerSession = 6
/** A client that does not read is disconnected before its backlog fills the memory. */
const maxBacklog = 256 * 1024

class Stream {
  private timer: NodeJS.Timeout | undefined
  private reading = false
  private readonly heartbeat: NodeJS.Timeout
  private readonly deps: Deps
  private readonly origin: Origin
  private readonly credentials: Credentials
  private readonly out: ServerResponse
  private cursor: Cursor

  constructor(deps: Deps, origin: Origin, credentials: Credentials, out: ServerResponse, cursor: Cursor) {
    this.deps = deps
    this.origin = origin
    this.credentials = credentials
    this.out = out
    this.cursor = cursor
    this.heartbeat = setInterval(() => {
      this.write(': still here\n\n')
      this.wake()
    }, heartbeatMs)
  }

  get token(): string {
    return this.credentials.token
  }

  readonly wake = (): void => this.readIn(gatherMs)

  close(): void {
    clearInterval(this.heartbeat)
    clearTimeout(this.timer)
    this.timer = undefined
    this.out.end()
  }

  private get isOver(): boolean {
    return this.out.writableEnded || this.out.destroyed
  }

  private write(text: string): void {
    if (this.isOver) return
    this.out.write(text)
    if (this.out.writableLength > maxBacklog) this.out.destroy()
  }

  private readIn(ms: number): void {
    this.timer ??= setTimeout(() => void this.read(), ms)
  }

  private async read(): Promise<void> {
    this.timer = undefined
    if (this.isOver) return
    if (this.reading) return this.wake()
    this.reading = true
    try {
      const tenantId = tenantOf(this.credentials)
      const { events, next, more } = await inTenant(this.deps.db.main, tenantId, async (tx) => {
        const origin = { ...this.origin, now: this.deps.now() }
        return readEvents(await openSession(this.deps, origin, tx, tenantId, this.credentials), this.cursor)
      })
      this.cursor = next
      for (const { kind, data, cursor } of events)
        this.write(`id: ${cursorText(cursor)}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
      if (more && !this.isOver) this.readIn(heldBackMs)
    } catch (error) {
      if (error instanceof AppError) this.write('event: end\ndata: {}\n\n')
      else this.deps.log.error({ err: error, requestId: this.origin.requestId }, 'live stream')
      this.close()
    } finally {
      this.reading = false
    }
  }
}

export async function serveEvents(app: FastifyInstance, deps: Deps): Promise<void> {
  const bus = new EventBus(deps.db.url, (error) => deps.log.warn({ err: error }, 'event bus'))
  const streams = new Set<Stream>()
  await bus.start()

  app.post(eventStreamPath, { config: { call: 'stream' } }, async (request, reply) => {
    const origin = originOf(request, deps.now())
    const credentials = credentialsOf(request)
    const tenantId = tenantOf(credentials)
    const cursor = await inTenant(deps.db.main, tenantId, async (tx) => {
      const ctx = await openSession(deps, origin, tx, tenantId, credentials)
      const resumed = request.headers['last-event-id']
      return parseCursor(typeof resumed === 'string' ? resumed : undefined) ?? presentCursor(ctx)
    })
    reply.hijack()
    const out = reply.raw
    // The client may have left already, and its `close` event would not come again. (A request counts as destroyed
    // once its body was read, so look at the response.)
    if (out.destroyed || out.socket?.destroyed) return
    const stream = new Stream(deps, origin, credentials, out, cursor)
    const leave = bus.follow(tenantId, stream.wake)
    out.on('error', () => {})
    out.on('close', () => {
      leave()
      streams.delete(stream)
      stream.close()
    })
    closeOldest(streams, credentials.token)
    streams.add(stream)
    out.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    out.write(`retry: 2000\nid: ${cursorText(cursor)}\n: welcome\n\n`)
    stream.wake()
  })

  // Open streams would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.close()
    await bus.stop()
  })
}

function closeOldest(streams: ReadonlySet<Stream>, token: string): void {
  const own = [...streams].filter((stream) => stream.token === token)
  for (const stream of own.slice(0, Math.max(0, own.length - maxPerSession + 1))) stream.close()
}
