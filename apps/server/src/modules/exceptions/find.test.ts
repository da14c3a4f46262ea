import { billCalls, dayOf } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { casesNow, inShort, listCases } from '../../../test/case-stand.ts'
import { makeMerchant, type Merchant, signIn, unlock } from '../../../test/factories.ts'
import { holdWrites, waitingForLocks } from '../../../test/hold-table.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { billOf, inBooks, makeSale, refundsIn } from '../../../test/sale-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { changeBills } from '../bills/book-service.ts'
import { runRefund } from '../refunds/index.ts'
import { merchantOrderOf } from '../payments/index.ts'
import { deleteRunsBefore } from './case-queries.ts'
import { findAllCases, findCases } from './find-service.ts'
import { sweep } from './sweep-service.ts'

const app = await testApp()
const start = app.clock.now
const hour = 3_600

let owner: Merchant
let machine: BoundMachine
const neighbour = await makeMerchant(app)
const theirs = await makeBoundMachine(app, neighbour)

beforeEach(async () => {
  app.clock.now = start
  owner = await makeMerchant(app)
  machine = await makeBoundMachine(app, owner)
})

const out = [{ delivered: 1 }]
const none = [{ delivered: 0 }]

/** Refunds a bill as the merchant does; the provider answers as it was told. */
async function refund(orderno: string): Promise<string> {
  const input = { orderno, part_refund: false, remarks: '', sign: await unlock(app, owner) }
  const { body } = await app.call(billCalls.refund, input, { as: owner })
  expect(body.rcode).toBe(0)
  const id = (await refundsIn(app, orderno)).at(-1)?.refund_id ?? ''
  await runRefund(app.deps, owner.tenantId, id)
  return id
}

describe('paid and not delivered', () => {
  test('is a case 20 minutes later, with the money for what did not come out', async () => {
    const { orderno } = await makeSale(app, machine, {
      status: 1,
      goods: [{ delivered: 1 }, { delivered: 0 }],
    })
    await makeSale(app, machine, { status: 0, goods: out })
    await makeSale(app, theirs, { status: 0, goods: out })
    app.clock.advance(20 * 60 - 1)
    expect(await casesNow(app, owner)).toEqual([])
    app.clock.advance(1)
    const [found, ...others] = await casesNow(app, owner)
    expect(others).toEqual([])
    expect(found).toMatchObject({
      kind: 'paid_not_delivered',
      reason: 'failed',
      state: 'open',
      action: 'refund',
      orderno,
      status: 1,
      client: 'wechat',
      merchant_order: merchantOrderOf(owner.tenantId, orderno),
      sn: machine.sn,
      amount: 350,
      currency: 'CNY',
      ours: null,
      theirs: null,
      since: start.toISOString(),
      found_at: app.clock.now.toISOString(),
    })
    await findAllCases(app.deps)
    expect(await listCases(app, owner)).toEqual([found])
    expect(await listCases(app, neighbour)).toEqual([])
  })

  test('advises to ask the customer where the machine said nothing, and to pay back by hand the day after', async () => {
    const { orderno } = await makeSale(app, machine, { status: 2, goods: [{}] })
    const { orderno: working } = await makeSale(app, machine, { status: 7, goods: [{}] })
    app.clock.advance(hour)
    const action = async (number: string) =>
      (await casesNow(app, owner)).find((one) => one.orderno === number)?.action
    expect(await action(orderno)).toBe('ask_and_refund')
    expect(await action(working)).toBe('wait_machine')
    app.clock.advance(24 * hour)
    owner = { ...owner, ...(await signIn(app, owner.username)) }
    expect(await action(orderno)).toBe('pay_back')
  })

  test('closes when the report arrives', async () => {
    const { orderno } = await makeSale(app, machine, { status: 2, goods: [{}] })
    app.clock.advance(hour)
    expect(await casesNow(app, owner)).toHaveLength(1)
    await inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [orderno], () => ({ status: 0 })))
    app.clock.advance(60)
    expect(await casesNow(app, owner)).toEqual([])
    expect(await listCases(app, owner, { state: 'closed' })).toMatchObject([
      { orderno, state: 'closed', action: null, closed_at: app.clock.now.toISOString() },
    ])
  })

  test('stays open while its refund is under way, and closes when the money is back', async () => {
    const { orderno } = await makeSale(app, machine, { status: 1, goods: none })
    const number = merchantOrderOf(owner.tenantId, orderno)
    await app.sandbox.behave({ refund: 'processing' }, number)
    app.clock.advance(hour)
    await casesNow(app, owner)
    const id = await refund(orderno)
    expect(await casesNow(app, owner)).toMatchObject([
      {
        status: 5,
        action: 'wait_refund',
        wait_until: new Date(app.clock.now.getTime() + 3 * 24 * hour * 1_000).toISOString(),
        refund_no: `${number}R1`,
      },
    ])
    await app.sandbox.endRefund(`${number}R1`, 'success')
    app.clock.advance(2 * hour)
    await runRefund(app.deps, owner.tenantId, id)
    expect(await casesNow(app, owner)).toEqual([])
    expect(await listCases(app, owner, { state: 'closed' })).toHaveLength(1)
  })

  test('a refused refund leaves the one case open', async () => {
    const { orderno } = await makeSale(app, machine, { status: 1, goods: none })
    await app.sandbox.behave({ refund: 'rejected' }, merchantOrderOf(owner.tenantId, orderno))
    app.clock.advance(hour)
    await casesNow(app, owner)
    await refund(orderno)
    expect((await casesNow(app, owner)).map(inShort)).toEqual([`paid_not_delivered failed ${orderno} 350`])
  })

  test('is not found for cash, for free goods, for sales without our order, and a week later', async () => {
    const sale = { status: 1, goods: none } as const
    for (const client of ['coin', 'bill', 'gift', 'remote'] as const)
      await makeSale(app, machine, { ...sale, client })
    await makeSale(app, machine, { ...sale, total_price: 0 })
    await makeSale(app, machine, { ...sale, oddities: ['order'] })
    const old = new Date(start.getTime() - 8 * 24 * hour * 1_000)
    await makeSale(app, machine, { ...sale, create_at: old })
    // A machine that was offline for long reports today.
    const { orderno } = await makeSale(app, machine, { ...sale, create_at: old, reported_at: start })
    app.clock.advance(hour)
    expect((await casesNow(app, owner)).map((one) => one.orderno)).toEqual([orderno])
  })
})

describe('delivered and not paid', () => {
  test('is each sale without an order of ours, and a second delivery; a person ends it', async () => {
    const { orderno: alone } = await makeSale(app, machine, { goods: out, oddities: ['order'] })
    const { orderno: twice } = await makeSale(app, machine, {
      goods: [{ delivered: 2, quantity: 2 }],
      total_price: 0,
      oddities: ['again'],
    })
    await makeSale(app, machine, { goods: none, status: 1, oddities: ['order'] })
    await makeSale(app, machine, { goods: out, client: 'coin', oddities: ['order'] })
    app.clock.advance(hour)
    const found = await casesNow(app, owner)
    expect(found.map(inShort).toSorted()).toEqual(
      [`delivered_not_paid no_order ${alone} 350`, `delivered_not_paid twice ${twice} 700`].toSorted(),
    )
    expect(found.map(({ action }) => action)).toEqual(['check_machine', 'check_machine'])
  })

  test('closes when the payment of its order comes after all', async () => {
    const { orderno: paid } = await makeSale(app, machine, { goods: out, oddities: ['order'] })
    const { orderno: unpaid } = await makeSale(app, machine, { goods: out, oddities: ['order'] })
    app.clock.advance(hour)
    expect(await casesNow(app, owner)).toHaveLength(2)
    await inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [paid], () => ({ oddities: [] })))
    expect((await casesNow(app, owner)).map(inShort)).toEqual([`delivered_not_paid no_order ${unpaid} 350`])
  })

  test('is a delivery after its refund was asked for, whoever asked, unless the provider refuses', async () => {
    const late = { goods: out, oddities: ['after_refund' as const] }
    const { orderno } = await makeSale(app, machine, { status: 8, refunded: 350, ...late })
    const { orderno: part } = await makeSale(app, machine, { status: 10, refunded: 100, ...late })
    const { orderno: open } = await makeSale(app, machine, { status: 5, status_before: 0, ...late })
    await makeSale(app, machine, { status: 8, refunded: 350, goods: none })
    // The merchant refunded what had come out.
    await makeSale(app, machine, { status: 9, refunded: 350, goods: out })
    await makeSale(app, machine, { status: 0, ...late })
    app.clock.advance(hour)
    const found = await casesNow(app, owner)
    const lines = [`${orderno} 350`, `${part} 100`, `${open} 350`]
    expect(found.map(inShort).toSorted()).toEqual(
      lines.map((line) => `delivered_not_paid after_refund ${line}`).toSorted(),
    )
    expect(found.find((one) => one.orderno === orderno)?.action).toBe('note_loss')
    await inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [open], () => ({ status: 0 })))
    expect((await casesNow(app, owner)).map((one) => one.orderno).toSorted()).toEqual(
      [orderno, part].toSorted(),
    )
  })
})

describe('a stuck refund', () => {
  test('is one that the provider has not answered for a day; it closes with the answer', async () => {
    const { orderno } = await makeSale(app, machine, { goods: out })
    const number = merchantOrderOf(owner.tenantId, orderno)
    await app.sandbox.behave({ refund: 'processing' }, number)
    const id = await refund(orderno)
    app.clock.advance(24 * hour)
    owner = { ...owner, ...(await signIn(app, owner.username)) }
    expect(await casesNow(app, owner)).toEqual([])
    app.clock.advance(1)
    const found = await casesNow(app, owner)
    expect(found.map(inShort)).toEqual([`refund_stuck unanswered ${orderno} 350`])
    expect(found).toMatchObject([
      { action: 'wait_refund', refund_no: `${number}R1`, since: start.toISOString() },
    ])
    app.clock.advance(3 * 24 * hour)
    owner = { ...owner, ...(await signIn(app, owner.username)) }
    expect(await casesNow(app, owner)).toMatchObject([{ action: 'contact_provider', wait_until: null }])
    await app.sandbox.endRefund(`${number}R1`, 'success')
    await runRefund(app.deps, owner.tenantId, id)
    expect((await billOf(app, owner.tenantId, orderno)).status).toBe(9)
    expect(await casesNow(app, owner)).toEqual([])
  })

  test.each([
    [null, 'contact_provider'],
    ['unresolved', 'contact_provider'],
    ['processing', 'wait_refund'],
    ['accountShort', 'top_up_account'],
    ['abnormal', 'end_at_provider'],
  ])('whose reason is %s after a day is advised: %s', async (why, action) => {
    const { orderno } = await makeSale(app, machine, { goods: out })
    await app.sandbox.behave({ refund: 'processing' }, merchantOrderOf(owner.tenantId, orderno))
    await refund(orderno)
    await asOwner(app, 'update bill_refund set why = $2 where orderno = $1', [orderno, why])
    app.clock.advance(24 * hour + 1)
    owner = { ...owner, ...(await signIn(app, owner.username)) }
    expect(await casesNow(app, owner)).toMatchObject([{ orderno, action }])
  })

  test('is one that was refused for a delivered sale, until it is asked for again', async () => {
    const { orderno } = await makeSale(app, machine, { goods: out })
    const number = merchantOrderOf(owner.tenantId, orderno)
    await app.sandbox.behave({ refund: 'rejected' }, number)
    await refund(orderno)
    const found = await casesNow(app, owner)
    expect(found.map(inShort)).toEqual([`refund_stuck refused ${orderno} 350`])
    expect(found[0]?.action).toBe('refund_again')
    await app.sandbox.behave({}, number)
    await refund(orderno)
    expect(await casesNow(app, owner)).toEqual([])
  })
})

describe('the search', () => {
  test('finds a case once, when several workers search at the same time', async () => {
    await makeSale(app, machine, { status: 1, goods: none })
    await makeSale(app, machine, { goods: out, oddities: ['order'] })
    app.clock.advance(hour)
    const held = await holdWrites(app, 'exception_case')
    const searches = [1, 2, 3].map(() => findCases(app.deps, owner.tenantId))
    await expect.poll(async () => (await asOwner(app, waitingForLocks)).length).toBe(3)
    await held.letGo()
    await Promise.all(searches)
    expect(await listCases(app, owner)).toHaveLength(2)
  })

  test('goes on where a run was cut', async () => {
    const sales = []
    for (let i = 0; i < 3; i += 1) sales.push(await makeSale(app, machine, { status: 1, goods: none }))
    app.clock.advance(hour)
    await casesNow(app, owner)
    await asOwner(app, 'delete from exception_case where orderno = $1', [sales[1]?.orderno])
    const found = await casesNow(app, owner)
    expect(found.map((one) => one.orderno).toSorted()).toEqual(sales.map((one) => one.orderno).toSorted())
  })

  test('forgets cases that ended more than 400 days ago, and keeps open ones', async () => {
    await makeSale(app, machine, { status: 1, goods: none })
    const { orderno } = await makeSale(app, machine, { status: 1, goods: none })
    app.clock.advance(hour)
    await casesNow(app, owner)
    await asOwner(app, 'update exception_case set done_at = $2 where orderno = $1', [orderno, app.clock.now])
    const later = (days: number) => new Date(app.clock.now.getTime() + days * 24 * hour * 1_000)
    const kept = async () =>
      (await asOwner(app, 'select from exception_case where tenant_id = $1', [owner.tenantId])).length
    await sweep(app.deps, owner.tenantId, later(400))
    expect(await kept()).toBe(2)
    await sweep(app.deps, owner.tenantId, later(401))
    expect(await kept()).toBe(1)
  })

  test("forgets comparisons of days more than 400 days ago, in portions, and no other merchant's", async () => {
    const ofDay = (days: number) => dayOf(new Date(app.clock.now.getTime() - days * 24 * hour * 1_000), 480)
    const today = ofDay(0)
    for (const { tenantId } of [owner, neighbour])
      await asOwner(
        app,
        `insert into statement_run (tenant_id, client, day, source, lines, matched, differing, our_paid, their_paid,
                                    our_refunded, their_refunded, ended_at)
         select $1::bigint, 'wechat', $2::date - days, 'file', 0, 0, 0, 0, 0, 0, 0, now()
           from generate_series(399, 402) days`,
        [tenantId, today],
      )
    const kept = async ({ tenantId }: Merchant) =>
      (
        await asOwner<{ days: number }>(
          app,
          'select $2::date - day as days from statement_run where tenant_id = $1 order by 1',
          [tenantId, today],
        )
      ).map(({ days }) => days)
    const gone = await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
      deleteRunsBefore({ tx, tenantId: owner.tenantId }, ofDay(400), 1),
    )
    expect(gone).toBe(1)
    expect(await kept(owner)).toHaveLength(3)
    await sweep(app.deps, owner.tenantId, app.clock.now)
    expect(await kept(owner)).toEqual([399, 400])
    expect(await kept(neighbour)).toEqual([399, 400, 401, 402])
  })
})
