import { type Channel, check, type Locale, RemoteOuting } from '@slotwise/contract'

/** The count of each slot, by its number; null where the field is empty. */
export type DispenseCounts = Readonly<Record<number, number | null>>
export type DispenseLine = { channel_sn: number; count: number }

const { goods: Lines } = RemoteOuting.shape

/** The slots with a count, in order; a 0 is included, and refused later. */
export const linesOf = (counts: DispenseCounts): DispenseLine[] =>
  Object.entries(counts)
    .flatMap(([slot, count]) => (count === null ? [] : [{ channel_sn: Number(slot), count }]))
    .toSorted((a, b) => a.channel_sn - b.channel_sn)

export const piecesOf = (lines: readonly DispenseLine[]): number =>
  lines.reduce((sum, { count }) => sum + count, 0)

/** Slots with fewer pieces on record than requested, and slots without goods. Both are only warnings. */
export function doubtsOf(
  lines: readonly DispenseLine[],
  slots: readonly Channel[],
): { short: number[]; vacant: number[] } {
  const asked = lines.map(({ channel_sn: number, count }) => ({
    number,
    count,
    slot: slots.find((one) => one.channel_sn === number),
  }))
  const isVacant = ({ slot }: (typeof asked)[number]): boolean => (slot?.goods ?? null) === null
  const numbers = (some: typeof asked): number[] => some.map(({ number }) => number)
  return {
    short: numbers(asked.filter((one) => !isVacant(one) && one.count > (one.slot?.quantity ?? 0))),
    vacant: numbers(asked.filter(isVacant)),
  }
}

/** Errors by slot, and of the whole request. */
export type DispenseFaults = { bySlot: ReadonlyMap<number, string>; whole: string | undefined }

export function dispenseFaults(counts: DispenseCounts, locale: Locale): DispenseFaults {
  const lines = linesOf(counts)
  const judged = check(Lines, lines, locale)
  if (judged.ok) return { bySlot: new Map(), whole: undefined }
  const placed = judged.errors.map(({ path, message }) => ({
    line: lines[Number(path.split('.')[0])],
    path,
    message,
  }))
  return {
    bySlot: new Map(
      placed.flatMap(({ line, path, message }) => (path !== '' && line ? [[line.channel_sn, message]] : [])),
    ),
    whole: placed.find(({ path }) => path === '')?.message,
  }
}
