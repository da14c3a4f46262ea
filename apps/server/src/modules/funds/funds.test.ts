import { billCalls, type FundLine, fundCalls, type InputOf } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { downloadExport, linesOf, serialOf } from '../../../test/exports.ts'
import { makeMerchant, unlock } from '../../../test/factories.ts'
import { makeCard, makePaid, settlementsIn } from '../../../test/fund-stand.ts'
import { fundsPast, local, pageWith } from '../../../test/funds-past.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { inBooks, makeSale, refundsIn } from '../../../test/sale-stand.ts'
import { changeBills } from '../bills/book-service.ts'
import { runRefund } from '../refunds/run-service.ts'

const app = await testApp()
const { clock } = app
const { owner, neighbour, cards, refunded, fundsOf, linesWith, settlesWith } = await fundsPast(app)

describe('the funds', () => {
  test('are those of approved accounts and of the money that has none, with four sums each', async () => {
    const { data, count } = await fundsOf()
    const sums = data.map((fund) => [
      fund.stort_name,
      fund.balance,
      fund.not_settle_amt,
      fund.settling_amt,
      fund.settled_amt,
    ])
    expect(count).toBe(4)
    expect(sums).toEqual([
      ['', 700, 700, 0, 0],
      // 9.94 and 29.82 were paid out; 0.30 came back and is on its way again with 0.08; 0.05 is of today.
      ['Corner Shop', 43, 5, 38, 3_976],
      ['Airport', 9, 9, 0, 0],
      ['Kiosk', 0, 0, 0, 200],
    ])
    expect(data[0]).toMatchObject({ merchant_id: '0', acct_no_encry: '', acct_name: '', bank: '' })
    expect(data[1]).toMatchObject({
      merchant_id: cards.first,
      acct_no_encry: expect.stringMatching(/^6222\*{11}\d{4}$/),
      acct_name: 'Zhang San',
      bank_code: '102',
      bank: 'ICBC',
      bank_branch: 'Main branch',
    })
  })

  test('come two a page, and are found by name and number', async () => {
    const { body } = await app.call(fundCalls.getFunds, {}, { as: owner })
    expect(body.result).toMatchObject({
      count: 4,
      data: [{ merchant_id: '0' }, { stort_name: 'Corner Shop' }],
    })
    const second = await app.call(fundCalls.getFunds, { pageNum: 2 }, { as: owner })
    expect(second.body.result.data.map((fund) => fund.stort_name)).toEqual(['Airport', 'Kiosk'])
    expect((await fundsOf({ q: 'AIRP' })).data.map((fund) => fund.stort_name)).toEqual(['Airport'])
    expect((await fundsOf({ q: 'zhang' })).count).toBe(3)
    expect((await fundsOf({ ids: [cards.second] })).data.map((fund) => fund.stort_name)).toEqual(['Airport'])
  })

  test('of an account that is not approved are shown while it has money, and nothing of another merchant', async () => {
    const waiting = await makeCard(app, neighbour, { name: 'Waits', state: 'reviewing' })
    const names = async () => (await fundsOf({}, neighbour)).data.map((fund) => fund.stort_name)
    expect(await names()).not.toContain('Waits')
    await makePaid(app, neighbour, waiting)
    expect(await names()).toContain('Waits')
    expect(await names()).not.toContain('Airport')
  })

  test('are added up, with what comes next and when', async () => {
    const sum = async () => (await app.call(fundCalls.getFundSum, {}, { as: owner })).body.result
    expect(await sum()).toEqual({
      balance: 752,
      not_settle_amt: 714,
      settling_amt: 38,
      settled_amt: 4_176,
      unassigned_amt: 700,
      direct_amt: 0,
      next_at: local('2026-11-16', '06:00').toISOString(),
      next_amt: 14,
      pays_out: true,
    })
    const noon = clock.now
    clock.now = local('2026-11-16', '05:00')
    expect(await sum()).toMatchObject({ next_at: local('2026-11-16', '06:00').toISOString(), next_amt: 14 })
    await makePaid(app, owner, cards.second, { amount: 1, feeRate: 0, at: local('2026-11-16', '04:00') })
    expect(await sum()).toMatchObject({ next_amt: 14, not_settle_amt: 715 })
    await asOwner(app, `delete from ledger_line where tenant_id = $1 and at = $2`, [
      owner.tenantId,
      local('2026-11-16', '04:00'),
    ])
    clock.now = noon
    app.deps.payout = undefined
    expect(await sum()).toMatchObject({ next_amt: 0 })
    app.deps.payout = app.bank.provider
  })
})

const short = ({ kind, amount, gross, fee }: FundLine) => [kind, gross, fee, amount]

describe('the statement', () => {
  test('has every change of the funds, the newest first, down to the bill and the settlement', async () => {
    const { data, count } = await linesWith({ merchant_id: cards.first })
    expect(data.map(short)).toEqual([
      ['paid', 5, 0, 5],
      ['settled', 0, 0, -38],
      ['paid', 8, 0, 8],
      ['returned', 0, 0, 30],
      ['settled', 0, 0, -30],
      ['paid', 30, 0, 30],
      ['settled', 0, 0, -3_976],
      ['refund', -2_000, -12, -1_988],
      ['paid', 5_000, 30, 4_970],
      ['paid', 1_000, 6, 994],
    ])
    expect(count).toBe(10)
    const settlements = await settlementsIn(app, owner)
    expect(data.find(({ kind }) => kind === 'settled')?.settle).toBe(settlements.at(-1)?.settle_id)
    expect(data.find(({ kind }) => kind === 'refund')).toMatchObject({
      orderno: refunded,
      settle: null,
      client: 'wechat',
    })
    expect(data[1]).toMatchObject({ orderno: null, client: null })
    expect(new Set(data.map(({ line }) => line)).size).toBe(10)
  })

  test.each<[string, () => InputOf<typeof fundCalls.getFundLines>['condition'], number]>([
    ['all', () => ({}), 14],
    ['money without an account', () => ({ merchant_id: '0' }), 1],
    ['refunds', () => ({ kind: 'refund' }), 1],
    ['payouts', () => ({ kind: 'settled' }), 4],
    ['payouts that came back, of one account', () => ({ kind: 'returned', merchant_id: cards.first }), 1],
    ['the first day', () => ({ to: '2026-11-12' }), 5],
    ['the last day', () => ({ from: '2026-11-15' }), 3],
    [
      'payments of a day of one account',
      () => ({ from: '2026-11-14', to: '2026-11-14', kind: 'paid', merchant_id: cards.first }),
      1,
    ],
  ])('is filtered: %s', async (_, condition, count) => {
    const found = await linesWith(condition())
    expect([found.data.length, found.count]).toEqual([count, count])
  })

  test('is read by pages and by cursors in both directions, and from a day', async () => {
    const all = (await linesWith()).data.map(({ line }) => line)
    const forwards: string[] = []
    let at = await linesWith({}, { pageSize: 3 })
    for (;;) {
      forwards.push(...at.data.map(({ line }) => line))
      if (at.older === null) break
      at = await linesWith({}, { pageSize: 3, cursor: at.older })
    }
    expect(forwards).toEqual(all)
    const before = await linesWith({}, { pageSize: 3, cursor: at.newer })
    expect(before.data.map(({ line }) => line)).toEqual(all.slice(-5, -2))
    const third = await linesWith({}, { pageSize: 3, pageNum: 3 })
    expect(third.data.map(({ line }) => line)).toEqual(all.slice(6, 9))
    const day = await linesWith({}, { day: '2026-11-13' })
    expect(day.data.length).toBeLessThan(all.length)
    expect(day.data[0]?.at).toBe(local('2026-11-13', '12:00').toISOString())
    const { body } = await app.post(fundCalls.getFundLines.path, pageWith({}, { cursor: 'bm9wZQ' }), {
      as: owner,
    })
    expect(body.rcode).toBe(100)
  })

  test('of a settlement has the lines that it pays out', async () => {
    const [first, , second, third] = await settlementsIn(app, owner)
    const lines = async (settle = '') => (await linesWith({ settle })).data.map(short)
    expect(await lines(first?.settle_id)).toHaveLength(3)
    expect(await lines(second?.settle_id)).toEqual([['paid', 30, 0, 30]])
    expect(await lines(third?.settle_id)).toEqual([
      ['paid', 8, 0, 8],
      ['returned', 0, 0, 30],
    ])
    expect((await linesWith({ settle: third?.settle_id ?? '', kind: 'paid' })).count).toBe(1)
    expect((await linesWith({ settle: third?.settle_id ?? '', kind: 'settled' })).count).toBe(0)
    const other = { settle: third?.settle_id ?? '', merchant_id: cards.second }
    expect((await app.call(fundCalls.getFundLines, pageWith(other), { as: owner })).body.rcode).toBe(101)
    const same = await app.call(fundCalls.getSettleLines, pageWith({ settle: third?.settle_id ?? '' }), {
      as: owner,
    })
    expect(same.body.result).toMatchObject({ count: 2, data: [{ amount: 8 }, { amount: 30 }] })
    expect((await app.call(fundCalls.getSettleLines, pageWith({}), { as: owner })).body.rcode).toBe(101)
  })

  test('is exported with masked numbers, and so are settlements', async () => {
    const lines = linesOf(
      (await downloadExport(app, fundCalls.exportFundLines, {}, { as: owner })).rawPayload,
    )
    expect(lines).toHaveLength(15)
    expect(lines[1]).toContain('Corner Shop')
    expect(lines.flat()).toContain('No payout account')
    const settlements = linesOf(
      (await downloadExport(app, fundCalls.exportSettle, { condition: { status: 'fail' } }, { as: owner }))
        .rawPayload,
    )
    expect(settlements).toHaveLength(2)
    expect(settlements[1]).toEqual(expect.arrayContaining(['Failed', 'The account is closed']))
    const [failed] = (await settlesWith({ status: 'fail' })).data
    const days = [failed?.date, failed?.first_day, failed?.last_day].map((day) => serialOf(day ?? ''))
    expect(settlements[1]).toEqual(expect.arrayContaining(days))
    expect([...lines, ...settlements].flat().join(' ')).not.toContain('622202')
  })
})

describe('money without an account', () => {
  test('is given to an approved account of the merchant, audited, once', async () => {
    const sign = await unlock(app, owner)
    const assign = async (merchantId: string) =>
      (await app.call(fundCalls.assignFunds, { merchant_id: merchantId, sign }, { as: owner })).body
    const theirs = (await fundsOf({}, neighbour)).data.at(-1)?.merchant_id ?? ''
    for (const wrong of [cards.waiting, theirs, '999999']) expect((await assign(wrong)).rcode).toBe(101)
    expect((await assign(cards.second)).result).toMatchObject({
      merchant_id: cards.second,
      stort_name: 'Airport',
      not_settle_amt: 709,
    })
    expect((await assign(cards.second)).rcode).toBe(103)
    expect((await fundsOf()).data.map(({ merchant_id: id }) => id)).not.toContain('0')
    expect(
      (await linesWith({ kind: 'assigned' })).data.map(({ merchant_id: id, amount }) => [id, amount]),
    ).toEqual(
      expect.arrayContaining([
        ['0', -700],
        [cards.second, 700],
      ]),
    )
    const audited = await asOwner(app, `select object_id, after from audit where call = 'assignFunds'`)
    expect(audited).toEqual([
      { object_id: cards.second, after: { merchant_id: cards.second, stort_name: 'Airport', amount: 700 } },
    ])
  })
})

test('a sale that failed and was not refunded is in the funds, and not in the income', async () => {
  const seller = await makeMerchant(app)
  const account = await makeCard(app, seller)
  const machine = await makeBoundMachine(app, seller)
  const { orderno } = await makeSale(app, machine, { client: 'alipay', status: 1, merchant_id: account })
  // What was not paid through us is income and never funds.
  await makeSale(app, machine, { client: 'coin' })
  const lines = await app.call(fundCalls.getFundLines, pageWith({}), { as: seller })
  expect(lines.body.result).toMatchObject({
    count: 1,
    data: [{ orderno, merchant_id: account, client: 'alipay', gross: 350, fee: 2, amount: 348 }],
  })
  const total = await app.call(billCalls.getBuyBillTotal, { condition: {} }, { as: seller })
  expect(total.body.result).toMatchObject({ income: 350, abnormalCount: 1 })
})

describe.each(['wechat', 'alipay', 'gkash'] as const)('an online payment by %s', (client) => {
  type Books = { kind: string; merchant_id: string; client: string | null; gross: number }
  const ends = { delivered: 0, failed: 1 } as const

  test.each([
    ['delivered', 'whole', true],
    ['failed', 'whole', true],
    ['delivered', 'whole', false],
    ['failed', 'whole', false],
    ...(client === 'gkash' ? [] : [['delivered', 'part', true] as const, ['failed', 'part', false] as const]),
  ] as const)(
    'that was %s and given back in %s, with an account: %s, is booked as paid and as refunded',
    async (end, how, hasAccount) => {
      await app.sandbox.behave({})
      const seller = await makeMerchant(app, { country: client === 'gkash' ? 'MY' : 'CN' })
      const account = hasAccount ? await makeCard(app, seller) : null
      const machine = await makeSelling(app, seller)
      await asOwner(app, 'update device set merchant_id = $2 where device_id = $1', [machine.id, account])
      const books = async (): Promise<Books[]> =>
        (await app.call(fundCalls.getFundLines, pageWith({}), { as: seller })).body.result.data
      const order = await makeOrder(app, machine, { pay: client })
      expect(await books()).toEqual([])
      await app.sandbox.pay(order.merchant_order)
      await app.sandbox.settled()
      const common = { orderno: order.orderno, merchant_id: account ?? '0', client }
      const paid = { ...common, kind: 'paid', gross: 350, fee: 2, amount: 348 }
      expect(await books()).toMatchObject([paid])

      clock.advance(2)
      const { orderno } = order
      await inBooks(app, seller.tenantId, (ctx) => changeBills(ctx, [orderno], () => ({ status: ends[end] })))
      expect(await books()).toMatchObject([paid])
      const sign = await unlock(app, seller)
      const part = how === 'part' ? { part_refund: true, refund_fee: 100 } : { part_refund: false }
      const asked = await app.call(billCalls.refund, { orderno, ...part, remarks: '', sign }, { as: seller })
      expect(asked.body.rcode, asked.body.msg).toBe(0)
      expect(await books()).toMatchObject([paid])
      const [refund] = await refundsIn(app, orderno)
      clock.advance(2)
      await runRefund(app.deps, seller.tenantId, refund?.refund_id ?? '')
      const gross = how === 'part' ? -100 : -350
      expect(await books()).toMatchObject([{ ...common, kind: 'refund', gross }, paid])
      expect(await books()).toHaveLength(2)
    },
  )
})
