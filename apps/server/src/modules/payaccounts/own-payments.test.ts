/** Payments into accounts of merchants: whose keys are believed about which order, and what becomes of the money. */
import { billCalls, fundCalls, type PayAccount, payAccountCalls } from '@slotwise/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import { makeCard, settlementsIn } from '../../../test/fund-stand.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { linesOf, makeOrder, makeSelling, orderOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import {
  addAccount,
  gkashFields,
  makeProviders,
  noticePath,
  switchAccount,
  useAccount,
  wechatFields,
} from '../../../test/pay-account-stand.ts'
import { refundsIn } from '../../../test/sale-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { noticeKey as sandboxKey, signNotice } from '../../ports/payments/notice-signature.ts'
import type { NoticeChange } from '../../ports/payments/testing/provider-behaviour.ts'
import type { WechatServer } from '../../ports/payments/testing/wechat-server.ts'
import { runRefund } from '../refunds/run-service.ts'
import { recountTakings } from '../bills/takings-recount-service.ts'
import { askForPayouts } from '../funds/morning-service.ts'
import { foldFunds, recountFunds } from '../ledger/index.ts'
import { closeAtProvider, followOrder, type PayOrder } from '../payments/index.ts'

const app = await testApp()
const { clock } = app
const start = clock.now
const providers = await makeProviders(app, 3)
const [ours, theirs, spare] = providers.wechats as [WechatServer, WechatServer, WechatServer]
let owner: Merchant
let neighbour: Merchant
/** A merchant whose money the platform collects. */
let plain: Merchant
let machine: BoundMachine
let foreign: BoundMachine
let plainMachine: BoundMachine
let account: PayAccount
let foreignAccount: PayAccount

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  plain = await makeMerchant(app)
  account = await useAccount(app, owner, wechatFields(ours))
  foreignAccount = await useAccount(app, neighbour, wechatFields(theirs))
  const { _id: store } = await makeStore(app, owner)
  machine = await makeSelling(app, owner, { store, quantity: 10 })
  foreign = await makeSelling(app, neighbour)
  plainMachine = await makeSelling(app, plain)
})
beforeEach(async () => {
  // The unpaid orders of the tests before have ended.
  clock.now = new Date(Math.max(start.getTime(), clock.now.getTime()) + 130_000)
  await app.sandbox.behave({})
})

/** A notice of a provider, as its owner would sign it about any number. */
function forged(
  server: WechatServer,
  { merchant_order: number, amount }: PayOrder,
  change: NoticeChange = {},
) {
  server.ledger.open(number, amount, 'CNY')
  server.ledger.pay(number, clock.now)
  return server.noticeOf(number, change)
}

const post = async (url: string, { body: payload, headers }: ReturnType<typeof forged>) =>
  (await app.app.inject({ method: 'POST', url, headers, payload })).statusCode

const stateOf = async (one: BoundMachine) => (await orderOf(app, one)).state

async function payByNotice(order: PayOrder, server = ours, of = account): Promise<void> {
  expect(await post(await noticePath(app, of), forged(server, order))).toBe(200)
}

describe('an order of a merchant with an own account', () => {
  test('is made there, costs no fee, and remembers the account; its neighbours have theirs', async () => {
    const order = await makeOrder(app, machine)
    expect(order).toMatchObject({
      state: 'pending',
      fee_rate: 0,
      pay_account_id: account.pay_account_id,
      agent_account_id: null,
      qr: expect.stringContaining('weixin://'),
    })
    expect(ours.ledger.payments.get(order.merchant_order)).toMatchObject({ amount: 350, state: 'pending' })
    const other = await makeOrder(app, foreign)
    expect(other).toMatchObject({ pay_account_id: foreignAccount.pay_account_id })
    expect(theirs.ledger.payments.has(other.merchant_order)).toBe(true)
    expect(await makeOrder(app, plainMachine)).toMatchObject({
      pay_account_id: null,
      fee_rate: 60,
      qr: expect.stringContaining('http://pay.test/'),
    })
  })

  test('uses the own account of this payment only', async () => {
    const order = await makeOrder(app, machine, { pay: 'alipay' })
    expect(order).toMatchObject({ pay_account_id: null, fee_rate: 60 })
  })

  test('is paid by a notice with the keys of its account, and by our own question', async () => {
    const order = await makeOrder(app, machine)
    await payByNotice(order)
    expect(await stateOf(machine)).toBe('paid')
    await payByNotice(order)
    expect(await linesOf(app, order)).toHaveLength(2)
    const asked = await makeOrder(app, machine)
    ours.ledger.pay(asked.merchant_order, clock.now)
    clock.advance(5)
    await followOrder(app.deps, owner.tenantId, asked.orderno, 0)
    expect(await stateOf(machine)).toBe('paid')
  })
})

describe('a notice is believed about orders of its own account only', () => {
  test.each<[string, () => Promise<[BoundMachine, string, ReturnType<typeof forged>]>]>([
    [
      'a merchant with the own keys about an order of a neighbour with an own account',
      async () => [foreign, await noticePath(app, account), forged(ours, await makeOrder(app, foreign))],
    ],
    [
      'the same at the address of the neighbour',
      async () => [
        foreign,
        await noticePath(app, foreignAccount),
        forged(ours, await makeOrder(app, foreign)),
      ],
    ],
    [
      'a merchant with the own keys about an order of a neighbour that the platform collects',
      async () => [
        plainMachine,
        await noticePath(app, account),
        forged(ours, await makeOrder(app, plainMachine)),
      ],
    ],
    [
      'a merchant about an own order that the platform collects',
      async () => {
        await switchAccount(app, owner, await current(), false)
        const order = await makeOrder(app, machine)
        await switchAccount(app, owner, await current(), true)
        return [machine, await noticePath(app, account), forged(ours, order)]
      },
    ],
    [
      'a merchant with another account of its own',
      async () => {
        const other = await addAccount(app, owner, wechatFields(spare))
        return [machine, await noticePath(app, other), forged(spare, await makeOrder(app, machine))]
      },
    ],
    [
      'an own notice at the address of the platform',
      async () => [machine, '/notify/wechat', forged(ours, await makeOrder(app, machine))],
    ],
    [
      'another amount',
      async () => [
        machine,
        await noticePath(app, account),
        forged(ours, await makeOrder(app, machine), { amount: 1 }),
      ],
    ],
    [
      'another currency',
      async () => [
        machine,
        await noticePath(app, account),
        forged(ours, await makeOrder(app, machine), { currency: 'USD' }),
      ],
    ],
    [
      'another merchant number at the provider',
      async () => [
        machine,
        await noticePath(app, account),
        forged(ours, await makeOrder(app, machine), { merchant: '1900000109' }),
      ],
    ],
    [
      'a wrong signature',
      async () => [
        machine,
        await noticePath(app, account),
        forged(ours, await makeOrder(app, machine), { signature: 'key of another' }),
      ],
    ],
  ])('%s changes nothing', async (_what, prepare) => {
    const [about, url, message] = await prepare()
    expect(await post(url, message)).toBe(400)
    const order = await orderOf(app, about)
    expect(order.state).toBe('pending')
    expect(await linesOf(app, order)).toEqual([])
  })

  const current = async (): Promise<PayAccount> => {
    const { body } = await app.call(payAccountCalls.getPayAccounts, {}, { as: owner })
    const found = body.result.data.find((one) => one.pay_account_id === account.pay_account_id)
    if (!found) throw new Error('no account')
    return found
  }

  test('the platform itself cannot pay an order of an own account', async () => {
    const { merchant_order: merchantOrder, amount } = await makeOrder(app, machine)
    const payment = { state: 'paid', amount, txn: 'T1', paidAt: clock.now }
    const body = JSON.stringify({ merchantOrder, payment })
    const headers = signNotice(sandboxKey(app.deps.config.pepper, 'wechat'), clock.now, body)
    expect(await post('/notify/wechat', { body: Buffer.from(body), headers })).toBe(400)
    expect(await stateOf(machine)).toBe('pending')
  })

  test('an address that no account has is none of ours', async () => {
    const order = await makeOrder(app, machine)
    const path = await noticePath(app, account)
    const message = forged(ours, order)
    const wrong = [
      path.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      path.replace('/wechat/', '/alipay/'),
      path.replace(/m\d+-/, `m${neighbour.tenantId}-`),
      '/notify/wechat/a1-00000000000000000000000000000000',
      '/notify/wechat/x',
    ]
    for (const url of wrong) expect(await post(url, message), url).toBe(404)
    expect(await stateOf(machine)).toBe('pending')
  })
})

describe('money in an own account', () => {
  const sumOf = async (who: Merchant) => (await app.call(fundCalls.getFundSum, {}, { as: who })).body.result
  const detailOf = async ({ orderno }: PayOrder) =>
    (await app.call(billCalls.getBill, { orderno }, { as: owner })).body.result

  test('is a bill and takings, and never funds; the statement of the bill says so', async () => {
    const before = await sumOf(owner)
    const order = await makeOrder(app, machine)
    await payByNotice(order)
    expect(await linesOf(app, order)).toEqual([
      { account: 'own', amount: 350 },
      { account: 'direct', amount: -350 },
    ])
    expect(await sumOf(owner)).toEqual({ ...before, direct_amt: before.direct_amt + 350 })
    const { total_price: total, steps } = await detailOf(order)
    expect(total).toBe(350)
    expect(steps).toContainEqual(
      expect.objectContaining({ kind: 'ledger', amount: 350, fee: 0, direct: true }),
    )
    const lines = await app.call(
      fundCalls.getFundLines,
      { pageNum: 1, pageSize: 50, condition: {} },
      { as: owner },
    )
    expect(lines.body.result.data.map((line) => line.orderno)).not.toContain(order.orderno)
    const taken = await asOwner(
      app,
      `select sum(taken)::int as taken from ledger_store_day where tenant_id = $1 and store_id = $2`,
      [owner.tenantId, order.store_id],
    )
    expect(taken).toEqual([{ taken: expect.any(Number) }])
    expect((taken[0] as { taken: number }).taken).toBeGreaterThanOrEqual(350)
  })

  test('is given back by the same account, and touches no funds, even after the account was replaced', async () => {
    const order = await makeOrder(app, machine)
    await payByNotice(order)
    // The machine has reported, so that the bill can be refunded.
    await asOwner(app, 'update bill set status = 0 where orderno = $1', [order.orderno])
    const other = await useAccount(app, owner, wechatFields(spare))
    const before = await sumOf(owner)
    const sign = await unlock(app, owner)
    const input = { orderno: order.orderno, part_refund: true, refund_fee: 100, remarks: '', sign }
    expect((await app.call(billCalls.refund, input, { as: owner })).body.rcode).toBe(0)
    const [refund] = await refundsIn(app, order.orderno)
    await runRefund(app.deps, owner.tenantId, refund?.refund_id ?? '')
    expect(ours.ledger.refundsOf(order.merchant_order)).toEqual([100])
    expect(spare.ledger.payments.has(order.merchant_order)).toBe(false)
    expect(await linesOf(app, order)).toEqual([
      { account: 'own', amount: 350 },
      { account: 'direct', amount: -350 },
      { account: 'direct', amount: 100 },
      { account: 'own', amount: -100 },
    ])
    expect(await sumOf(owner)).toEqual({ ...before, direct_amt: before.direct_amt - 100 })
    expect((await orderOf(app, machine)).state).toBe('part_refunded')
    await switchAccount(app, owner, other, false)
    account = await switchAccount(app, owner, await byId(account), true)
  })

  const byId = async ({ pay_account_id: id }: PayAccount): Promise<PayAccount> => {
    const { body } = await app.call(payAccountCalls.getPayAccounts, {}, { as: owner })
    return body.result.data.find((one) => one.pay_account_id === id) as PayAccount
  }

  test('is asked for, closed and told about at the old account after it was switched off', async () => {
    const [first, second] = [await makeOrder(app, machine), await makeOrder(app, machine)]
    await switchAccount(app, owner, await byId(account), false)
    expect((await makeOrder(app, machine)).pay_account_id).toBeNull()
    await payByNotice(first)
    await asOwner(app, `update pay_order set state = 'closed', closed_at = $2 where orderno = $1`, [
      second.orderno,
      clock.now,
    ])
    await closeAtProvider(app.deps, owner.tenantId, second.orderno)
    expect(ours.ledger.payments.get(second.merchant_order)?.state).toBe('closed')
    account = await switchAccount(app, owner, await byId(account), true)
  })

  test('is settled by no morning, and every posting adds up to nothing, beside payments that are', async () => {
    const card = await makeCard(app, owner)
    await asOwner(app, 'update device set merchant_id = $2 where device_id = $1', [machine.id, card])
    const own = await makeOrder(app, machine)
    await payByNotice(own)
    const byPlatform = await makeOrder(app, machine, { pay: 'alipay' })
    await app.sandbox.pay(byPlatform.merchant_order)
    await app.sandbox.settled()
    expect(await linesOf(app, byPlatform)).toHaveLength(3)
    clock.now = new Date('2026-11-16T22:30:00.000Z')
    await foldFunds(app.deps, owner.tenantId)
    await askForPayouts(app.deps, owner.tenantId)
    const [settled] = await settlementsIn(app, owner)
    // The price less the fee: what the platform collected, and nothing of what the own account did.
    expect(settled).toMatchObject({ merchant_id: card, amount: 348, lines: 1 })
    const crooked = await asOwner(
      app,
      'select posting from ledger_line group by tenant_id, at, posting having sum(amount) <> 0',
    )
    expect(crooked).toEqual([])
    const range = { from: '2026-11-15', to: '2026-11-17' }
    expect(await recountFunds(app.deps, owner.tenantId, range)).toEqual([])
    const { tenantId } = owner
    for (const day of ['2026-11-15', '2026-11-16', '2026-11-17'])
      expect(
        await inTenant(app.deps.db.main, tenantId, (tx) => recountTakings({ tx, tenantId }, day, false)),
      ).toEqual([])
  })
})

describe('GKash', () => {
  test('leads the customer to the page of the own account, and takes its notice at the own address', async () => {
    const malaysian = await makeMerchant(app, { country: 'MY' })
    const own = await useAccount(app, malaysian, gkashFields(providers.gkash))
    const kiosk = await makeSelling(app, malaysian)
    const order = await makeOrder(app, kiosk, { pay: 'gkash' })
    expect(order.pay_account_id).toBe(own.pay_account_id)
    const page = await app.app.inject({ url: new URL(order.qr ?? '').pathname })
    expect(page.statusCode).toBe(200)
    const fields = Object.fromEntries(
      [...page.body.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>
    expect(fields['CID']).toBe(providers.gkash.config.cid)
    expect(new URL(fields['callbackurl'] ?? '').pathname).toBe(await noticePath(app, own))
    expect(providers.gkash.pay({ action: 'https://x/api/PaymentForm.aspx', fields })).toBe(true)
    const notice = providers.gkash.noticeOf(order.merchant_order)
    expect(await post('/notify/gkash', notice)).toBe(400)
    expect(await post(await noticePath(app, own), notice)).toBe(200)
    expect(await stateOf(kiosk)).toBe('paid')
  })
})
