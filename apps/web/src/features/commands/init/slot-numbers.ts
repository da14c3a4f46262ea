import { type Channel, ChannelSn, type ResetChannel, type RuleName } from '@slotwise/contract'

import { numbersOf } from '../../../entities/slot/slot-shelves.ts'

/** New numbers of slots, by the old ones; null where the field was emptied. */
export type TypedNumbers = Readonly<Record<number, number | null>>

export type Renumbering = { from: number; to: number }

/** Only slots that the machine has reported can be renumbered. */
export const canRenumber = ({ reported }: ResetChannel): boolean => reported

const numberOf = (row: ResetChannel, typed: TypedNumbers): number | null => {
  const value = typed[row.channel_sn]
  return value === undefined ? row.channel_sn : value
}

/** Only slots whose number changes. */
export const renumberingOf = (rows: readonly ResetChannel[], typed: TypedNumbers): Renumbering[] =>
  rows.filter(canRenumber).flatMap((row) => {
    const to = numberOf(row, typed)
    return to === null || to === row.channel_sn ? [] : [{ from: row.channel_sn, to }]
  })

/** The error of each number, by the old number. Of two equal numbers, those that were typed are wrong. */
export function numberFaults(rows: readonly ResetChannel[], typed: TypedNumbers): Map<number, RuleName> {
  const faults = new Map<number, RuleName>()
  for (const row of rows) {
    const number = numberOf(row, typed)
    const fault = number === null ? 'required' : (ruleOf(number) ?? takenTwice(rows, row, typed))
    if (fault) faults.set(row.channel_sn, fault)
  }
  return faults
}

/** A machine numbers its slots from 1: slots beyond the new count are deleted with their stock. */
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

/** The number of a slot that only our records have is free for a slot of the machine. */
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
