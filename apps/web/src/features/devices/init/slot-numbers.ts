import { type Channel, ChannelSn, type ResetChannel, type RuleName } from '@slotwise/contract'

import { numbersOf } from '../slots/slot-shelves.ts'

/** New numbers of slots, by the old ones: what was typed, or nothing where the field was emptied. */
export type TypedNumbers = Readonly<Record<number, number | null>>

export type Renumbering = { from: number; to: number }

/** Slots that the machine has can be renumbered; the others keep theirs. */
export const canRenumber = ({ reported }: ResetChannel): boolean => reported

const numberOf = (row: ResetChannel, typed: TypedNumbers): number | null => {
  const value = typed[row.channel_sn]
  return value === undefined ? row.channel_sn : value
}

/** Only what becomes another number. */
export const renumberingOf = (rows: readonly ResetChannel[], typed: TypedNumbers): Renumbering[] =>
  rows.filter(canRenumber).flatMap((row) => {
    const to = numberOf(row, typed)
    return to === null || to === row.channel_sn ? [] : [{ from: row.channel_sn, to }]
  })

/** What is wrong with each number, by the old one. Of two that are the same, those that were typed are wrong. */
export function numberFaults(rows: readonly ResetChannel[], typed: TypedNumbers): Map<number, RuleName> {
  const faults = new Map<number, RuleName>()
  for (const row of rows) {
    const number = numberOf(row, typed)
    const fault = number === null ? 'required' : (ruleOf(number) ?? takenTwice(rows, row, typed))
    if (fault) faults.set(row.channel_sn, fault)
  }
  return faults
}

/** A machine numbers its slots from 1: those beyond their new count are gone, with what is in them. */
export function slotsBeyond(
  slots: readonly Channel[],
  count: number | null,
): { numbers: number[]; pieces: number } {
  const gone = count === null ? [] : slots.filter(({ channel_sn: number }) => number > count)
  return {
    numbers: numbersOf(gone),
    pieces: gone.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

function ruleOf(number: number): RuleName | undefined {
  const judged = ChannelSn.safeParse(number)
  return judged.success ? undefined : (judged.error.issues[0]?.message.slice(2) as RuleName | undefined)
}

/** A number that is only in our books is free for a slot that is not in them. */
function takenTwice(
  rows: readonly ResetChannel[],
  row: ResetChannel,
  typed: TypedNumbers,
): RuleName | undefined {
  const number = numberOf(row, typed)
  if (number === row.channel_sn) return undefined
  const isTaken = rows.some(
    (other) => other !== row && numberOf(other, typed) === number && (other.reported || row.ours),
  )
  return isTaken ? 'channelTwice' : undefined
}
