import { type Channel, isLow, joinNames, type Locale } from '@slotwise/contract'

export const numbersOf = (slots: readonly Pick<Channel, 'channel_sn'>[]): number[] =>
  slots.map(({ channel_sn: number }) => number)

/** Slots as they stand in the machine: shelf by shelf, by their numbers. */
export function shelvesOf(slots: readonly Channel[], perShelf: number): Channel[][] {
  const ordered = slots.toSorted((a, b) => a.channel_sn - b.channel_sn)
  const width = Math.max(1, perShelf)
  return Array.from({ length: Math.ceil(ordered.length / width) }, (_shelf, index) =>
    ordered.slice(index * width, (index + 1) * width),
  )
}

/**
 * The index that a key leads to among tiles that stand `perRow` side by side; undefined for other keys and beyond the
 * edges.
 */
export function placeByKey(key: string, from: number, count: number, perRow: number): number | undefined {
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - perRow,
    ArrowDown: from + perRow,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined || to < 0 || to >= count || to === from ? undefined : to
}

export type StockLevel = 'none' | 'empty' | 'low' | 'fine'

export const sells = ({ goods, enabled }: Channel): boolean => goods !== null && enabled

/** False until the machine or the merchant has set the slot's capacity; its stock level is unknown until then. */
export const isSized = ({ max }: Channel): boolean => max > 0

/** A slot that sells nothing has no stock that could be low. */
export function stockLevelOf(slot: Channel): StockLevel {
  if (!sells(slot) || !isSized(slot)) return 'none'
  if (!isLow(slot)) return 'fine'
  return slot.quantity === 0 ? 'empty' : 'low'
}

/** The slots and pieces that a refill adds, and the pieces that are inside. Slots without goods take none. */
export function refillOf(slots: readonly Channel[]): { slots: number; pieces: number; inside: number } {
  const selling = slots.filter(({ goods }) => goods !== null)
  const missing = selling.map(({ quantity, max }) => Math.max(0, max - quantity))
  return {
    slots: missing.filter((pieces) => pieces > 0).length,
    pieces: missing.reduce((sum, pieces) => sum + pieces, 0),
    inside: slots.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

export type PartedSlot = Channel & { counted: number }

/** Whether the merchant's books and the machine's count differ. */
export const isParted = (slot: Channel): slot is PartedSlot =>
  slot.counted !== null && slot.counted !== slot.quantity

/** Numbers as ranges: `1-4, 7, 9-10`, or `1-4、7、9-10`. */
export function numberRanges(locale: Locale, numbers: readonly number[]): string {
  const ordered = [...new Set(numbers)].toSorted((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const number of ordered) {
    const last = ranges.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else ranges.push([number, number])
  }
  return joinNames(
    locale,
    ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)),
  )
}
