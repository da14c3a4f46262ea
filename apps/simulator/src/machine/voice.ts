/**
 * How a machine sends messages. Those that the server must get stay in the outbox, which survives power cuts, until the
 * server has acknowledged them; after every reconnect the rest is sent again, with the same numbers and in the same
 * order, with a few messages on the way at a time. Answers to commands go first and at once. Status and slots are not
 * stored: they describe the present, and every connection begins with new ones.
 */
import { mostInFlight, type Envelope, type UpName } from '@slotwise/machine-protocol'

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

/** Settings go with the answers, because a result must not overtake the end of a search for slots. */
const urgent: ReadonlySet<UpName> = new Set(['ack', 'config', 'result'])

export type Voice = {
  say: Say
  connected(): void
  disconnected(): void
  /** The number of the next message. */
  nextMid(): string
  /** Sends the waiting messages, new and repeated ones. */
  sendWaiting(): void
  /** The server has acknowledged this message, so that another one may be sent. */
  delivered(mid: string): void
}

type Speaker = { sn: string; memory: Memory; clock: ServerClock; send: Send }

export function makeVoice({ sn, memory, clock, send }: Speaker): Voice {
  /** Messages that were not sent yet on this connection; the later ones not before `sendWaiting`. */
  const waiting = new Map<OutboxMessage, 'now' | 'later'>()
  /** Reports that were sent on this connection and are not acknowledged. */
  const inFlight = new Set<string>()
  let online = false
  let sendsAtOnce = false
  let isSending = false
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
    if (!transient.has(name)) {
      addToOutbox(memory, message)
      waiting.set(message, essential.has(name) ? 'later' : 'now')
      sendReady()
    } else if (online) send(name, envelope, mannerOf(name))
    return mid
  }

  function sendReady(): void {
    // On a fast line the acknowledgement arrives while the message is being sent.
    if (!online || isSending) return
    isSending = true
    for (let next = nextReady(); next; next = nextReady()) {
      waiting.delete(next)
      if (!urgent.has(next.name)) inFlight.add(next.envelope.mid)
      send(next.name, next.envelope, mannerOf(next.name))
    }
    isSending = false
  }

  function nextReady(): OutboxMessage | undefined {
    let report: OutboxMessage | undefined
    for (const [message, when] of waiting) {
      if (message.undated || (!sendsAtOnce && when === 'later')) continue
      if (urgent.has(message.name)) return message
      // An order that the customer has given up meanwhile is not in the outbox any more.
      if (!report && isUnacknowledged(memory, message.envelope.mid)) report = message
    }
    return inFlight.size < mostInFlight ? report : undefined
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
      waiting.clear()
      inFlight.clear()
      for (const message of memory.outbox) waiting.set(message, 'later')
    },
    disconnected() {
      online = false
      sendsAtOnce = false
      waiting.clear()
    },
    sendWaiting() {
      sendsAtOnce = true
      for (const message of memory.outbox) date(message)
      sendReady()
    },
    delivered(mid) {
      if (inFlight.delete(mid)) sendReady()
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
