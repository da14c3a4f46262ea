import { billCalls, fundCalls } from '@slotwise/contract'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant, signIn, unlock } from '../../../test/factories.ts'
import { makeCard, makePaid, paidOut, refundPaid, settlementsIn } from '../../../test/fund-stand.ts'
import { makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale, refundsIn } from '../../../test/sale-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { setFeeRate } from '../account/index.ts'
import { runRefund } from '../refunds/index.ts'
import { assignFunds, balancesNow, foldFunds, recountFunds } from '../ledger/index.ts'
import { askForPayouts, nextMorning, settleAll } from './morning-service.ts'
import { runPayout } from './payout-run-service.ts'

const app = await testApp()
const { clock } = app
const bank = app.bank.provider
let owner: Merchant
let neighbour: Merchant
let account: string

/** A moment of the merchant's clock. */
const local = (day: string, time: string): Date => new Date(`${day}T${time}+08:00`)

beforeEach(async () => {
  clock.now = local('2026-11-15', '12:00')
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  account = await makeCard(app, owner)
})
afterEach(async () => {
  app.deps.payout = bank
  await app.bank.behave(undefined)
})

const pay = (at: Date, amount = 1_000, to: string | null = account) =>
  makePaid(app, owner, to, { amount, feeRate: 0, at })
const ask = () => askForPayouts(app.deps, owner.tenantId)
const settlements = () => settlementsIn(app, owner)

/** Asks for the payouts of a morning and lets the bank answer. */
async function morning(day: string): Promise<void> {
  clock.now = local(day, '06:00')
  await foldFunds(app.deps, owner.tenantId)
  await ask()
  for (const { settle_id: id, state } of await settlements())
    if (state === 'settling') await runPayout(app.deps, owner.tenantId, id)
}
const funds = async (of = account) => {
  const { tenantId } = owner
  return (await inTenant(app.deps.db.main, tenantId, (tx) => balancesNow({ tx, tenantId }))).get(of)
}
const detailOf = async (settle = '') =>
  (await app.call(fundCalls.getSettleDetail, { settle }, { as: owner })).body.result

describe('the morning', () => {
  test("begins at six of the merchant's clock", async () => {
    await pay(local('2026-11-14', '12:00'))
    clock.now = local('2026-11-15', '05:59:59.999')
    expect(await ask()).toBe(0)
    clock.now = local('2026-11-15', '06:00')
    expect(await ask()).toBe(1)
    expect(nextMorning(local('2026-11-15', '05:59:59.999'), 480)).toEqual(local('2026-11-15', '06:00'))
    expect(nextMorning(local('2026-11-15', '06:00'), 480)).toEqual(local('2026-11-16', '06:00'))
  })

  test('pays out what was booked before midnight of the merchant, and nothing that came after', async () => {
    await pay(local('2026-11-12', '09:00'), 100)
    await pay(local('2026-11-14', '23:59:59.999'), 20)
    await pay(local('2026-11-15', '00:00'), 3)
    await morning('2026-11-15')
    expect(await settlements()).toMatchObject([
      {
        day: '2026-11-15',
        amount: 120,
        lines: 2,
        after_at: local('2026-11-12', '00:00'),
        until_at: local('2026-11-15', '00:00'),
        state: 'success',
      },
    ])
    expect(await funds()).toEqual({ notSettled: 3, settling: 0, settled: 120 })
    await morning('2026-11-16')
    expect((await settlements())[1]).toMatchObject({
      amount: 3,
      lines: 1,
      after_at: local('2026-11-15', '00:00'),
      until_at: local('2026-11-16', '00:00'),
    })
  })

  test('comes once a day, however often and by how many processes it is asked for', async () => {
    await pay(local('2026-11-14', '12:00'))
    expect((await Promise.all([ask(), ask(), ask()])).toSorted()).toEqual([0, 0, 1])
    await pay(local('2026-11-14', '13:00'))
    clock.now = local('2026-11-15', '23:59')
    expect(await ask()).toBe(0)
    expect(await settlements()).toHaveLength(1)
  })

  test('an account without funds in the morning is not paid out in the middle of the day', async () => {
    const paid = await pay(local('2026-11-14', '12:00'))
    await refundPaid(app, owner, paid, 1_000, local('2026-11-15', '01:00'))
    expect(await ask()).toBe(0)
    await pay(local('2026-11-15', '13:00'))
    clock.now = local('2026-11-15', '14:00')
    expect(await ask()).toBe(0)
  })

  test('takes refunds of the morning off, and carries a debt forward', async () => {
    const paid = await pay(local('2026-11-14', '12:00'), 1_000)
    await refundPaid(app, owner, paid, 400, local('2026-11-15', '02:00'))
    await morning('2026-11-15')
    expect(await settlements()).toMatchObject([{ amount: 600 }])
    // The refund of the morning is a line of the next settlement, and what was kept back for it, too.
    await pay(local('2026-11-15', '12:00'), 50)
    await morning('2026-11-16')
    const [first, second] = await settlements()
    expect(await detailOf(first?.settle_id)).toMatchObject({ amount: 600, payments: 1_000, carried: -400 })
    expect(await detailOf(second?.settle_id)).toMatchObject({
      amount: 50,
      payments: 50,
      refunds: 400,
      carried: 400,
    })
    // After the payout, the rest of the sale is given back: a debt, which later sales pay.
    await refundPaid(app, owner, { ...paid, orderno: `${paid.orderno}x` }, 600, local('2026-11-16', '12:00'))
    await pay(local('2026-11-16', '13:00'), 500)
    await morning('2026-11-17')
    expect(await settlements()).toHaveLength(2)
    expect(await funds()).toMatchObject({ notSettled: -100 })
    await pay(local('2026-11-17', '13:00'), 300)
    await morning('2026-11-18')
    expect((await settlements())[2]).toMatchObject({ amount: 200, after_at: local('2026-11-16', '00:00') })
    expect(await funds()).toEqual({ notSettled: 0, settling: 0, settled: 850 })
  })

  test('pays what came back on the next morning', async () => {
    await pay(local('2026-11-14', '12:00'), 70)
    await app.bank.behave('fails')
    await morning('2026-11-15')
    expect(await settlements()).toMatchObject([{ state: 'fail', amount: 70 }])
    expect(await funds()).toEqual({ notSettled: 70, settling: 0, settled: 0 })
    await app.bank.behave(undefined)
    await morning('2026-11-16')
    const [, second] = await settlements()
    expect(second).toMatchObject({ state: 'success', amount: 70, lines: 0 })
    expect(await detailOf(second?.settle_id)).toMatchObject({ payments: 0, others: 70, carried: 0 })
    expect(
      await paidOut(
        app,
        (await settlements()).map((one) => one.payout_no),
      ),
    ).toMatchObject([{ amount: 70 }])
  })

  test('pays at most what the bank takes at once, and the rest on the next morning', async () => {
    for (let i = 0; i < 3; i += 1) await pay(local('2026-11-14', '12:00'), 1_000_000_000)
    await morning('2026-11-15')
    await morning('2026-11-16')
    expect(await settlements()).toMatchObject([
      { amount: 2_000_000_000, state: 'success' },
      { amount: 1_000_000_000, state: 'success' },
    ])
    const [first, second] = await settlements()
    expect(await detailOf(first?.settle_id)).toMatchObject({
      payments: 3_000_000_000,
      carried: -1_000_000_000,
    })
    expect(await detailOf(second?.settle_id)).toMatchObject({ payments: 0, carried: 1_000_000_000 })
    const paidOut = { balance: 0, settled_amt: 3_000_000_000 }
    expect((await app.call(fundCalls.getFundSum, {}, { as: owner })).body.result).toMatchObject(paidOut)
    expect((await app.call(fundCalls.getFunds, {}, { as: owner })).body.result.data).toMatchObject([paidOut])
  })

  test('never pays money without an account, nor to a card that is not approved, nor of another merchant', async () => {
    const reviewing = await makeCard(app, owner, { state: 'reviewing' })
    await pay(local('2026-11-14', '12:00'), 1_000, null)
    await pay(local('2026-11-14', '12:00'), 1_000, reviewing)
    const theirs = await makeCard(app, neighbour)
    await makePaid(app, neighbour, theirs, { at: local('2026-11-14', '12:00') })
    expect(await ask()).toBe(0)
    expect(await settlementsIn(app, neighbour)).toEqual([])
    await asOwner(app, `update bank_card set deleted_at = now() where merchant_id = $1`, [account])
    await pay(local('2026-11-14', '13:00'))
    await asOwner(app, 'delete from settle_day')
    expect(await ask()).toBe(0)
  })

  test.each([
    ['rejected', { state: 'not_approved', deleted_at: null }],
    ['sent again', { state: 'reviewing', deleted_at: null }],
    ['deleted', { state: 'approved', deleted_at: '2026-11-15T00:00:00Z' }],
  ])(
    'leaves the money of a card that was %s since it was earned, until it is approved',
    async (_, change) => {
      const put = ({ state, deleted_at }: { state: string; deleted_at: string | null }) =>
        asOwner(app, 'update bank_card set state = $2, deleted_at = $3 where merchant_id = $1', [
          account,
          state,
          deleted_at,
        ])
      const other = await makeCard(app, owner)
      await pay(local('2026-11-14', '12:00'), 500)
      await pay(local('2026-11-14', '12:00'), 70, other)
      await put(change)
      await morning('2026-11-15')
      expect(await settlements()).toMatchObject([{ merchant_id: other, amount: 70, state: 'success' }])
      expect(await funds()).toEqual({ notSettled: 500, settling: 0, settled: 0 })
      await put({ state: 'approved', deleted_at: null })
      await morning('2026-11-16')
      expect((await settlements())[1]).toMatchObject({
        merchant_id: account,
        amount: 500,
        lines: 1,
        state: 'success',
        after_at: local('2026-11-14', '00:00'),
      })
    },
  )

  test('pays assigned money on the morning after', async () => {
    await pay(local('2026-11-14', '12:00'), 1_000, null)
    const { tenantId } = owner
    const at = local('2026-11-15', '05:00')
    await inTenant(app.deps.db.main, tenantId, (tx) =>
      assignFunds({ tx, tenantId }, { merchantId: account, at }),
    )
    await morning('2026-11-15')
    expect(await settlements()).toEqual([])
    await morning('2026-11-16')
    expect(await settlements()).toMatchObject([{ amount: 1_000, lines: 0 }])
    expect(await detailOf((await settlements())[0]?.settle_id)).toMatchObject({ others: 1_000, carried: 0 })
  })

  test('pays by the fee of each order, though another one holds when it is paid and refunded', async () => {
    const machine = await makeSelling(app, owner)
    await asOwner(app, 'update device set merchant_id = $2 where device_id = $1', [machine.id, account])
    const { orderno } = await makeSale(app, machine, { merchant_id: account })
    await app.sandbox.behave({})
    const order = await makeOrder(app, machine)
    await setFeeRate(app.deps, owner.username, 10_000)
    await app.sandbox.pay(order.merchant_order)
    await app.sandbox.settled()
    const refund = { orderno, part_refund: false, remarks: '', sign: await unlock(app, owner) }
    expect((await app.call(billCalls.refund, refund, { as: owner })).body.rcode).toBe(0)
    const [asked] = await refundsIn(app, orderno)
    await runRefund(app.deps, owner.tenantId, asked?.refund_id ?? '')
    await morning('2026-11-16')
    const settled = await settlements()
    expect(settled).toMatchObject([{ amount: 348, lines: 3 }])
    Object.assign(owner, await signIn(app, owner.username))
    expect(await detailOf(settled[0]?.settle_id)).toMatchObject({ payments: 700, refunds: 350, fees: 2 })
  })

  test('asks for nothing where no provider pays out, and the money stays', async () => {
    await pay(local('2026-11-14', '12:00'))
    app.deps.payout = undefined
    expect(await ask()).toBe(0)
    expect(await funds()).toEqual({ notSettled: 1_000, settling: 0, settled: 0 })
    app.deps.payout = bank
    expect(await ask()).toBe(1)
  })

  test('that dies has asked for all payouts or for none', async () => {
    const other = await makeCard(app, owner)
    await pay(local('2026-11-14', '12:00'))
    await pay(local('2026-11-14', '12:00'), 500, other)
    await asOwner(
      app,
      'alter table ledger_line add constraint one_payout check (settle_id is null or amount > 0) not valid',
    )
    onTestFinished(
      async () => void (await asOwner(app, 'alter table ledger_line drop constraint if exists one_payout')),
    )
    await expect(ask()).rejects.toThrow(/one_payout/)
    expect(await settlements()).toEqual([])
    expect(await funds()).toEqual({ notSettled: 1_000, settling: 0, settled: 0 })
    await asOwner(app, 'alter table ledger_line drop constraint one_payout')
    expect(await ask()).toBe(2)
    expect((await settlements()).map(({ amount }) => amount)).toEqual([1_000, 500])
  })

  test.each(['begun', 'booking'])('that dies at the step %s leaves the day to the next one', async (dies) => {
    await pay(local('2026-11-14', '12:00'))
    const reached = (step: string): void => {
      if (step === dies) throw new Error('killed')
    }
    await expect(askForPayouts(app.deps, owner.tenantId, reached)).rejects.toThrow('killed')
    expect(await settlements()).toEqual([])
    expect(await funds()).toEqual({ notSettled: 1_000, settling: 0, settled: 0 })
    expect(await ask()).toBe(1)
  })

  test('of all merchants is paid by the worker, and an error with one does not stop the next', async () => {
    const [late, second] = [await makeMerchant(app), await makeMerchant(app)]
    for (const one of [late, second])
      await makePaid(app, one, await makeCard(app, one), { at: local('2026-11-14', '12:00') })
    // The merchant's line of today would be a second one of the same day and account.
    await asOwner(
      app,
      `insert into settlement (tenant_id, merchant_id, day, after_at, until_at, amount, lines, state, payout_no, created_at)
       select tenant_id, merchant_id, '2026-11-15', $2, $2, 1, 0, 'success', 'x', $2 from bank_card where tenant_id = $1`,
      [late.tenantId, clock.now],
    )
    await settleAll(app.deps)
    expect(await settlementsIn(app, late)).toMatchObject([{ payout_no: 'x' }])
    await app.work()
    await expect.poll(async () => (await settlementsIn(app, second))[0]?.state).toBe('success')
    const { tenantId } = second
    expect(await recountFunds(app.deps, tenantId, { from: '2026-11-14', to: '2026-11-15' })).toEqual([])
  })
})
