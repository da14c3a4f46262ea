import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { ensureMonths } from '../../kernel/months.ts'
import { sinceFold, untilOf } from './balance-queries.ts'
import { insertLines } from './ledger-queries.ts'
import {
  assignFunds,
  balancesNow,
  bookPayment,
  bookPayouts,
  bookRefund,
  foldAll,
  foldFunds,
  fundRange,
  fundRecountFigures,
  fundsBefore,
  recountAllFunds,
  recountFunds,
} from './index.ts'

const app = await testApp()
const { clock } = app
/** Noon of the merchant on 15 November. */
const noon = clock.now
let owner: Merchant
let neighbour: Merchant
let serial = 0

beforeEach(async () => {
  clock.now = noon
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
})

const inBooks = <T>({ tenantId }: Merchant, work: (ref: TenantRef) => Promise<T>): Promise<T> =>
  inTenant(app.deps.db.main, tenantId, (tx) => work({ tx, tenantId }))

/** A payment of 10.00 without a fee, unless another rate is given. */
async function pay(of: Merchant, merchantId: string | null, at: string, feeRate = 0): Promise<void> {
  const orderno = `20261115040000000${String((serial += 1)).padStart(7, '0')}`
  await ensureMonths(app.deps.db.main, [new Date(at)])
  const payment = {
    orderno,
    at: new Date(at),
    client: 'wechat',
    merchantId,
    storeId: null,
    amount: 1_000,
    feeRate,
  }
  await inBooks(of, (ref) => bookPayment(ref, payment))
}

const fundsOf = async (of: Merchant, merchantId = '7') =>
  (await inBooks(of, balancesNow)).get(merchantId)?.notSettled

const foldedUntil = async ({ tenantId }: Merchant) =>
  (await asOwner<{ until: Date }>(app, 'select until from fund_folded where tenant_id = $1', [tenantId]))[0]
    ?.until

const days = (of: Merchant) =>
  asOwner(
    app,
    `select day::text, amount::int, lines from fund_day
      where tenant_id = $1 and account = 'funds' order by day, kind`,
    [of.tenantId],
  )

describe('folding', () => {
  test("adds lines to the merchant's days, and changes no balance", async () => {
    await pay(owner, '7', '2026-10-02T10:00:00Z')
    await pay(owner, '7', '2026-11-13T15:59:59.999Z')
    await pay(owner, '7', '2026-11-13T16:00:00.000Z')
    await pay(owner, null, '2026-11-15T03:00:00.000Z')
    await pay(neighbour, '7', '2026-11-13T15:00:00.000Z')
    const before = await inBooks(owner, balancesNow)
    expect(before.get('7')).toEqual({ notSettled: 3_000, settling: 0, settled: 0 })
    await foldFunds(app.deps, owner.tenantId)
    expect(await days(owner)).toEqual([
      { day: '2026-10-02', amount: -1_000, lines: 1 },
      { day: '2026-11-13', amount: -1_000, lines: 1 },
      { day: '2026-11-14', amount: -1_000, lines: 1 },
      { day: '2026-11-15', amount: -1_000, lines: 1 },
    ])
    expect(await inBooks(owner, balancesNow)).toEqual(before)
    expect(await days(neighbour)).toEqual([])
    expect(await fundsOf(neighbour)).toBe(1_000)
  })

  test('leaves the last ten minutes, in which transactions may still be under way', async () => {
    await pay(owner, '7', '2026-11-15T03:49:59.999Z')
    await pay(owner, '7', '2026-11-15T03:50:00.000Z')
    await foldFunds(app.deps, owner.tenantId)
    expect(await foldedUntil(owner)).toEqual(new Date('2026-11-15T03:50:00.000Z'))
    expect(await days(owner)).toMatchObject([{ lines: 1 }])
    clock.advance(1)
    await foldFunds(app.deps, owner.tenantId)
    expect(await days(owner)).toMatchObject([{ lines: 2 }])
    expect(await fundsOf(owner)).toBe(2_000)
  })

  test('twice at once, and killed after any day, adds each line once', async () => {
    for (let day = 1; day <= 9; day += 1) await pay(owner, '7', `2026-11-0${day}T04:00:00Z`)
    await Promise.all([foldFunds(app.deps, owner.tenantId), foldFunds(app.deps, owner.tenantId)])
    expect(await days(owner)).toHaveLength(9)
    expect(await fundsOf(owner)).toBe(9_000)
    expect(await recountFunds(app.deps, owner.tenantId, { from: '2026-11-01', to: '2026-11-15' })).toEqual([])
  })

  test('of one merchant that fails does not stop the next', async () => {
    await pay(owner, '7', '2026-11-14T04:00:00Z')
    await pay(neighbour, '7', '2026-11-14T04:00:00Z')
    // The sum overflows as soon as anything is added.
    await asOwner(
      app,
      `insert into fund_day values ($1, 7, '2026-11-14', 'funds', 'paid', -9223372036854775808, 1)`,
      [owner.tenantId],
    )
    await foldAll(app.deps)
    expect(await foldedUntil(neighbour)).toBeDefined()
    expect(await foldedUntil(owner)).toBeUndefined()
    expect(await fundsOf(owner)).toBe(1_000)
    await asOwner(app, `delete from fund_day where tenant_id = $1`, [owner.tenantId])
  })

  test('what was owed before a day is known, whether the lines are folded or not', async () => {
    await pay(owner, '7', '2026-11-13T15:59:59.999Z')
    await pay(owner, '7', '2026-11-13T16:00:00.000Z')
    await pay(owner, '7', '2026-11-14T16:00:00.000Z')
    const edge = { day: '2026-11-14', at: new Date('2026-11-13T16:00:00Z') }
    const before = () => inBooks(owner, (ref) => fundsBefore(ref, edge))
    expect(await before()).toEqual(new Map([['7', 1_000]]))
    clock.now = new Date('2026-11-13T16:09:00Z')
    await foldFunds(app.deps, owner.tenantId)
    expect(await before()).toEqual(new Map([['7', 1_000]]))
    clock.now = noon
    await foldFunds(app.deps, owner.tenantId)
    expect(await before()).toEqual(new Map([['7', 1_000]]))
  })

  test('between two readings of a balance makes it read again', async () => {
    await pay(owner, '7', '2026-11-14T04:00:00Z')
    await foldFunds(app.deps, owner.tenantId)
    const { tenantId } = owner
    const seen: Date[] = []
    await inBooks(owner, (ref) =>
      sinceFold(ref, async (until) => {
        seen.push(until)
        if (seen.length === 1)
          await asOwner(app, 'update fund_folded set until = $2 where tenant_id = $1', [
            tenantId,
            '2026-11-14T16:00:01Z',
          ])
        return (await sql<{ until: Date }>`select ${untilOf(tenantId)}`.execute(ref.tx)).rows
      }),
    )
    expect(seen.map((until) => until.toISOString())).toEqual([
      '2026-11-14T16:00:00.000Z',
      '2026-11-14T16:00:01.000Z',
    ])
  })
})

describe('the recount', () => {
  const range = { from: '2026-11-14', to: '2026-11-15' }
  const recounted = () => recountFunds(app.deps, owner.tenantId, range)

  test('finds nothing where the sums are right, folded or not', async () => {
    expect(await fundRange(app.deps, owner.tenantId)).toBeUndefined()
    await pay(owner, '7', '2026-11-14T04:00:00Z', 60)
    await pay(owner, '7', '2026-11-15T03:55:00Z', 60)
    expect(await recounted()).toEqual([])
    await foldFunds(app.deps, owner.tenantId)
    expect(await recounted()).toEqual([])
    expect(await fundRange(app.deps, owner.tenantId)).toEqual(range)
  })

  test('finds a line that was stored before the moment of folding, and repairs the sums when told so', async () => {
    await pay(owner, '7', '2026-11-14T04:00:00Z')
    await foldFunds(app.deps, owner.tenantId)
    await pay(owner, '7', '2026-11-14T05:00:00Z')
    const lacking = { stored: { amount: -1_000, lines: 1 }, recounted: { amount: -2_000, lines: 2 } }
    const key = { day: '2026-11-14', merchant_id: '7', account: 'funds', kind: 'paid' }
    expect(await recounted()).toContainEqual({ table: 'fund_day', key, ...lacking })
    expect(await fundsOf(owner)).toBe(1_000)
    await recountFunds(app.deps, owner.tenantId, range, { repair: true })
    expect(await recounted()).toEqual([])
    expect(await fundsOf(owner)).toBe(2_000)
  })

  test('finds a wrong sum of all days, and repairs it when told so', async () => {
    await pay(owner, '7', '2026-11-14T04:00:00Z')
    await foldFunds(app.deps, owner.tenantId)
    await asOwner(app, `update fund_sum set amount = amount - 5 where tenant_id = $1 and account = 'funds'`, [
      owner.tenantId,
    ])
    const key = { merchant_id: '7', account: 'funds' }
    const wrong = [{ table: 'fund_sum', key, stored: { amount: -1_005 }, recounted: { amount: -1_000 } }]
    expect(await recounted()).toEqual(wrong)
    expect(await recountFunds(app.deps, owner.tenantId, range, { repair: true })).toEqual(wrong)
    expect(await recounted()).toEqual([])
    expect(await fundsOf(owner)).toBe(1_000)
  })

  test('finds that all sums are gone, and makes them anew when told so', async () => {
    await pay(owner, '7', '2026-11-13T16:00:00Z')
    await pay(owner, '7', '2026-11-15T03:55:00Z')
    await foldFunds(app.deps, owner.tenantId)
    const right = await days(owner)
    const lose = (table: string) =>
      asOwner(app, `delete from ${table} where tenant_id = $1`, [owner.tenantId])
    await Promise.all(['fund_day', 'fund_sum'].map(lose))
    expect(await fundRange(app.deps, owner.tenantId)).toEqual(range)
    expect(await recounted()).toHaveLength(3)
    await recountFunds(app.deps, owner.tenantId, range, { repair: true })
    expect([await days(owner), await fundsOf(owner)]).toEqual([right, 2_000])

    // The next fold adds up all lines again, so the sums have to go.
    await lose('fund_folded')
    expect(await fundRange(app.deps, owner.tenantId)).toEqual(range)
    await recountFunds(app.deps, owner.tenantId, range, { repair: true })
    expect(await fundsOf(owner)).toBe(2_000)
    await foldFunds(app.deps, owner.tenantId)
    expect([await recounted(), await fundsOf(owner)]).toEqual([[], 2_000])
  })

  test('finds a sum of a day that is not folded yet', async () => {
    await pay(owner, '7', '2026-11-14T04:00:00Z')
    await foldFunds(app.deps, owner.tenantId)
    const foldUntil = (until: Date | undefined) =>
      asOwner(app, 'update fund_folded set until = $2 where tenant_id = $1', [owner.tenantId, until])
    const until = await foldedUntil(owner)
    await foldUntil(new Date('2026-11-13T16:00:00Z'))
    const key = { day: '2026-11-14', merchant_id: '7', account: 'funds', kind: 'paid' }
    expect(await recounted()).toContainEqual({
      table: 'fund_day',
      key,
      stored: { amount: -1_000, lines: 1 },
      recounted: { amount: 0, lines: 0 },
    })
    await foldUntil(until)
  })

  test('reports a posting that does not add up to nothing on its own day, from the first moment on', async () => {
    const midnight = new Date('2026-11-14T16:00:00Z')
    const half = { posting: 'half paid', account: 'funds' as const, orderno: 'half', at: midnight }
    for (const of of [owner, neighbour])
      await inBooks(of, (ref) => insertLines(ref, [{ ...half, merchant_id: '7', client: '', amount: -5 }]))
    expect(await recounted()).toEqual([
      {
        table: 'ledger_line',
        key: { day: '2026-11-15', posting: 'half paid' },
        stored: { sum: -5 },
        recounted: { sum: 0 },
      },
    ])
    await asOwner(app, `delete from ledger_line where posting = 'half paid'`)
  })

  test('of the night logs and counts what differs, such as a posting that does not add up to nothing', async () => {
    const errors: unknown[] = []
    const log = { ...app.deps.log, error: (what: unknown) => errors.push(what) } as never
    await pay(owner, '7', '2026-11-14T04:00:00Z')
    await foldAll(app.deps)
    await recountAllFunds({ ...app.deps, log })
    expect(errors).toEqual([])
    const at = new Date('2026-11-15T03:59:00Z')
    const half = { posting: 'half paid', at, account: 'funds' as const, orderno: 'half' }
    await inBooks(owner, (ref) => insertLines(ref, [{ ...half, merchant_id: '7', client: '', amount: -5 }]))
    const before = fundRecountFigures.differences
    await recountAllFunds({ ...app.deps, log })
    expect(errors).toEqual([
      {
        tenant: owner.tenantId,
        table: 'ledger_line',
        key: { day: '2026-11-15', posting: 'half paid' },
        stored: { sum: -5 },
        recounted: { sum: 0 },
      },
    ])
    expect(fundRecountFigures.differences).toBe(before + 1)
    await asOwner(app, `delete from ledger_line where posting = 'half paid'`)
  })
})

describe('postings of payouts', () => {
  const payout = { settleId: '31', merchantId: '7', at: noon, amount: 600 }
  const balance = async () => (await inBooks(owner, balancesNow)).get('7')
  const sum = async () =>
    (await asOwner(app, 'select sum(amount)::int from ledger_line where tenant_id = $1', [owner.tenantId]))[0]

  test('move funds to settling, and from there to the bank or back', async () => {
    await pay(owner, '7', '2026-11-14T04:00:00Z')
    await inBooks(owner, (ref) => bookPayouts(ref, 'asked', [payout]))
    expect(await balance()).toEqual({ notSettled: 400, settling: 600, settled: 0 })
    await inBooks(owner, (ref) => bookPayouts(ref, 'confirmed', [payout]))
    expect(await balance()).toEqual({ notSettled: 400, settling: 0, settled: 600 })
    const other = { ...payout, settleId: '32', amount: 400 }
    await inBooks(owner, (ref) => bookPayouts(ref, 'asked', [other]))
    await inBooks(owner, (ref) => bookPayouts(ref, 'returned', [other]))
    expect(await balance()).toEqual({ notSettled: 400, settling: 0, settled: 600 })
    expect(await sum()).toEqual({ sum: 0 })
    await expect(inBooks(owner, (ref) => bookPayouts(ref, 'asked', [payout]))).rejects.toThrow(
      /duplicate key/,
    )
  })

  test('give all funds without an account to one, and a debt of refunds, too', async () => {
    await pay(owner, null, '2026-11-14T04:00:00Z')
    await pay(owner, '7', '2026-11-14T04:00:00Z')
    const assign = () => inBooks(owner, (ref) => assignFunds(ref, { merchantId: '7', at: clock.now }))
    expect(await assign()).toBe(1_000)
    expect(await fundsOf(owner)).toBe(2_000)
    expect(await fundsOf(owner, '0')).toBe(0)
    clock.advance(1)
    expect(await assign()).toBe(0)
    const refunded = { orderno: '20261114040000000000001', at: clock.now, client: 'wechat', merchantId: null }
    await inBooks(owner, (ref) =>
      bookRefund(ref, { ...refunded, storeId: null, amount: 300, feeRate: 0, refund: 300 }),
    )
    expect(await fundsOf(owner, '0')).toBe(-300)
    expect(await assign()).toBe(-300)
    expect(await fundsOf(owner)).toBe(1_700)
    expect(await sum()).toEqual({ sum: 0 })
  })

  test('assign funds once, however many ask for it at once', async () => {
    await pay(owner, null, '2026-11-14T04:00:00Z')
    const given = await Promise.all(
      ['7', '8'].map((merchantId) =>
        inBooks(owner, (ref) => assignFunds(ref, { merchantId, at: clock.now })),
      ),
    )
    expect(given.toSorted((a, b) => a - b)).toEqual([0, 1_000])
    expect(await fundsOf(owner, '0')).toBe(0)
  })

  test('assign nothing before the first payment, which counts from then on, also when it is folded', async () => {
    expect(await inBooks(owner, (ref) => assignFunds(ref, { merchantId: '7', at: clock.now }))).toBe(0)
    await pay(owner, '7', clock.now.toISOString())
    expect(await fundsOf(owner)).toBe(1_000)
    clock.advance(1_200)
    await foldFunds(app.deps, owner.tenantId)
    expect(await fundsOf(owner)).toBe(1_000)
    expect(await days(owner)).toMatchObject([{ lines: 1 }])
  })

  test('assign more than a line holds in several postings', async () => {
    for (const orderno of ['a', 'b', 'c'])
      await inBooks(owner, (ref) =>
        bookPayment(ref, {
          orderno,
          at: clock.now,
          client: 'wechat',
          merchantId: null,
          amount: 1_500_000_000,
          storeId: null,
          feeRate: 0,
        }),
      )
    expect(await inBooks(owner, (ref) => assignFunds(ref, { merchantId: '7', at: clock.now }))).toBe(
      4_500_000_000,
    )
    expect(await fundsOf(owner)).toBe(4_500_000_000)
    expect(await fundsOf(owner, '0')).toBe(0)
  })
})
