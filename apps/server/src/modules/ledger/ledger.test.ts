import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { ensureMonths } from '../../kernel/months.ts'
import { bookPayment, bookRefund, ledgerLinesOf } from './index.ts'
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
