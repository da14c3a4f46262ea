import { capabilities, type MachineType, type SlotReport, type UpMessage } from '@slotwise/machine-protocol'

import { messagesSince, type Session, type TestServer } from './test-server.ts'

/** What a check works with. */
export type Bench = {
  server: TestServer
  type: MachineType
  /** A limit of the document in milliseconds, longer where the run itself is slow. */
  limit(ms: number): number
}
export type Check = (bench: Bench) => Promise<void>

/** A line of the checklist does not hold; the message says what was seen. */
export class Failure extends Error {}

/** What was seen neither proves nor breaks a line; the message says what was missing. */
export class Unproven extends Error {}

export function proves(isEnough: boolean, missing: string): asserts isEnough {
  if (!isEnough) throw new Unproven(missing)
}

export function demand(holds: boolean, seen: string): asserts holds {
  if (!holds) throw new Failure(seen)
}

export const second = 1_000
export const minute = 60 * second

export const seconds = (ms: number): string => `${(ms / second).toFixed(1)} s`

const statusOf = ({ server }: Bench, session: Session): UpMessage<'status'> | undefined =>
  server.heard.find((one) => one.session === session && one.name === 'status' && one.envelope)?.envelope
    ?.data as UpMessage<'status'> | undefined

/** Waits until the machine has connected after this moment and said that it is online. */
export async function online(bench: Bench, since = 0): Promise<Session> {
  const { server, limit } = bench
  const session = await server.until(limit(3 * minute), () => {
    const present = server.session()
    const isOnline = present && statusOf(bench, present)?.state === 'online'
    return isOnline && present.at >= since ? present : undefined
  })
  demand(session !== undefined, 'the machine was not online within 3 minutes')
  return session
}

/** Breaks the connection, and waits until the machine is back. */
export async function breakLine(bench: Bench): Promise<Session> {
  const since = bench.server.now()
  bench.server.cut()
  return online(bench, since)
}

/** The op of a command, for the maker of the machine. */
const nameOf = ({ server }: Bench, id: string): string => {
  const op = server.given.find((one) => one.id === id)?.op
  return op === undefined ? 'a command' : `\`${op}\``
}

export async function ackOf(bench: Bench, id: string, since: number): Promise<UpMessage<'ack'>> {
  const { server, limit } = bench
  const ack = await server.until(limit(10 * second), () =>
    messagesSince(server, 'ack', since).find((one) => one.id === id),
  )
  demand(ack !== undefined, `${nameOf(bench, id)} was not acknowledged within 10 s`)
  return ack
}

export async function resultOf(
  bench: Bench,
  id: string,
  { since = 0, ms = 2 * minute }: { since?: number; ms?: number } = {},
): Promise<UpMessage<'result'>> {
  const { server, limit } = bench
  const result = await server.until(limit(ms), () =>
    messagesSince(server, 'result', since).find((one) => one.id === id),
  )
  demand(result !== undefined, `no result of ${nameOf(bench, id)} came within ${seconds(ms)}`)
  return result
}

/** Demands that the command is refused for this reason. */
export async function refused(bench: Bench, id: string, why: string, since: number): Promise<void> {
  const ack = await ackOf(bench, id, since)
  demand(!ack.accepted, `${nameOf(bench, id)} was accepted instead of refused with "${why}"`)
  demand(ack.why === why, `${nameOf(bench, id)} was refused with "${ack.why ?? ''}" instead of "${why}"`)
}

/** Demands that the command is accepted and succeeds. */
export async function succeeds(bench: Bench, id: string, ms?: number): Promise<UpMessage<'result'>> {
  const ack = await ackOf(bench, id, 0)
  demand(ack.accepted, `${nameOf(bench, id)} was refused with "${ack.why ?? ''}"`)
  const result = await resultOf(bench, id, ms === undefined ? {} : { ms })
  const why = result.why ?? result.fault ?? JSON.stringify(result.items)
  demand(result.ok, `${nameOf(bench, id)} failed: ${why}`)
  return result
}

/** The slots as the machine has reported them so far. */
export function slotsOf({ server }: Bench): Map<number, SlotReport> {
  const slots = new Map<number, SlotReport>()
  for (const report of messagesSince(server, 'slots', 0)) {
    if (report.full) slots.clear()
    for (const slot of report.slots) slots.set(slot.ch, slot)
  }
  return slots
}

export const hasPieces = ({ type }: Bench): boolean => capabilities[type].moves !== 'pulses'

/** The slot with the most pieces. */
export async function fullestSlot(bench: Bench): Promise<number> {
  const { server, limit } = bench
  await server.until(limit(minute), () => (slotsOf(bench).size > 0 ? true : undefined))
  const [fullest] = [...slotsOf(bench).values()]
    .filter(({ state }) => state !== 'fault')
    .toSorted((a, b) => b.qty - a.qty)
  demand(fullest !== undefined, 'the machine has reported no slot that works')
  return fullest.ch
}

/** Has the machine move something for some seconds. */
export async function move(bench: Bench, n = 1): Promise<string> {
  const { server } = bench
  if (!hasPieces(bench)) return server.command('dispense', { pulses: 20 * n, widthMs: 100, gapMs: 150 })
  return server.command('dispense', { items: [{ ch: await fullestSlot(bench), n }] })
}

/** Has the machine restart, and waits until it is back. */
export async function restart(bench: Bench): Promise<{ before: Session; after: Session }> {
  const { server } = bench
  const before = await online(bench)
  const since = server.now()
  await succeeds(bench, server.command('restart', { part: 'machine' }))
  return { before, after: await online(bench, since) }
}
