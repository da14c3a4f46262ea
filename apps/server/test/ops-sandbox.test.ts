/** The operator tells the sandboxes to misbehave, ends what they leave on its way, and brings a morning on. */
import { addDays, countryFacts, dayOf, fundCalls } from '@slotwise/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { runOps } from '../bin/ops-commands.ts'
import { closeAtProvider, followOrder } from '../src/modules/payments/index.ts'
import { runPayout } from '../src/modules/funds/index.ts'
import { askForPayouts } from '../src/modules/funds/morning-service.ts'
import { makeSandbox } from '../src/ports/payments/sandbox.ts'
import { makePayoutSandbox } from '../src/ports/payout/sandbox.ts'
import { testApp } from './app.ts'
import { makeMerchant, type Merchant } from './factories.ts'
import { makeCard, makePaid, settlementsIn } from './fund-stand.ts'
import { makeOrder, makeSelling, orderOf } from './order-stand.ts'

const app = await testApp()
const start = app.clock.now
let printed: string[]
let owner: Merchant
beforeEach(async () => {
  app.clock.now = start
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line)))
  owner = await makeMerchant(app)
})
afterEach(async () => {
  await ops('sandbox', 'payments', '--manner', 'none')
  await ops('sandbox', 'payouts', '--manner', 'none')
  vi.restoreAllMocks()
})

const ops = (...args: string[]) => runOps(args, async () => ({ deps: app.deps, close: async () => {} }))
const lastLine = () => printed.at(-1)

describe('the sandbox of payments', () => {
  /** The sandbox as another process of the product has it. */
  const elsewhere = () =>
    makeSandbox({ db: app.deps.db.autonomous, now: () => app.clock.now, pepper: 'x', origin: 'http://x' })

  test('misbehaves in every process with the payments from now on, until it is told otherwise', async () => {
    await ops('sandbox', 'payments')
    expect(lastLine()).toBe('payments from now on: none')
    await ops('sandbox', 'payments', '--manner', 'notices=dropped,refund=done-without-answer,noticeAmount=1')
    expect(await elsewhere().manners()).toEqual({
      notices: 'dropped',
      refund: 'done without answer',
      noticeAmount: 1,
    })
    await ops('sandbox', 'payments')
    expect(lastLine()).toContain('notices=dropped')
    const order = await makeOrder(app, await makeSelling(app, owner))
    expect((await app.sandbox.find(order.merchant_order))?.manners).toMatchObject({ notices: 'dropped' })
    await ops('sandbox', 'payments', '--manner', 'none')
    const next = await makeOrder(app, await makeSelling(app, owner))
    expect((await app.sandbox.find(next.merchant_order))?.manners).toEqual({})
    expect((await app.sandbox.find(order.merchant_order))?.manners).toMatchObject({ notices: 'dropped' })
  })

  test('misbehaves with one payment, so that an order cannot be asked for, and is closed here alone', async () => {
    const machine = await makeSelling(app, owner)
    const [order, sibling] = [
      await makeOrder(app, machine),
      await makeOrder(app, await makeSelling(app, owner)),
    ]
    const number = order.merchant_order
    await ops('sandbox', 'payments', '--order', number, '--manner', 'query=fails,close=fails')
    await ops('sandbox', 'payments', '--order', number)
    expect(lastLine()).toMatch(new RegExp(`^${number}: pending, 3.50, close=fails,query=fails$`))
    expect((await app.sandbox.find(sibling.merchant_order))?.manners).toEqual({})
    const { tenantId } = owner
    app.clock.advance(120)
    await followOrder(app.deps, tenantId, order.orderno, 4)
    expect((await orderOf(app, machine)).state).toBe('closed')
    expect((await app.sandbox.find(number))?.state).toBe('pending')
    await expect(closeAtProvider(app.deps, tenantId, order.orderno)).rejects.toThrow('the provider refuses')
    await ops('sandbox', 'payments', '--order', number, '--manner', 'none')
    await closeAtProvider(app.deps, tenantId, order.orderno)
    expect((await app.sandbox.find(number))?.state).toBe('closed')
  })

  test('refuses manners and payments that it does not know', async () => {
    for (const manner of ['create=slowly', 'sleeps=1', 'create', 'noticeAmount=much'])
      await expect(ops('sandbox', 'payments', '--manner', manner)).rejects.toThrow('--manner is "none"')
    expect(await app.sandbox.manners()).toEqual({})
    for (const more of [[], ['--manner', 'none']])
      await expect(ops('sandbox', 'payments', '--order', 'lost', ...more)).rejects.toThrow('no payment lost')
    await expect(ops('sandbox', 'refunds', 'end', 'lost', 'success')).rejects.toThrow('no refund lost')
    await expect(ops('sandbox', 'refunds', 'end', 'lost', 'maybe')).rejects.toThrow('success or rejected')
  })

  test('ends a refund that stays on its way', async () => {
    await ops('sandbox', 'payments', '--manner', 'refund=processing')
    const order = await makeOrder(app, await makeSelling(app, owner))
    await app.sandbox.pay(order.merchant_order)
    await app.sandbox.settled()
    const { wechat } = app.sandbox.providers
    const payment = { merchantOrder: order.merchant_order, amount: order.amount, currency: 'CNY' as const }
    const refund = { ...payment, refund: order.amount, refundNo: 'R1' }
    expect(await wechat?.refund(refund)).toEqual({ state: 'processing' })
    await ops('sandbox', 'refunds', 'end', 'R1', 'rejected')
    expect(await wechat?.queryRefund(refund)).toEqual({ state: 'rejected', why: 'notEnough' })
    await expect(ops('sandbox', 'refunds', 'end', 'R1', 'success')).rejects.toThrow('no refund R1')
  })
})

describe('the sandbox of payouts', () => {
  let account: string
  beforeEach(async () => {
    account = await makeCard(app, owner)
    const at = new Date(start.getTime() - 86_400_000)
    await makePaid(app, owner, account, { amount: 1_000, feeRate: 0, at })
  })
  const morning = async () => {
    await ops('sandbox', 'payouts', 'morning', '--username', owner.username)
    return (await settlementsIn(app, owner)).at(-1)
  }
  const run = async (id = '') => {
    await runPayout(app.deps, owner.tenantId, id)
    return (await settlementsIn(app, owner)).find((one) => one.settle_id === id)
  }

  test('pays a morning early when told so, and the funds say that the one after it is next', async () => {
    const next = async () => {
      const { result } = (await app.call(fundCalls.getFundSum, {}, { as: owner })).body
      return dayOf(new Date(result.next_at), countryFacts.CN.utcOffsetMinutes)
    }
    for (let n = 0; n < 2; n += 1) {
      await makePaid(app, owner, account, { amount: 100, feeRate: 0 })
      const day = (await morning())?.day ?? ''
      expect(await next()).toBe(addDays(day, 1))
    }
  })

  test('fails, keeps payouts on their way and loses them when told so, each in a morning of its own', async () => {
    const states: unknown[] = []
    for (const manner of ['fails', 'processing', 'lost', 'done-without-answer', 'none']) {
      await ops('sandbox', 'payouts', '--manner', manner)
      await makePaid(app, owner, account, { amount: 100, feeRate: 0 })
      const id = (await morning())?.settle_id
      const first = await run(id)
      app.clock.advance(3_700)
      states.push([manner, first?.state, (await run(id))?.state])
    }
    expect(states).toEqual([
      ['fails', 'fail', 'fail'],
      ['processing', 'settling', 'settling'],
      ['lost', 'settling', 'unknown'],
      ['done-without-answer', 'settling', 'success'],
      ['none', 'success', 'success'],
    ])
    await ops('sandbox', 'payouts', '--manner', 'lost')
    const another = makePayoutSandbox(app.deps.db.autonomous, () => app.clock.now, 'x')
    expect(await another.manner()).toBe('lost')
  })

  test.each(['success', 'failed'] as const)('ends one that is on its way with %s, at once', async (end) => {
    await ops('sandbox', 'payouts', '--manner', 'processing')
    const asked = await morning()
    await run(asked?.settle_id)
    const number = asked?.payout_no ?? ''
    await ops('sandbox', 'payouts')
    expect(printed).toContain(`${number}: on its way, 10.00 CNY`)
    await ops('sandbox', 'payouts', 'end', number, end)
    // The bank would be asked again later.
    expect(await run(asked?.settle_id)).toMatchObject({ state: end === 'success' ? 'success' : 'fail' })
    await expect(ops('sandbox', 'payouts', 'end', number, end)).rejects.toThrow('on its way')
  })

  test('brings on the morning of today if it has not come, then one day after the other, without asking twice', async () => {
    const days: unknown[] = []
    for (const amount of [1, 0, 2]) {
      if (amount > 0) await makePaid(app, owner, account, { amount, feeRate: 0 })
      await morning()
      days.push(lastLine())
    }
    // Today's money is paid tomorrow.
    expect(days).toEqual([
      '2026-11-15: 1 payouts asked for',
      '2026-11-16: 1 payouts asked for',
      '2026-11-17: 1 payouts asked for',
    ])
    expect(await settlementsIn(app, owner)).toMatchObject([
      { day: '2026-11-15', amount: 1_000 },
      { day: '2026-11-16', amount: 1 },
      { day: '2026-11-17', amount: 2 },
    ])
    // The mornings that were brought on do not come again.
    app.clock.now = new Date(start.getTime() + 2 * 86_400_000)
    await makePaid(app, owner, account, { amount: 5, feeRate: 0, at: new Date(start.getTime() + 86_400_000) })
    expect(await askForPayouts(app.deps, owner.tenantId)).toBe(0)
    app.clock.advance(86_400)
    expect(await askForPayouts(app.deps, owner.tenantId)).toBe(1)
  })

  test('refuses what it does not know, and is absent where a real bank pays', async () => {
    await expect(ops('sandbox', 'payouts', '--manner', 'slowly')).rejects.toThrow('--manner is one of fails,')
    await expect(ops('sandbox', 'payouts', 'end', 'S1', 'maybe')).rejects.toThrow('success or failed')
    await expect(ops('sandbox', 'payouts', 'end', 'S1')).rejects.toThrow('there is no command')
    const deps = { ...app.deps, payments: {}, payout: undefined }
    const open = async () => ({ deps, close: async () => {} })
    for (const command of [['payouts'], ['payouts', 'morning', '--username', owner.username]])
      await expect(runOps(['sandbox', ...command], open)).rejects.toThrow('does not pay out here')
    await expect(runOps(['sandbox', 'payments'], open)).rejects.toThrow('stands for no payment provider')
  })
})
