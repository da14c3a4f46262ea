/**
 * How a machine sends messages. Those that the server must get stay in the outbox, which survives power cuts, until the
 * server has acknowledged them; after every reconnect the rest is sent again, with the same numbers and in the same
 * order. Status and slots are not stored: they describe the present, and every connection begins with new ones.
 */
import type { Envelope, UpName } from '@slotwise/machine-protocol'

import type { Say } from './life.ts'
import type { OutboxMessage, Memory } from './memory.ts'
import type { ServerClock } from './server-clock.ts'

export type Manner = { qos: 0 | 1; retain: boolean }
export type Send = (name: UpName, envelope: Envelope, manner: Manner) => void

const manners: Partial<Record<UpName, Manner>> = {
  status: { qos: 1, retain: true },
  heartbeat: { qos: 0, retain: false },
  progress: { qos: 0, retain: false },
}
const usual: Manner = { qos: 1, retain: false }

const mannerOf = (name: UpName): Manner => manners[name] ?? usual

/** How many messages fit into the outbox. */
export const outboxSize = 1_000

const transient: ReadonlySet<UpName> = new Set(['status', 'heartbeat', 'slots', 'progress'])

/** Messages that must not be lost, and whose time must be right. */
const essential: ReadonlySet<UpName> = new Set(['sale', 'result'])

export type Voice = {
  say: Say
  connected(): void
  disconnected(): void
  /** The number of the next message. */
  nextMid(): string
  /** Sends the waiting messages, new and repeated ones. */
  sendWaiting(): void
}

type Speaker = { sn: string; memory: Memory; clock: ServerClock; send: Send }

export function makeVoice({ sn, memory, clock, send }: Speaker): Voice {
  /** Messages that were not sent yet on this connection. */
  const waiting = new Set<OutboxMessage>()
  let online = false
  let sendsAtOnce = false
  let { boot } = memory
  let seq = 0

  function nextSeq(): number {
    if (boot !== memory.boot) seq = 0
    boot = memory.boot
    return seq + 1
  }
  const nextMid = (): string => `${memory.boot}-${nextSeq()}`

  const say: Say = (name, data) => {
    const mid = nextMid()
    seq += 1
    const envelope: Envelope = { v: 1, sn, mid, seq, ts: clock.best(), type: name, data }
    const undated = essential.has(name) && clock.now() === undefined
    const message: OutboxMessage = undated ? { name, envelope, undated } : { name, envelope }
    if (!transient.has(name)) addToOutbox(memory, message)
    if (undated || (essential.has(name) && !sendsAtOnce)) waiting.add(message)
    else if (online) send(name, envelope, mannerOf(name))
    return mid
  }

  function date(message: OutboxMessage): void {
    const ts = clock.toServerTime(message.envelope.ts)
    if (!message.undated || ts === undefined) return
    message.envelope.ts = ts
    delete message.undated
  }

  return {
    say,
    nextMid,
    connected() {
      online = true
      for (const message of memory.outbox) waiting.add(message)
    },
    disconnected() {
      online = false
      sendsAtOnce = false
      waiting.clear()
    },
    sendWaiting() {
      sendsAtOnce = true
      for (const message of memory.outbox) date(message)
      for (const message of memory.outbox.filter((one) => !one.undated && waiting.has(one))) {
        waiting.delete(message)
        send(message.name, message.envelope, mannerOf(message.name))
      }
    },
  }
}

/** Adds a message. When the outbox is full, the least important old message is dropped; a sale never is. */
function addToOutbox({ outbox }: Memory, message: OutboxMessage): void {
  outbox.push(message)
  if (outbox.length <= outboxSize) return
  const unimportant = outbox.findIndex(({ name }) => !essential.has(name))
  const oldest = unimportant < 0 ? outbox.findIndex(({ name }) => name === 'result') : unimportant
  if (oldest >= 0) outbox.splice(oldest, 1)
}

const indexOf = ({ outbox }: Memory, mid: string): number =>
  outbox.findIndex(({ envelope }) => envelope.mid === mid)

/** Whether the server has not acknowledged the message yet. */
export const isUnacknowledged = (memory: Memory, mid: string): boolean => indexOf(memory, mid) >= 0

/** Removes a message from the outbox: the server has acknowledged it, or it must not be repeated. */
export function forget(memory: Memory, mid: string): void {
  const at = indexOf(memory, mid)
  if (at >= 0) memory.outbox.splice(at, 1)
}

/** The message that the broker publishes for the machine when the connection breaks. */
export const lastWill = (sn: string, memory: Memory, ts: number): Envelope => ({
  v: 1,
  sn,
  mid: `${memory.boot}-will`,
  seq: 0,
  ts,
  type: 'status',
  data: { state: 'offline', boot: memory.boot, reason: 'lost' },
})
