import type { ServerResponse } from 'node:http'

import { type EventPage, mayHear, type Position } from '../kernel/event-reader.ts'
import type { SessionCtx } from '../kernel/ctx.ts'
import type { Identity } from '../modules/account/index.ts'

/** A client with a longer backlog gets no more events until it has read it, so that it does not fill the memory. */
const maxBacklog = 128 * 1024
/** A client that reads nothing of such a backlog while so many events come is disconnected. It may resume. */
const patience = 1_000n
/** How long a client waits before it connects again: usually, and when it had to give way to a newer stream. */
const retryMs = { usual: 1_000, displaced: 30_000 }

/** One open connection: writes the events that its user may hear. */
export class EventStream {
  readonly sessionId: string
  readonly accountId: string
  position: Position
  /** The backlog that the client does not read, and the present when that was noticed. */
  private stalled: { backlog: number; since: Position } | undefined
  private readonly out: ServerResponse

  constructor({ session, user }: SessionCtx, out: ServerResponse, position: Position) {
    this.sessionId = session.id
    this.accountId = user.id
    this.position = position
    this.out = out
  }

  welcome(): void {
    this.write(`retry: ${retryMs.usual}\nid: ${this.position}\n: welcome\n\n`)
  }

  /** True while the client reads more slowly than events come. */
  get isFull(): boolean {
    return this.out.writableLength > maxBacklog
  }

  take(page: EventPage, who: Identity): void {
    // This stream is not there yet: it would skip events.
    if (page.after > this.position) return
    for (const { position, kind, data, audience } of page.events) {
      if (position <= this.position) continue
      if (this.isFull) return
      if (mayHear(who, audience)) this.write(`id: ${position}\nevent: ${kind}\ndata: ${data}\n\n`)
      this.position = position
    }
    if (page.next > this.position) this.position = page.next
  }

  dropIfStuck(present: Position): void {
    const backlog = this.out.writableLength
    if (!this.isFull) this.stalled = undefined
    else if (this.stalled?.backlog !== backlog) this.stalled = { backlog, since: present }
    else if (present - this.stalled.since > patience) this.out.destroy()
  }

  /** The position spares a stream that hears little to read again, when it resumes, what it may not hear. */
  beat(): void {
    if (!this.isFull) this.write(`id: ${this.position}\n: still here\n\n`)
  }

  endSession(): void {
    this.write('event: end\ndata: {}\n\n')
    this.close()
  }

  displace(): void {
    this.write(`retry: ${retryMs.displaced}\nevent: end\ndata: {}\n\n`)
    this.close()
  }

  /** A client that does not read would never take the end of its backlog. */
  close(): void {
    if (this.isFull) this.out.destroy()
    else this.out.end()
  }

  private write(text: string): void {
    if (this.out.writableEnded || this.out.destroyed) return
    this.stalled = undefined
    this.out.write(text)
  }
}
