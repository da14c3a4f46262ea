import { auditCalls, billCalls, type InputOf } from '@slotwise/contract'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import { makeBoundMachine, type BoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { billOf, givenBack, makeSale, payStateOf, queued, refundsIn } from '../../../test/sale-stand.ts'
import { refundTask, runRefund } from '../refunds/index.ts'

const app = await testApp()
const { clock } = app
const start = clock.now
let owner: Merchant
let neighbour: Merchant
let malaysian: Merchant
let machine: BoundMachine
let theirs: BoundMachine
let store: string
const signs = new Map<string, string>()

beforeAll(async () => {
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  malaysian = await makeMerchant(app, { country: 'MY' })
  for (const merchant of [owner, neighbour, malaysian])
    signs.set(merchant.username, await unlock(app, merchant))
  store = (await makeStore(app, owner))._id
  machine = await makeBoundMachine(app, owner, { store, title: 'Hall' })
  theirs = await makeBoundMachine(app, neighbour)
})
beforeEach(() => {
  clock.now = start
})

type Input = InputOf<typeof billCalls.refund>

const ask = (as: Merchant, input: Partial<Input> & { orderno: string }, key?: string) =>
  app.call(
    billCalls.refund,
    { part_refund: false, remarks: 'it was broken', sign: signs.get(as.username) ?? '', ...input },
    { as, ...(key ? { key } : {}) },
  )

/** Runs the refunds of a bill as the worker does. */
async function run(as: Merchant, orderno: string): Promise<void> {
  for (const { refund_id: id } of await refundsIn(app, orderno)) await runRefund(app.deps, as.tenantId, id)
}

const ledgerOf = (orderno: string) =>
  asOwner<{ posting: string; account: string; amount: number }>(
    app,
    `select posting, account, amount from ledger_line where orderno = $1 order by posting, account`,
    [orderno],
  )

describe('a merchant refunds a bill', () => {
  test('the bill is being refunded at once, and refunded when the provider has done it', async () => {
    const { orderno } = await makeSale(app, machine, { store_id: store })
    const { body } = await ask(owner, { orderno })
    expect(body).toMatchObject({
      rcode: 0,
      result: {
        orderno,
        status: 5,
        refunded: 0,
        canRefund: false,
        remarks: 'it was broken',
        dev_title: 'Hall',
        store,
        discount: 0,
      },
    })
    expect(await givenBack(app, owner.tenantId, orderno)).toEqual({ count: 0, amount: 0 })
    await run(owner, orderno)
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({
      status: 9,
      status_before: null,
      refunded: 350,
    })
    expect(await givenBack(app, owner.tenantId, orderno)).toEqual({ count: 1, amount: 350 })
    expect(await payStateOf(app, orderno)).toBe('refunded')
    expect(await refundsIn(app, orderno)).toMatchObject([
      { state: 'refunded', kind: 'manual', amount: 350, part: false, why: null },
    ])
    expect(await ledgerOf(orderno)).toEqual([
      { posting: `${orderno} paid`, account: 'fee', amount: -2 },
      { posting: `${orderno} paid`, account: 'funds', amount: -348 },
      { posting: `${orderno} paid`, account: 'provider', amount: 350 },
      { posting: `${orderno} refund`, account: 'fee', amount: 2 },
      { posting: `${orderno} refund`, account: 'funds', amount: 348 },
      { posting: `${orderno} refund`, account: 'provider', amount: -350 },
    ])
  })

  test('the worker does it', async () => {
    const { orderno } = await makeSale(app, machine)
    await ask(owner, { orderno })
    await app.work()
    await expect.poll(async () => (await billOf(app, owner.tenantId, orderno)).status).toBe(9)
  })

  test('in part: the rest stays income', async () => {
    const sibling = await makeSale(app, machine)
    const { orderno } = await makeSale(app, machine)
    expect((await ask(owner, { orderno, part_refund: true, refund_fee: 100 })).body.rcode).toBe(0)
    await run(owner, orderno)
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 10, refunded: 100 })
    expect(await payStateOf(app, orderno)).toBe('part_refunded')
    expect(await givenBack(app, owner.tenantId, orderno)).toEqual({ count: 1, amount: 100 })
    expect(await billOf(app, owner.tenantId, sibling.orderno)).toEqual(sibling)
    expect((await ask(owner, { orderno, part_refund: true, refund_fee: 100 })).body.rcode).toBe(500)
  })

  test('a part that is everything is a whole refund', async () => {
    const { orderno } = await makeSale(app, machine)
    await ask(owner, { orderno, part_refund: true, refund_fee: 350 })
    await run(owner, orderno)
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 9, refunded: 350 })
  })

  test.each([
    [{ refund_fee: 0 }, 'The amount must not be 0'],
    [{ refund_fee: -1 }, 'The amount must not be 0'],
    [{ refund_fee: 351 }, 'The amount must not exceed the order amount'],
    [{ refund_fee: 351, part_refund: true }, 'The amount must not exceed the order amount'],
    [{ refund_fee: 0, part_refund: true }, 'The amount must not be 0'],
    [{ refund_fee: 349 }, 'A full refund must equal the order amount'],
  ])('the amount %o is refused at its field with 501', async (amount, message) => {
    const { orderno } = await makeSale(app, machine)
    const { body } = await ask(owner, { orderno, ...amount })
    expect(body).toMatchObject({ rcode: 501, result: { errors: [{ path: 'refund_fee', message }] } })
    expect((await billOf(app, owner.tenantId, orderno)).status).toBe(0)
    expect(await refundsIn(app, orderno)).toEqual([])
  })

  test('an amount that is no whole number of cents is an invalid field', async () => {
    const { orderno } = await makeSale(app, machine)
    for (const input of [{ refund_fee: 1.5 }, { part_refund: true }]) {
      const { body } = await ask(owner, { orderno, ...input })
      expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'refund_fee' }] } })
    }
  })

  test('GKash gives back whole payments only', async () => {
    const kiosk = await makeBoundMachine(app, malaysian)
    const { orderno } = await makeSale(app, kiosk, { client: 'gkash' })
    const { body } = await ask(malaysian, { orderno, part_refund: true, refund_fee: 100 })
    const message = 'This payment method can only be refunded in full'
    expect(body).toMatchObject({ rcode: 501, result: { errors: [{ path: 'refund_fee', message }] } })
    expect((await ask(malaysian, { orderno })).body.rcode).toBe(0)
    await run(malaysian, orderno)
    expect(await billOf(app, malaysian.tenantId, orderno)).toMatchObject({ status: 9, refunded: 350 })
  })

  test.each([
    ['coin', {}],
    ['bill', {}],
    ['remote', { total_price: 0 }],
    ['gift', { total_price: 0 }],
    ['wechat', { oddities: ['order' as const] }],
    ['wechat', { status: 7 as const }],
    ['wechat', { status: 8 as const, refunded: 350 }],
  ] as const)('a sale by %s with %o is not refundable', async (client, fields) => {
    const { orderno, status } = await makeSale(app, machine, { client, ...fields })
    expect((await ask(owner, { orderno })).body.rcode).toBe(500)
    expect((await billOf(app, owner.tenantId, orderno)).status).toBe(status)
    expect(await refundsIn(app, orderno)).toEqual([])
  })

  test('a sale is refundable on its own day of the merchant', async () => {
    clock.now = new Date('2026-11-14T15:59:59.999Z')
    const yesterday = await makeSale(app, machine)
    clock.now = new Date('2026-11-14T16:00:00.000Z')
    const today = await makeSale(app, machine)
    expect((await ask(owner, { orderno: yesterday.orderno })).body.rcode).toBe(500)
    clock.now = new Date('2026-11-15T15:59:59.999Z')
    signs.set(owner.username, await unlock(app, owner))
    expect((await ask(owner, { orderno: today.orderno })).body.rcode).toBe(0)
    // A refund that was accepted in time ends on the next day.
    clock.advance(60)
    await run(owner, today.orderno)
    expect(await billOf(app, owner.tenantId, today.orderno)).toMatchObject({ status: 9 })
  })

  test('a refused refund leads back, says why, and can be tried again', async () => {
    const { orderno } = await makeSale(app, machine, { status: 1 })
    const { merchantOrder } = await orderOf(orderno)
    await app.sandbox.behave({ refund: 'rejected' }, merchantOrder)
    await ask(owner, { orderno })
    const turns: unknown[] = []
    const { hooks } = app.deps
    onTestFinished(() => void (app.deps.hooks = hooks))
    app.deps.hooks = { ...hooks, saleTurned: [async (_ctx, what) => void turns.push(...what)] }
    await run(owner, orderno)
    app.deps.hooks = hooks
    expect(turns).toMatchObject([{ orderno, cause: expect.stringContaining('refused') }])
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({
      status: 1,
      status_before: null,
      refunded: 0,
    })
    expect(await refundsIn(app, orderno)).toMatchObject([{ state: 'failed', why: 'refused' }])
    expect(await payStateOf(app, orderno)).toBe('paid')
    await app.sandbox.behave({}, merchantOrder)
    const { body } = await ask(owner, { orderno, remarks: 'again' })
    expect(body).toMatchObject({ rcode: 0, result: { remarks: 'again' } })
    await run(owner, orderno)
    expect(await refundsIn(app, orderno)).toMatchObject([{ state: 'failed' }, { state: 'refunded' }])
    expect(await givenBack(app, owner.tenantId, orderno)).toEqual({ count: 1, amount: 350 })
  })

  test('an answer of the provider within the patience of the call is its answer: 502 with the reason, or the bill', async () => {
    const { config } = app.deps
    const patiently = async (manner: 'rejected' | 'processing' | 'done', patience: number, key: string) => {
      const { orderno } = await makeSale(app, machine, { status: 1 })
      const { merchantOrder } = await orderOf(orderno)
      await app.sandbox.behave(manner === 'done' ? {} : { refund: manner }, merchantOrder)
      app.deps.config = { ...config, refundPatienceMs: patience }
      const asked = ask(owner, { orderno }, key)
      await expect.poll(async () => (await refundsIn(app, orderno)).length).toBe(1)
      await run(owner, orderno)
      const first = await asked
      const again = await ask(owner, { orderno }, key)
      app.deps.config = config
      expect(again.body).toEqual(first.body)
      return first.body
    }
    expect(await patiently('rejected', 20_000, 'key-refused')).toMatchObject({
      rcode: 502,
      msg: 'Not refunded: The payment provider refused the refund',
    })
    expect(await patiently('done', 20_000, 'key-refunded')).toMatchObject({
      rcode: 0,
      result: { status: 9, refunded: 350 },
    })
    expect(await patiently('processing', 100, 'key-processing')).toMatchObject({
      rcode: 0,
      result: { status: 5, refunded: 0 },
    })
  })

  test.each(['ezcard', 'card'] as const)(
    '%s goes straight to the end, without a provider',
    async (client) => {
      const whole = await makeSale(app, machine, { client })
      const part = await makeSale(app, machine, { client })
      expect((await ask(owner, { orderno: whole.orderno })).body).toMatchObject({
        rcode: 0,
        result: { status: 9, refunded: 350, remarks: 'it was broken' },
      })
      const some = { orderno: part.orderno, part_refund: true, refund_fee: 50 }
      expect((await ask(owner, some)).body).toMatchObject({ rcode: 0, result: { status: 10, refunded: 50 } })
      expect(await refundsIn(app, whole.orderno)).toMatchObject([{ state: 'refunded', next_at: null }])
      expect(await payStateOf(app, whole.orderno)).toBe('refunded')
      expect(await payStateOf(app, part.orderno)).toBe('part_refunded')
      expect(await ledgerOf(whole.orderno)).toEqual([])
      expect((await ask(owner, { orderno: whole.orderno })).body.rcode).toBe(500)
    },
  )

  test('hooks learn of what was given back, and to what', async () => {
    const notices: unknown[] = []
    const { hooks } = app.deps
    app.deps.hooks = { ...hooks, saleRefunded: [async (_ctx, what) => void notices.push(what)] }
    const card = await makeSale(app, machine, { client: 'card' })
    const easy = await makeSale(app, machine, { client: 'ezcard' })
    await ask(owner, { orderno: card.orderno })
    await ask(owner, { orderno: easy.orderno, part_refund: true, refund_fee: 50 })
    app.deps.hooks = hooks
    expect(notices).toEqual([
      { orderno: card.orderno, client: 'card', amount: 350, part: false },
      { orderno: easy.orderno, client: 'ezcard', amount: 50, part: true },
    ])
  })

  test("another merchant's bill, one outside of the caller's scope and an unknown number are not found", async () => {
    const bill = await makeSale(app, machine)
    const strange = await makeSale(app, theirs)
    const staff = await makeStaff(app, owner, {
      permissions: ['order.refund', 'order.buyBill'],
      stores: [(await makeStore(app, owner))._id],
      operation: '602214',
    })
    signs.set(staff.username, await unlock(app, staff))
    for (const [as, orderno] of [
      [owner, strange.orderno],
      [staff, bill.orderno],
      [owner, '202611150400000001234567'],
      [owner, '999999999999999991234567'],
    ] as const)
      expect((await ask(as, { orderno })).body.rcode).toBe(101)
    expect(await billOf(app, neighbour.tenantId, strange.orderno)).toEqual(strange)
  })

  test('repeated with the same key, it is one refund', async () => {
    const { orderno } = await makeSale(app, machine)
    const first = await ask(owner, { orderno }, 'refund-key-0001')
    const again = await ask(owner, { orderno }, 'refund-key-0001')
    expect(again.body).toEqual(first.body)
    expect(await refundsIn(app, orderno)).toHaveLength(1)
    expect((await ask(owner, { orderno })).body.rcode).toBe(500)
  })

  test('the audit says who refunded what', async () => {
    const { orderno } = await makeSale(app, machine)
    await ask(owner, { orderno, part_refund: true, refund_fee: 20 })
    const page = { pageNum: 1, pageSize: 1, condition: { call: 'refund' as const, object_id: orderno } }
    const { body } = await app.call(auditCalls.getAudit, page, { as: owner })
    expect(body.result.data).toMatchObject([
      {
        username: owner.username,
        object: 'bill',
        object_id: orderno,
        before: { orderno, status: 0 },
        after: { orderno, status: 5, refund_fee: 20, part_refund: true, remarks: 'it was broken' },
      },
    ])
  })

  test('the refund is queued in the same transaction', async () => {
    const { orderno } = await makeSale(app, machine)
    await ask(owner, { orderno })
    const [{ refund_id: id } = { refund_id: '' }] = await refundsIn(app, orderno)
    expect(await queued(app, refundTask)).toContainEqual(
      expect.objectContaining({ key: `${refundTask}:${owner.tenantId}:${id}` }),
    )
  })
})

describe('accounts that the operator has blocked', () => {
  test.each([
    ['the main account', (): string => owner.username],
    ['the agent', (): string => 'agent-7'],
  ])('by the name of %s', async (_, name) => {
    const { config } = app.deps
    const { orderno } = await makeSale(app, machine)
    await asOwner(app, 'update tenant set agent = $2 where tenant_id = $1', [owner.tenantId, 'agent-7'])
    const staff = await makeStaff(app, owner, { permissions: ['order.refund'], operation: '602214' })
    signs.set(staff.username, await unlock(app, staff))
    app.deps.config = { ...config, refundBlockedAccounts: ['someone', name()] }
    try {
      for (const as of [owner, staff]) expect((await ask(as, { orderno })).body.rcode).toBe(500)
    } finally {
      app.deps.config = config
      await asOwner(app, 'update tenant set agent = null where tenant_id = $1', [owner.tenantId])
    }
    expect((await ask(staff, { orderno })).body.rcode).toBe(0)
  })
})

async function orderOf(orderno: string): Promise<{ merchantOrder: string }> {
  const [row] = await asOwner<{ merchantOrder: string }>(
    app,
    'select merchant_order as "merchantOrder" from pay_order where orderno = $1',
    [orderno],
  )
  if (!row) throw new Error('no order')
  return row
}
