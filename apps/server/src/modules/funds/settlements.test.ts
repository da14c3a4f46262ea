import { fundCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { downloadExport, linesOf } from '../../../test/exports.ts'
import { makeStaff, type Merchant } from '../../../test/factories.ts'
import { settlementsIn } from '../../../test/fund-stand.ts'
import { fundsPast, local, pageWith } from '../../../test/funds-past.ts'
import { asOwner } from '../../../test/owner.ts'
import { askSoon } from './payout-run-service.ts'

const app = await testApp()
const { owner, neighbour, assistant, cards, settlesWith } = await fundsPast(app)

describe('settlements', () => {
  test('are listed the newest first, with their state, day and account', async () => {
    const { data, count } = await settlesWith()
    expect(count).toBe(4)
    expect(data.map(({ stort_name: name, date, amount, status }) => [name, date, amount, status])).toEqual([
      ['Corner Shop', '2026-11-15', 38, 'settling'],
      ['Corner Shop', '2026-11-14', 30, 'fail'],
      ['Kiosk', '2026-11-13', 200, 'success'],
      ['Corner Shop', '2026-11-13', 3_976, 'success'],
    ])
    expect(data[3]).toMatchObject({
      merchant_id: cards.first,
      acct_no_encry: expect.stringMatching(/^6222\*{11}\d{4}$/),
      first_day: '2026-11-12',
      last_day: '2026-11-12',
      count: 3,
      why: '',
      done_at: local('2026-11-13', '06:00').toISOString(),
    })
    expect(data[1]).toMatchObject({ why: 'The account is closed', count: 1 })
    expect(data[0]).toMatchObject({ done_at: null })
  })

  test("name the bank in the reader's language, and say the reason in it", async () => {
    for (const [locale, bank, why] of [
      ['zh-TW', '中國工商銀行', '收款帳戶已註銷'],
      ['en-US', 'ICBC', 'The account is closed'],
    ]) {
      const options = { as: owner, locale: locale ?? '' }
      const settled = await app.call(fundCalls.getSettle, pageWith({ status: 'fail' as const }), options)
      expect(settled.body.result.data).toMatchObject([{ bank_code: '102', bank, why }])
      const [first] = (await app.call(fundCalls.getFunds, pageWith({ ids: [cards.first] }), options)).body
        .result.data
      expect(first).toMatchObject({ bank_code: '102', bank })
    }
    const options = { as: owner, locale: 'zh-CN' } as const
    const sheet = await downloadExport(
      app,
      fundCalls.exportSettle,
      { condition: { status: 'fail' } },
      options,
    )
    expect(linesOf(sheet.rawPayload)[1]).toEqual(
      expect.arrayContaining(['中国工商银行', '结算失败', '收款账户已注销']),
    )
  })

  test('are filtered by state, days and account', async () => {
    const counted = async (condition: Parameters<typeof settlesWith>[0]) =>
      (await settlesWith(condition)).count
    expect(await counted({ status: 'success' })).toBe(2)
    expect(await counted({ status: 'unknown' })).toBe(0)
    expect(await counted({ from: '2026-11-14' })).toBe(2)
    expect(await counted({ to: '2026-11-13' })).toBe(2)
    expect(await counted({ from: '2026-11-14', to: '2026-11-14' })).toBe(1)
    expect(await counted({ merchant_id: cards.assistants })).toBe(1)
    expect((await settlesWith({}, neighbour)).count).toBe(0)
  })

  test('say what they add up to', async () => {
    const [first, , , third] = await settlementsIn(app, owner)
    const detail = async (settle = '', as: Merchant = owner) =>
      (await app.call(fundCalls.getSettleDetail, { settle }, { as })).body
    expect((await detail(first?.settle_id)).result).toMatchObject({
      amount: 3_976,
      payments: 6_000,
      refunds: 2_000,
      fees: 24,
      others: 0,
      carried: 0,
      payout_no: first?.payout_no,
    })
    expect((await detail(third?.settle_id)).result).toMatchObject({
      amount: 38,
      payments: 8,
      refunds: 0,
      fees: 0,
      others: 30,
      carried: 0,
    })
    expect((await detail(first?.settle_id, neighbour)).rcode).toBe(101)
  })

  test('of own cards alone are seen by staff that sees no others', async () => {
    expect((await settlesWith({}, assistant)).data.map(({ stort_name: name }) => name)).toEqual(['Kiosk'])
    const [first, second] = await settlementsIn(app, owner)
    for (const row of [fundCalls.getSettleDetail, fundCalls.getSettleLines]) {
      const input = (settle = '') => (row === fundCalls.getSettleDetail ? { settle } : pageWith({ settle }))
      expect((await app.post(row.path, input(first?.settle_id), { as: assistant })).body.rcode).toBe(101)
      expect((await app.post(row.path, input(second?.settle_id), { as: assistant })).body.rcode).toBe(0)
    }
    const sheet = await downloadExport(app, fundCalls.exportSettle, {}, { as: assistant })
    expect(linesOf(sheet.rawPayload)).toHaveLength(2)
    const all = await makeStaff(app, owner, { permissions: ['bank.settle'] })
    expect((await settlesWith({}, all)).count).toBe(4)
  })
})

test('the bank is asked at once for an open payout whose answer the operator knows to have changed', async () => {
  const read = () =>
    asOwner<{ payout_no: string; state: string; next_at: Date | null }>(
      app,
      'select payout_no, state, next_at from settlement where tenant_id = $1 order by settle_id',
      [owner.tenantId],
    )
  const before = await read()
  const open = before.find(({ state }) => state === 'settling')
  app.clock.advance(1)
  await askSoon(app.deps, open?.payout_no ?? '')
  expect(await read()).toEqual(
    before.map((one) => (one.payout_no === open?.payout_no ? { ...one, next_at: app.clock.now } : one)),
  )
})
