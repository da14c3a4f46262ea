import { describe, expect, test } from 'vitest'

import { daysOfMonth } from '../../kernel/month-days.ts'
import { cooperationIn, partsOf, rentsFor, sharesOf } from './terms-model.ts'

const zone = 480

describe('cooperation', () => {
  const february = daysOfMonth('2026-02')
  const store = (
    from: string | null,
    to: string | null,
    { added = '2025-06-15T00:00:00Z', deleted = '' } = {},
  ) =>
    cooperationIn(
      february,
      {
        coo_start_date: from,
        coo_end_date: to,
        created_at: new Date(added),
        deleted_at: deleted ? new Date(deleted) : null,
      },
      zone,
    )
  const whole = { from: '2026-02-01', to: '2026-02-28', days: 28 }

  test('without dates runs since the month in which the store was added', () => {
    expect(store(null, null)).toEqual(whole)
    expect(store(null, null, { added: '2026-02-20T00:00:00Z' })).toEqual(whole)
    // The first moment of March, for the merchant.
    expect(store(null, null, { added: '2026-02-28T15:59:59.999Z' })).toEqual(whole)
    expect(store(null, null, { added: '2026-02-28T16:00:00.000Z' })).toBeUndefined()
  })

  test('begins and ends within the month, both days included', () => {
    expect(store('2026-02-10', null)).toEqual({ from: '2026-02-10', to: '2026-02-28', days: 19 })
    expect(store('2026-01-10', '2026-02-10')).toEqual({ from: '2026-02-01', to: '2026-02-10', days: 10 })
    expect(store('2026-02-28', '2026-02-28')).toEqual({ from: '2026-02-28', to: '2026-02-28', days: 1 })
    expect(store('2026-02-01', '2026-02-28')).toEqual(whole)
  })

  test('may have begun before the store was added', () => {
    expect(store('2026-02-10', null, { added: '2026-05-01T00:00:00Z' })).toMatchObject({ days: 19 })
  })

  test('does not run in months before and after', () => {
    expect(store('2026-03-01', null)).toBeUndefined()
    expect(store(null, '2026-01-31')).toBeUndefined()
  })

  test('ends on the day on which the store is deleted, unless it ended before', () => {
    // Already the next day, for the merchant.
    const deleted = '2026-02-14T16:00:00.000Z'
    expect(store(null, null, { deleted })).toMatchObject({ to: '2026-02-15', days: 15 })
    expect(store(null, '2026-02-20', { deleted })).toMatchObject({ to: '2026-02-15' })
    expect(store(null, '2026-02-12', { deleted })).toMatchObject({ to: '2026-02-12' })
    expect(store('2026-02-16', null, { deleted })).toBeUndefined()
    expect(store(null, null, { deleted: '2026-03-10T00:00:00Z' })).toEqual(whole)
  })
})

describe('amounts', () => {
  test.each([
    [1_000, 15, 150],
    // 0.5 of a cent counts as one, a bit less as none.
    [10, 5, 1],
    [10, 4.99, 0],
    [333, 33.33, 111],
    [100_000_000_000, 100, 100_000_000_000],
    [999_999_999, 0.01, 100_000],
    [0, 15, 0],
    [-1_000, 15, 0],
  ])('a share of %i cents at %d percent is %i', (base, share, amount) => {
    expect(sharesOf([{ base, coo_share: share }])).toEqual([amount])
  })

  test.each([
    [50_000, 28, 28, 50_000],
    [50_000, 1, 28, 1_786],
    [50_000, 14, 28, 25_000],
    [1, 14, 28, 1],
    [1, 13, 28, 0],
    [100_000_000, 30, 31, 96_774_194],
    [100, 0, 31, 0],
  ])('a rent of %i cents for %i of %i days is %i', (rent, days, monthDays, amount) => {
    expect(rentsFor([{ days, coo_rent: rent }], monthDays)).toEqual([amount])
  })

  test('of parts add up to the rounded sum, and refunds of a later part take back what an earlier one gave', () => {
    const third = { coo_share: 33.33 }
    expect(
      sharesOf([
        { base: 5, ...third },
        { base: 5, ...third },
        { base: 5, ...third },
      ]),
    ).toEqual([2, 1, 2])
    expect(
      sharesOf([
        { base: 1_000, coo_share: 10 },
        { base: -400, coo_share: 20 },
      ]),
    ).toEqual([100, -80])
    expect(
      sharesOf([
        { base: 1_000, coo_share: 10 },
        { base: -1_000, coo_share: 20 },
      ]),
    ).toEqual([100, -100])
    expect(sharesOf([{ base: 1_000, coo_share: null }])).toEqual([0])
    expect(
      rentsFor(
        [
          { days: 10, coo_rent: 100 },
          { days: 10, coo_rent: 100 },
          { days: 10, coo_rent: null },
        ],
        30,
      ),
    ).toEqual([33, 34, 0])
  })
})

describe('the parts of a cooperation', () => {
  const days = { from: '2026-02-05', to: '2026-02-20', days: 16 }
  const share = (coo_share: number | null) => ({ coo_share, coo_rent: null })
  const parts = (...past: (readonly [string, number | null])[]) =>
    partsOf(
      days,
      share(900),
      past.map(([until, coo_share]) => ({ until, ...share(coo_share) })),
    ).map(({ from, to, days: count, coo_share }) => [from.slice(-2), to.slice(-2), count, coo_share])

  test('begin where the terms change, within its days', () => {
    expect(parts()).toEqual([['05', '20', 16, 900]])
    expect(parts(['2026-02-05', 100])).toEqual([['05', '20', 16, 900]])
    expect(parts(['2026-02-06', 100])).toEqual([
      ['05', '05', 1, 100],
      ['06', '20', 15, 900],
    ])
    expect(parts(['2026-02-20', 100])).toEqual([
      ['05', '19', 15, 100],
      ['20', '20', 1, 900],
    ])
    expect(parts(['2026-02-21', 100])).toEqual([['05', '20', 16, 100]])
    expect(parts(['2026-01-01', 1], ['2026-02-10', null], ['2026-03-01', 3])).toEqual([
      ['05', '09', 5, null],
      ['10', '20', 11, 3],
    ])
  })

  test('are one while the terms are the same', () => {
    expect(parts(['2026-02-10', 5], ['2026-02-15', 5])).toEqual([
      ['05', '14', 10, 5],
      ['15', '20', 6, 900],
    ])
  })
})
