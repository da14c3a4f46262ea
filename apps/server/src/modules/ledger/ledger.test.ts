import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { ensureMonths } from '../../kernel/months.ts'
import { bookPayment, bookRefund, ledgerLinesOf, providerLines } from './index.ts'
import { feeOf } from './ledger-service.ts'

const app = await testApp()
let owner: Merchant
let neighbour: Merchant
let serial = 0

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  await ensureMonths(app.deps.db.main, [app.clock.now])
})

const inBooks = <T>({ tenantId }: Merchant, work: (ref: TenantRef) => Promise<T>): Promise<T> =>
  inTenant(app.deps.db.main, tenantId, (tx) => work({ tx, tenantId }))

const payment = (amount: number, feeRate: number, merchantId: string | null = '7') => {
  serial += 1
  const orderno = `20261115040000000${String(serial).padStart(7, '0')}`
  return { orderno, at: app.clock.now, client: 'wechat', storeId: null, merchantId, amount, feeRate }
}

describe('the ledger', () => {
  test('books a payment as what the provider owes, what the merchant gets, and the fee', async () => {
    const paid = payment(1_990, 60)
    await inBooks(owner, (ref) => bookPayment(ref, paid))
    const lines = await inBooks(owner, (ref) => ledgerLinesOf(ref, paid.orderno))
    expect(lines.map(({ account, amount }) => [account, amount])).toEqual([
      ['provider', 1_990],
      ['funds', -1_978],
      ['fee', -12],
    ])
    expect(lines[0]).toMatchObject({ posting: `${paid.orderno} paid`, merchant_id: '7', client: 'wechat' })
    expect(await inBooks(neighbour, (ref) => ledgerLinesOf(ref, paid.orderno))).toEqual([])
  })

  test('returns the part of the fee that the rest of the payment does not bear', async () => {
    const paid = payment(1_990, 60, null)
    await inBooks(owner, (ref) => bookPayment(ref, paid))
    await inBooks(owner, (ref) => bookRefund(ref, { ...paid, refund: 990 }))
    const lines = await inBooks(owner, (ref) => ledgerLinesOf(ref, paid.orderno))
    expect(lines.slice(3).map(({ account, amount }) => [account, amount])).toEqual([
      ['provider', -990],
      ['funds', 984],
      ['fee', 6],
    ])
    expect(lines.every(({ merchant_id: account }) => account === '0')).toBe(true)
  })

  test.each([
    [0, 60, 0],
    [83, 60, 0],
    [84, 60, 1],
    [250, 60, 2],
    [1_000, 0, 0],
    [100_000_000, 10_000, 100_000_000],
  ])('rounds the fee of %i cents at %i hundredths of a percent half-up to %i', (amount, rate, fee) => {
    expect(feeOf(amount, rate)).toBe(fee)
  })

  test('adds up to nothing, and a whole refund leaves nothing on any account', async () => {
    const cases = fc.record({
      amount: fc.integer({ min: 1, max: 100_000_000 }),
      feeRate: fc.integer({ min: 0, max: 10_000 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ amount, feeRate, share }) => {
        const refund = Math.max(1, Math.round(amount * share))
        const paid = payment(amount, feeRate)
        const lines = await inBooks(owner, async (ref) => {
          await bookPayment(ref, paid)
          await bookRefund(ref, { ...paid, refund })
          return ledgerLinesOf(ref, paid.orderno)
        })
        expect(lines).toHaveLength(6)
        const sum = (of: (line: (typeof lines)[number]) => boolean) =>
          lines.filter(of).reduce((total, line) => total + line.amount, 0)
        for (const what of ['paid', 'refund']) expect(sum(({ posting }) => posting.endsWith(what))).toBe(0)
        expect(sum(({ account }) => account === 'provider')).toBe(amount - refund)
        expect(-sum(({ account }) => account === 'fee') + 0).toBe(feeOf(amount - refund, feeRate))
      }),
      { numRuns: storm({ usual: 500, deep: 20_000 }) },
    )
  })

  test('books a payment once', async () => {
    const paid = payment(100, 60)
    await inBooks(owner, (ref) => bookPayment(ref, paid))
    await expect(inBooks(owner, (ref) => bookPayment(ref, paid))).rejects.toThrow(/duplicate key/)
  })
})

test('what providers owe is read in pieces, from a moment to another, the second excluded', async () => {
  const merchant = await makeMerchant(app)
  const at = (second: number) => new Date(app.clock.now.getTime() - 60_000 + second * 1_000)
  await ensureMonths(app.deps.db.main, [at(0)])
  const paid = []
  for (const second of [1, 2, 2, 3, 4]) {
    const one = { ...payment(100 * second, 60), at: at(second) }
    await inBooks(merchant, (ref) => bookPayment(ref, one))
    paid.push(one)
  }
  await inBooks(neighbour, (ref) => bookPayment(ref, { ...payment(5, 0), at: at(2) }))
  const read = (last?: { at: Date; posting: string }) =>
    inBooks(merchant, (ref) => providerLines(ref, { since: at(2), before: at(4) }, last, 2))
  const first = await read()
  const second = await read(first.at(-1))
  expect([...first, ...second].map(({ orderno, amount, account }) => [orderno, amount, account])).toEqual([
    [paid[1]?.orderno, 200, 'provider'],
    [paid[2]?.orderno, 200, 'provider'],
    [paid[3]?.orderno, 300, 'provider'],
  ])
  expect(first).toHaveLength(2)
  expect(await read(second.at(-1))).toEqual([])
})
