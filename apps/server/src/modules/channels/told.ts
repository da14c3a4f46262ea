/** What the commands that a machine was given lately say about its counts. */
import { askedPieces } from '@slotwise/machine-protocol'

import type { Told } from './stock-store.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const isOpen = ({ state, sent_at: sentAt }: Told): boolean =>
  sentAt !== null && ['sent', 'acknowledged', 'expired', 'unknown'].includes(state)
const isYounger = (at: Date, now: Date, ms: number): boolean => at.getTime() > now.getTime() - ms

/** A search for slots that has ended, given after the machine named its slots last: those it names now are its finding. */
export const searchSince = (told: readonly Told[], since: Date): Told | undefined =>
  told.find(
    ({ op, state, created_at: at, acknowledged_at: begunAt }) =>
      op === 'setChannels' &&
      at > since &&
      // One that the machine refused has not begun.
      (state === 'done' || (state === 'failed' && begunAt !== null)),
  )

/** Whether it may be giving its slots other numbers, or looking for them: then its counts compare with nothing. */
export const isRearranging = (told: readonly Told[], now: Date): boolean =>
  told.some(
    (command) =>
      ['resetSlot', 'setChannels'].includes(command.op) &&
      isOpen(command) &&
      isYounger(command.created_at, now, 10 * minuteMs),
  )

/**
 * Dispensing whose end is not known yet, the oldest first: what a count shows missing there fell in it. Not in one that
 * the machine never took: what is missing meanwhile may have been bought.
 */
const openDispenses = (told: readonly Told[], now: Date): Told[] =>
  told
    .filter(
      (command) =>
        command.op === 'dispense' &&
        isOpen(command) &&
        command.state !== 'expired' &&
        isYounger(command.created_at, now, dayMs),
    )
    .toReversed()

/** The last test, while what fell in it may still be counted: a machine counts right after it, or within a minute. */
const testLately = (told: readonly Told[], now: Date): Told | undefined =>
  told.find(
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

/** A command by which pieces may have fallen, and which. */
export type Cause = { command: Told; reason: 'remote' | 'test'; pieces: { ch: number; n: number }[] }

/** Of each slot that is tested, one piece may fall. */
export function causesOf(told: readonly Told[], now: Date): Cause[] {
  const test = testLately(told, now)
  return [
    ...openDispenses(told, now).map((command): Cause => ({
      command,
      reason: 'remote',
      pieces: askedOf(command),
    })),
    ...(test
      ? [{ command: test, reason: 'test', pieces: askedOf(test).map(({ ch }) => ({ ch, n: 1 })) } as const]
      : []),
  ]
}
