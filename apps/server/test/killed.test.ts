/** The product dies by SIGKILL at every step between an order and its refund, and the next process goes on. */
import { isDeepStrictEqual } from 'node:util'

import { billCalls, type OnlineClient } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { type RunStep, runSteps } from '../src/kernel/outside-runs.ts'
import { recount } from '../src/modules/bills/index.ts'
import type { Sale } from '../src/modules/sales/index.ts'
import { bookSales } from '../src/modules/sales/sale-service.ts'
import { closeOrdersOf, type PayOrder, takeNotice } from '../src/modules/payments/index.ts'
import { noticeKey, signNotice } from '../src/ports/payments/notice-signature.ts'
import { testApp } from './app.ts'
import { storm } from './depth.ts'
import { makeMerchant, type Merchant, unlock } from './factories.ts'
import type { Work } from './killed-program.ts'
import { killAtAnyMoment, startChild } from './killed-stand.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from './machines.ts'
import { ask, makeOrder, makeSelling, ordersOf, requestOf } from './order-stand.ts'
import { asOwner } from './owner.ts'
import { makeSale, refundsIn } from './sale-stand.ts'

const app = await testApp()
const { clock } = app
const firstMoment = clock.now

/** Merchants by country; their works hold no locks for each other. */
let shared: Record<'CN' | 'MY', Merchant>
const signs = new Map<string, string>()

beforeEach(async () => {
  await app.sandbox.behave({ notices: 'dropped' })
  shared = { CN: await makeMerchant(app), MY: await makeMerchant(app, { country: 'MY' }) }
})

/** A work that stops inside of its transaction keeps its locks until the process dies, so it gets its own merchant. */
const merchantFor = (step: string, country: 'CN' | 'MY' = 'CN'): Promise<Merchant> =>
  step === 'booking' ? makeMerchant(app, { country }) : Promise.resolve(shared[country])

/** What happened in the end to the one order of each machine. */
async function endsOf(cases: readonly Case[]): Promise<Record<string, object>> {
  const rows = await asOwner<{ device_id: string }>(
    app,
    `select d.device_id, p.orders, p.payment, p.created, p.returned, l.booked, l."ledgerSum",
            (select array_agg(b.status::int) from bill b where b.device_id = d.device_id) as bills,
            (select sum(m.before - m.after)::int from stock_move m
              where m.device_id = d.device_id and m.reason = 'sale') as pieces
       from unnest($1::bigint[]) as d (device_id)
       cross join lateral (
         select count(*)::int as orders, min(o.state) as payment, count(s.merchant_order)::int as created,
                coalesce(array_agg(r.amount) filter (where r.state <> 'rejected'), '{}') as returned
           from pay_order o
           left join sandbox_payment s using (merchant_order)
           left join sandbox_refund r using (merchant_order)
          where o.device_id = d.device_id) p
       cross join lateral (
         select array_agg(n.amount order by n.posting) filter (where n.account = 'provider') as booked,
                coalesce(sum(n.amount), 0)::int as "ledgerSum"
           from ledger_line n join pay_order o using (tenant_id, orderno)
          where o.device_id = d.device_id) l`,
    [cases.map(({ machine }) => machine.id)],
  )
  const ends = new Map(rows.map(({ device_id: id, ...end }) => [id, end]))
  return Object.fromEntries(cases.map((one) => [one.name, ends.get(one.machine.id) ?? {}]))
}

const once350 = { orders: 1, created: 1, returned: [] as number[], ledgerSum: 0, pieces: null }
const sold = { ...once350, payment: 'paid', bills: [0], booked: [350], pieces: 1 }
const notSold = { ...once350, payment: 'closed', bills: null, booked: null }
const refunded = { ...once350, payment: 'refunded', returned: [350], booked: [350, -350] }
const byHand = { ...refunded, bills: [9] }
const byServer = { ...refunded, bills: [8] }
/** A provider that does not recognise its refunds may have heard of it: it is queried, and never asked again. */
const open = { ...sold, bills: [5], pieces: null }

type Case = Made & { name: string }
type Made = {
  work: Work
  machine: BoundMachine
  end: object
  /** What the other side does when it got no answer. */
  again?: () => Promise<unknown>
  /** The machine's report, which closes the bill. */
  sale?: Sale
}

async function refundCase(client: OnlineClient, step: RunStep): Promise<Made> {
  const as = await merchantFor(step, client === 'gkash' ? 'MY' : 'CN')
  const machine = await makeBoundMachine(app, as)
  const { orderno } = await makeSale(app, machine, { client })
  const sign = signs.get(as.username) ?? (await unlock(app, as))
  signs.set(as.username, sign)
  const input = { orderno, part_refund: false, remarks: '', sign }
  expect((await app.call(billCalls.refund, input, { as })).body.rcode).toBe(0)
  const [refund] = await refundsIn(app, orderno)
  return {
    work: { kind: 'refund', tenantId: as.tenantId, id: refund?.refund_id ?? '', step },
    machine,
    end: client === 'gkash' && step === 'taken' ? open : byHand,
  }
}

const saleOf = (machine: BoundMachine, { orderno }: PayOrder): Sale => ({
  deviceId: machine.id,
  mid: `m-${orderno}`,
  ts: clock.now.getTime(),
  data: {
    saleId: `s-${orderno}`,
    orderNo: orderno,
    client: 'wechat',
    amount: 350,
    items: [{ ch: 1, n: 1, ok: true }],
    result: 'delivered',
    tookMs: 900,
  },
  dated: { at: clock.now, byClock: true, doubtful: false },
})

const report = (machine: BoundMachine, sale: Sale) => asMachine(app, machine, (ctx) => bookSales(ctx, [sale]))

const signedNotice = ({ merchant_order: merchantOrder, amount }: PayOrder) => {
  const payment = { state: 'paid', amount, txn: 'T1', paidAt: clock.now }
  const body = JSON.stringify({ merchantOrder, payment })
  return { body, headers: signNotice(noticeKey(app.deps.config.pepper, 'wechat'), clock.now, body) }
}

/** A machine with an order whose QR code is there. */
async function ordered(step: string): Promise<{ machine: BoundMachine; order: PayOrder; tenantId: string }> {
  const as = await merchantFor(step)
  const machine = await makeSelling(app, as)
  return { machine, order: await makeOrder(app, machine), tenantId: as.tenantId }
}

/** The machine asks for an order. */
async function orderCase(step: 'booking' | 'booked'): Promise<Made> {
  const { tenantId, ...as } = await merchantFor(step)
  const machine = await makeSelling(app, { tenantId, ...as })
  const request = requestOf()
  const { id: deviceId, sn } = machine
  return {
    work: { kind: 'order', tenantId, step, deviceId, sn, request },
    machine,
    end: sold,
    again: () => ask(app, machine, request),
  }
}

/** The provider is asked for the QR code. */
async function openCase(step: string): Promise<Made> {
  const { tenantId, ...as } = await merchantFor(step)
  const machine = await makeSelling(app, { tenantId, ...as })
  await ask(app, machine)
  const [order] = await ordersOf(app, machine)
  return {
    work: { kind: 'open', tenantId, step, orderno: order?.orderno ?? '', tries: 0 },
    machine,
    end: sold,
  }
}

/** The customer has paid, and the notice does not come. */
async function followCase(step: string): Promise<Made> {
  const { machine, order, tenantId } = await ordered(step)
  await app.sandbox.pay(order.merchant_order)
  return { work: { kind: 'follow', tenantId, step, orderno: order.orderno, tries: 0 }, machine, end: sold }
}

async function noticeCase(step: string): Promise<Made> {
  const { machine, order, tenantId } = await ordered(step)
  await app.sandbox.pay(order.merchant_order)
  const { body, headers } = signedNotice(order)
  return {
    work: { kind: 'notice', tenantId, step, client: 'wechat', body, headers },
    machine,
    end: sold,
    again: () => takeNotice(app.deps, { client: 'wechat' }, { body: Buffer.from(body), headers }),
  }
}

/** The machine reports what it did for a paid order. */
async function saleCase(step: 'booking' | 'booked'): Promise<Made> {
  const { machine, order, tenantId } = await ordered(step)
  await app.sandbox.pay(order.merchant_order)
  const { body, headers } = signedNotice(order)
  await takeNotice(app.deps, { client: 'wechat' }, { body: Buffer.from(body), headers })
  const sale = saleOf(machine, order)
  return { work: { kind: 'sale', tenantId, step, sale }, machine, end: sold, sale }
}

/** The time of an order is over, and it is not paid. */
async function overCase(step: string): Promise<Made> {
  const { machine, order, tenantId } = await ordered(step)
  return { work: { kind: 'follow', tenantId, step, orderno: order.orderno, tries: 4 }, machine, end: notSold }
}

/** An order that was closed here first, and paid all the same: it is refunded. */
async function lateCase(step: string): Promise<Made> {
  const { machine, order, tenantId } = await ordered(step)
  await asMachine(app, machine, closeOrdersOf)
  await app.sandbox.pay(order.merchant_order)
  return { work: { kind: 'close', tenantId, step, orderno: order.orderno, tries: 0 }, machine, end: byServer }
}

async function casesOf<Step extends string>(
  what: string,
  steps: readonly Step[],
  make: (step: Step) => Promise<Made>,
): Promise<Case[]> {
  const cases: Case[] = []
  for (const step of steps) cases.push({ name: `${what}: ${step}`, ...(await make(step)) })
  return cases
}

async function everyCase(): Promise<Case[]> {
  const closing = ['close asked', 'close answered', 'booked']
  const inTransaction = ['booking', 'booked'] as const
  const over = await casesOf('not paid in time', closing, overCase)
  clock.advance(121)
  const cases = [
    ...over,
    ...(await casesOf('refund by WeChat', runSteps, (step) => refundCase('wechat', step))),
    ...(await casesOf('refund by GKash', runSteps, (step) => refundCase('gkash', step))),
    ...(await casesOf('order', inTransaction, orderCase)),
    ...(await casesOf('QR code', ['createQr asked', 'createQr answered', 'booked'], openCase)),
    ...(await casesOf('question', ['query asked', 'query answered', ...inTransaction], followCase)),
    ...(await casesOf('notice', inTransaction, noticeCase)),
    ...(await casesOf('report', inTransaction, saleCase)),
    ...(await casesOf('paid too late', [...closing, 'booking'], lateCase)),
  ]
  // The first question to the provider is due.
  clock.advance(5)
  return cases
}

/** How many orders still wait for their QR code. */
const withoutCode = async (cases: readonly Case[]): Promise<number> =>
  (
    await asOwner(
      app,
      `select from pay_order where device_id = any($1) and state = 'pending' and qr is null`,
      [cases.map(({ machine }) => machine.id)],
    )
  ).length

/** Customers pay what they were shown, machines report what was paid. */
async function goOn(cases: readonly Case[]): Promise<void> {
  const orders = await asOwner<PayOrder>(
    app,
    `select * from pay_order where device_id = any($1) and req_id is not null and expires_at is not null`,
    [cases.map(({ machine }) => machine.id)],
  )
  for (const order of orders) {
    const { machine, sale } = cases.find((one) => one.machine.id === order.device_id) ?? {}
    if (order.state === 'pending' && order.qr !== null && order.expires_at && order.expires_at > clock.now)
      await app.sandbox.pay(order.merchant_order)
    if (order.state === 'paid' && order.closed_at === null && machine)
      await report(machine, sale ?? saleOf(machine, order))
  }
}

async function expectSumsRight(cases: readonly Case[]): Promise<void> {
  const range = { from: '2026-11-15', to: '2026-11-15' }
  for (const tenantId of new Set(cases.map(({ work }) => work.tenantId)))
    expect(await recount(app.deps, tenantId, range)).toEqual([])
}

/** What is open now may be paid, and the next process may take refunds that the last one had. */
async function startAgain(): Promise<void> {
  clock.advance(60)
  // Jobs without a time are queued by the clock of the database, which is ahead of ours.
  await asOwner(app, `update graphile_worker._private_jobs set run_at = least(run_at, $1)`, [firstMoment])
  await app.work()
}

async function untilTheEnd(cases: readonly Case[]): Promise<void> {
  await expect.poll(() => withoutCode(cases)).toBe(0)
  await expect
    .poll(async () => {
      await goOn(cases)
      // Payments are heard of before machines give their orders up.
      clock.advance(3)
      return endsOf(cases)
    })
    .toEqual(Object.fromEntries(cases.map((one) => [one.name, one.end])))
  await expectSumsRight(cases)
}

test('killed at each step, it is continued to the same end, with one effect at the provider', async () => {
  const cases = await everyCase()
  const { exited } = startChild(app, { works: cases.map(({ work }) => work), pace: 0 })
  expect(await exited).toEqual([null, 'SIGKILL'])
  for (const { again } of cases) await again?.()
  await startAgain()
  await untilTheEnd(cases)
})

test('a worker that is killed at any moment, again and again, does nothing twice', async () => {
  const cases: Case[] = []
  for (let round = 0; round < storm({ usual: 1, deep: 12 }); round += 1) {
    const of = (what: string, make: (step: string) => Promise<Made>) =>
      casesOf(`${round} ${what}`, ['1', '2', '3'], make)
    cases.push(
      ...(await of('refund by WeChat', () => refundCase('wechat', 'booked'))),
      // Killed or not, the provider may not have heard of it, and is not asked again.
      ...(await of('refund by GKash', async () => ({
        ...(await refundCase('gkash', 'booked')),
        end: expect.toSatisfy((end) => [open, byHand].some((one) => isDeepStrictEqual(end, one))),
      }))),
      // Heard of in time, or after the machine gave the order up.
      ...(await of('question', async (step) => ({
        ...(await followCase(step)),
        end: expect.toSatisfy((end) => [sold, byServer].some((one) => isDeepStrictEqual(end, one))),
      }))),
      ...(await of('paid too late', lateCase)),
    )
    clock.advance(6)
    expect(await killAtAnyMoment(app, round)).toEqual([null, 'SIGKILL'])
  }
  await startAgain()
  await untilTheEnd(cases)
})
