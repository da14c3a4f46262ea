/** What the recent commands of a machine tell about its counts. */
import { askedPieces, rearrangesSlots } from '@slotwise/machine-protocol'

import { dayMs, minuteMs } from '../../kernel/moments.ts'
import type { RecentCommand } from './stock-queries.ts'

const isOpen = ({ state, sent_at: sentAt }: RecentCommand): boolean =>
  sentAt !== null && ['sent', 'acknowledged', 'expired', 'unknown'].includes(state)
const isYounger = (at: Date, now: Date, ms: number): boolean => at.getTime() > now.getTime() - ms

/**
 * A finished search for slots that was ordered after the machine last reported all slots: the present report is its
 * result.
 */
export const searchSince = (recent: readonly RecentCommand[], since: Date): RecentCommand | undefined =>
  recent.find(
    ({ op, state, created_at: at, acknowledged_at: begunAt }) =>
      op === 'setChannels' &&
      at > since &&
      // A search that the machine refused has not begun.
      (state === 'done' || (state === 'failed' && begunAt !== null)),
  )

/** Whether the machine may be renumbering or searching its slots: then its counts cannot be compared. */
export const isRearranging = (recent: readonly RecentCommand[], now: Date): boolean =>
  recent.some(
    (command) =>
      rearrangesSlots(command.op) && isOpen(command) && isYounger(command.created_at, now, 10 * minuteMs),
  )

/**
 * Dispense commands without a result yet, the oldest first: pieces that a count shows missing belong to them.
 * Commands that the machine never acknowledged are left out, because customers may have bought the missing pieces.
 */
const openDispenses = (recent: readonly RecentCommand[], now: Date): RecentCommand[] =>
  recent
    .filter(
      (command) =>
        command.op === 'dispense' &&
        isOpen(command) &&
        command.state !== 'expired' &&
        isYounger(command.created_at, now, dayMs),
    )
    .toReversed()

/** The last test, while its pieces may still show in a count: a machine counts right after it, or within a minute. */
const testLately = (recent: readonly RecentCommand[], now: Date): RecentCommand | undefined =>
  recent.find(
    ({ op, state, created_at: at, finished_at: endedAt }) =>
      op === 'testOut' &&
      ['acknowledged', 'done', 'failed'].includes(state) &&
      isYounger(at, now, 10 * minuteMs) &&
      (endedAt === null || isYounger(endedAt, now, minuteMs)),
  )

/** Pieces by slot, each slot once. */
export function totals(
  lines: readonly { ch: number; n?: number | undefined }[],
): { ch: number; n: number }[] {
  const sums = new Map<number, number>()
  for (const { ch, n = 1 } of lines) sums.set(ch, (sums.get(ch) ?? 0) + n)
  return [...sums].map(([ch, n]) => ({ ch, n }))
}

/** The pieces that a command asks for; none where it asks for pulses. */
export const askedOf = ({ args }: { args: unknown }) => totals(askedPieces(args))

/** A command by which pieces may have come out, and which pieces. */
export type Cause = { command: RecentCommand; reason: 'remote' | 'test'; pieces: { ch: number; n: number }[] }

/**
 * The slots from which a test may have dropped a piece. A slot that failed has dropped none, and once the test has
 * ended, neither has a slot without a result.
 */
const droppedIn = (test: RecentCommand): { ch: number }[] =>
  askedOf(test).filter(({ ch }) => {
    const results = test.items.filter((item) => item.ch === ch)
    return results.length > 0 ? results.some(({ ok }) => ok) : test.finished_at === null
  })

/** The possible causes of missing pieces. A test may take one piece from each slot that it turned. */
export function causesOf(recent: readonly RecentCommand[], now: Date): Cause[] {
  const test = testLately(recent, now)
  return [
    ...openDispenses(recent, now).map((command): Cause => ({
      command,
      reason: 'remote',
      pieces: askedOf(command),
    })),
    ...(test
      ? [{ command: test, reason: 'test', pieces: droppedIn(test).map(({ ch }) => ({ ch, n: 1 })) } as const]
      : []),
  ]
}
