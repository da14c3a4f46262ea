import { statisticsSorts } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { readFilter } from '../../lib/url-state.ts'
import { conditionOf, daysBefore, pageFilter, addressTo } from './statistics-filter.ts'

const today = '2026-03-15'
const read = (search: string) => readFilter(pageFilter(statisticsSorts), new URLSearchParams(search))

describe('the filter of statistics', () => {
  test('begins with today; a range in the address is that range of today', () => {
    expect(conditionOf(read(''), today)).toEqual({ from: today, to: today })
    expect(conditionOf(read('range=lastMonth&area=7&sort=name'), today)).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      area: '7',
    })
    expect(conditionOf(read('range=all'), today)).toEqual({})
  })

  test('ignores an order that the list does not have', () => {
    expect(read('sort=-count').sort).toBe('-count')
    expect(read('sort=-lines').sort).toBeUndefined()
  })
})

describe('a way from a row', () => {
  test('carries the days and the places of the page, and the place of the row, but no order', () => {
    const filter = read('range=thisMonth&area=7&sort=-count')
    expect(addressTo('/sicDevice', filter, { store: '12' })).toBe(
      '/sicDevice?area=7&range=thisMonth&store=12',
    )
    const days = read('from=2026-03-01&to=2026-03-02&store=12')
    expect(addressTo('/buyOrder', days, { sn: 'SW1' })).toBe(
      '/buyOrder?from=2026-03-01&to=2026-03-02&store=12&sn=SW1',
    )
    expect(addressTo('/sicStore', read(''), {})).toBe('/sicStore')
  })

  test('leads from what is in no area or store, and from one binding of a machine', () => {
    const filter = read('range=thisMonth&area=none')
    expect(addressTo('/sicStore', filter, { store: 'none' })).toBe(
      '/sicStore?area=none&range=thisMonth&store=none',
    )
    expect(addressTo('/buyOrder', read('device=7&sn=SW1'), { sn: 'SW1', device: '7' })).toBe(
      '/buyOrder?device=7&sn=SW1',
    )
  })
})

describe('the days before', () => {
  test.each([
    [
      { from: today, to: today },
      { from: '2026-03-14', to: '2026-03-14' },
    ],
    [
      { from: '2026-03-01', to: '2026-03-07' },
      { from: '2026-02-22', to: '2026-02-28' },
    ],
    // A range without an end ends today, or on its own first day where that is still to come.
    [{ from: '2026-03-14' }, { from: '2026-03-12', to: '2026-03-13' }],
    [{ from: '2026-03-20' }, { from: '2026-03-19', to: '2026-03-19' }],
    [{ to: today }, undefined],
    [{}, undefined],
  ])('of %o are %o', (days, before) => {
    expect(daysBefore(days, today)).toEqual(before)
  })
})
