import type { LongList } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { isNewestPage, newRows, ordernoTyped, withUpdates } from './live-rows.ts'

type Row = { orderno: string; status: number }
const keyOf = ({ orderno }: Row): string => orderno
const row = (orderno: string, status = 0): Row => ({ orderno, status })
const page = (rows: Row[], older: string | null = null): LongList<Row> => ({
  data: rows,
  count: rows.length,
  newer: null,
  older,
})

test('rows on the page take their latest values and keep their places', () => {
  const shown = page([row('3'), row('2', 7), row('1')])
  expect(withUpdates(shown, [row('4'), row('2', 9)], keyOf).data).toEqual([row('3'), row('2', 9), row('1')])
})

test('rows that the page lacks are new, also those that arrived late', () => {
  const shown = page([row('5'), row('3')], 'older')
  expect(newRows(shown, page([row('6'), row('5'), row('4'), row('3')]), keyOf).map(keyOf)).toEqual(['6', '4'])
  expect(newRows(shown, undefined, keyOf)).toEqual([])
})

test('a row of the next page that moved up is not new', () => {
  const shown = page([row('5'), row('4'), row('3')], 'older')
  expect(newRows(shown, page([row('5'), row('3'), row('2')]), keyOf)).toEqual([])
})

test('below the last row of the whole list, a late one is new', () => {
  expect(newRows(page([row('5')]), page([row('5'), row('2')]), keyOf).map(keyOf)).toEqual(['2'])
})

test('a pasted order number loses blanks and signs', () => {
  expect(ordernoTyped(' 2026 0315-0102 ')).toBe('202603150102')
  expect(ordernoTyped('abc')).toBeUndefined()
})

test('new bills belong on the first page of a list that reaches today', () => {
  const today = '2026-03-15'
  expect(isNewestPage({}, today, today)).toBe(true)
  expect(isNewestPage({}, undefined, today)).toBe(true)
  expect(isNewestPage({}, '2026-03-14', today)).toBe(false)
  expect(isNewestPage({ cursor: 'x' }, today, today)).toBe(false)
  expect(isNewestPage({ day: today }, today, today)).toBe(false)
})
