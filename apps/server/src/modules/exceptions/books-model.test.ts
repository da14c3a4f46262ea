import { describe, expect, test } from 'vitest'

import { differenceOf, isCovered } from './books-model.ts'

const all = { paid: true, refunded: true }
const unsure = { paid: false, refunded: false }
const ours = { asked: 350, paid: 350, refunded: 0, refunding: false }
const theirs = { paid: 350, refunded: 0 }

describe('books differ', () => {
  test.each([
    ['both have the payment', ours, theirs, undefined],
    ['it is not paid here', { ...ours, paid: null }, theirs, { reason: 'missing_here', amount: 350 }],
    [
      'it is not paid here, and there with another amount',
      { ...ours, paid: null },
      { paid: 100, refunded: 0 },
      { reason: 'amount_differs', amount: 250 },
    ],
    [
      'we have no such order',
      { ...ours, asked: null, paid: null },
      theirs,
      { reason: 'missing_here', amount: 350 },
    ],
    [
      'it is not paid here, and was given back there',
      { ...ours, paid: null },
      { paid: 350, refunded: 350 },
      undefined,
    ],
    [
      'it is not in the statement',
      ours,
      { paid: null, refunded: 0 },
      { reason: 'missing_there', amount: 350 },
    ],
    ['the amounts differ', ours, { paid: 300, refunded: 0 }, { reason: 'amount_differs', amount: 50 }],
    ['both gave it back', { ...ours, refunded: 350 }, { paid: 350, refunded: 350 }, undefined],
    [
      'only the provider gave it back',
      ours,
      { paid: 350, refunded: 350 },
      { reason: 'refund_differs', amount: 350 },
    ],
    [
      'we wait for the refund that the provider lists',
      { ...ours, refunding: true },
      { paid: 350, refunded: 350 },
      undefined,
    ],
    ['only we gave it back', { ...ours, refunded: 100 }, theirs, { reason: 'refund_differs', amount: 100 }],
  ])('where %s', (_, a, b, expected) => {
    expect(differenceOf(a, b, all)).toEqual(expected)
  })

  test('is not said of what a statement that was not read may have', () => {
    expect(differenceOf(ours, { paid: null, refunded: 0 }, unsure)).toBeUndefined()
    expect(differenceOf({ ...ours, refunded: 350 }, theirs, unsure)).toBeUndefined()
  })
})

describe('statements cover a payment', () => {
  const at = (text: string) => new Date(`${text}+08:00`)
  const known = new Set(['2026-11-14'])

  test.each([
    ['2026-11-14T12:00:00', true],
    ['2026-11-14T02:00:00', true],
    ['2026-11-14T01:59:59', false],
    ['2026-11-14T21:59:59', true],
    ['2026-11-14T22:00:00', false],
    ['2026-11-15T00:30:00', false],
  ])('of %s: %s', (moment, covered) => {
    expect(isCovered(at(moment), at(moment), known)).toBe(covered)
  })

  test('from its order to the notice, over midnight', () => {
    const span = [at('2026-11-14T20:00:00'), at('2026-11-15T03:00:00')] as const
    expect(isCovered(...span, known)).toBe(false)
    expect(isCovered(...span, new Set(['2026-11-14', '2026-11-15']))).toBe(true)
  })
})
