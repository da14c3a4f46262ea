import type { LongList } from '@slotwise/contract'

import type { ListPlace } from '../../lib/url-state.ts'

type KeyOf<Row> = (row: Row) => string

/** The rows on the page with their latest values; rows that are not on the page are not added. */
export function withUpdates<Row>(
  list: LongList<Row>,
  latest: readonly Row[],
  keyOf: KeyOf<Row>,
): LongList<Row> {
  const byKey = new Map(latest.map((row) => [keyOf(row), row]))
  return { ...list, data: list.data.map((row) => byKey.get(keyOf(row)) ?? row) }
}

/**
 * The rows of the newest page that the page on the screen lacks. Rows older than the last one on the screen belong to
 * the next page; they move up when a row on the screen no longer matches the filter.
 */
export function newRows<Row>(
  shown: LongList<Row>,
  newest: LongList<Row> | undefined,
  keyOf: KeyOf<Row>,
): Row[] {
  const known = new Set(shown.data.map(keyOf))
  const last = shown.data.at(-1)
  const end = last && shown.older !== null ? keyOf(last) : ''
  return (newest?.data ?? []).filter((row) => !known.has(keyOf(row)) && keyOf(row) > end)
}

/** True where new bills appear: at the head of a list whose days reach today. */
export const isNewestPage = (place: ListPlace, to: string | undefined, today: string): boolean =>
  place.cursor === undefined && place.day === undefined && (to === undefined || to >= today)

/** An order number as typed or pasted, without blanks and signs. */
export const ordernoTyped = (typed: string | undefined): string | undefined =>
  typed?.replace(/\D/g, '').slice(0, 24) || undefined
