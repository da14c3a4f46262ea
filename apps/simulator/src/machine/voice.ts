/**
 * How a machine speaks. What the server must know stays in the outbox, which survives power cuts, until the server has
 * acknowledged it; after every reconnect what is left is said again, under the same numbers and in the same order.
 * Status and slots are not kept: they say how things are now, and every connection begins with new ones.
 */
import type { Envelope, UpName } from '@slotwise/machine-protocol'

import type { Say } from './life.ts'
import type { Kept, Memory } from './memory.ts'
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

const passing: ReadonlySet<UpName> = new Set(['status', 'heartbeat', 'slots', 'progress'])

/** What the server must not miss, and when it happened neither. */
const precious: ReadonlySet<UpName> = new Set(['sale', 'result'])

export type Voice = {
  say: Say
  connected(): void
  disconnected(): void
  /** The number of what is said next. */
  nextMid(): string
  /** Says what waits to be said, or said again. */
  letOut(): void
}

type Speaker = { sn: string; memory: Memory; clock: ServerClock; send: Send }

export function makeVoice({ sn, memory, clock, send }: Speaker): Voice {
  /** What this connection has not said yet. */
  const waiting = new Set<Kept>()
  let online = false
  let letsOut = false
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
    const undated = precious.has(name) && clock.now() === undefined
    const kept: Kept = undated ? { name, envelope, undated } : { name, envelope }
    if (!passing.has(name)) keep(memory, kept)
    if (undated || (precious.has(name) && !letsOut)) waiting.add(kept)
    else if (online) send(name, envelope, mannerOf(name))
    return mid
  }

  function date(kept: Kept): void {
    const ts = clock.told(kept.envelope.ts)
    if (!kept.undated || ts === undefined) return
    kept.envelope.ts = ts
    delete kept.undated
  }

  return {
    say,
    nextMid,
    connected() {
      online = true
      for (const kept of memory.outbox) waiting.add(kept)
    },
    disconnected() {
      online = false
      letsOut = false
      waiting.clear()
    },
    letOut() {
      letsOut = true
      for (const kept of memory.outbox) date(kept)
      for (const kept of memory.outbox.filter((one) => !one.undated && waiting.has(one))) {
        waiting.delete(kept)
        send(kept.name, kept.envelope, mannerOf(kept.name))
      }
    },
  }
}

/** When there is no room, whatever can best be missed makes some; a sale never does. */
function keep({ outbox }: Memory, kept: Kept): void {
  outbox.push(kept)
  if (outbox.length <= outboxSize) return
  const passing = outbox.findIndex(({ name }) => !precious.has(name))
  const oldest = passing < 0 ? outbox.findIndex(({ name }) => name === 'result') : passing
  if (oldest >= 0) outbox.splice(oldest, 1)
}

const placeOf = ({ outbox }: Memory, mid: string): number =>
  outbox.findIndex(({ envelope }) => envelope.mid === mid)

/** Whether the server has not acknowledged it yet. */
export const isKept = (memory: Memory, mid: string): boolean => placeOf(memory, mid) >= 0

/** Takes a message out of the outbox: the server has it for good, or nobody wants it said again. */
export function forget(memory: Memory, mid: string): void {
  const at = placeOf(memory, mid)
  if (at >= 0) memory.outbox.splice(at, 1)
}

/** What the broker says in the machine's name when the connection breaks. */
export const lastWill = (sn: string, memory: Memory, ts: number): Envelope => ({
  v: 1,
  sn,
  mid: `${memory.boot}-will`,
  seq: 0,
  ts,
  type: 'status',
  data: { state: 'offline', boot: memory.boot, reason: 'lost' },
})
