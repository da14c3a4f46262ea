/** Paid orders whose machines lose their lines before they report. */
import { exceptionCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { casesNow, inShort, listCases } from '../../../test/case-stand.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, sayStatus } from '../../../test/machines.ts'
import { makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { beat } from '../../../test/presence-stand.ts'
import { reportSales, saleOf } from '../../../test/report-stand.ts'
import { billOf, refundsIn } from '../../../test/sale-stand.ts'
import { decideBill } from '../sales/index.ts'
import { answersFor, markPaid } from '../payments/index.ts'
import { sweepPresence, takeHeartbeats } from '../presence/index.ts'
import { keepUnclearSale } from './unclear-service.ts'

const app = await testApp()
const { clock } = app
let owner: Merchant
let machine: BoundMachine
let sibling: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  const { _id: store } = await makeStore(app, owner, { auto_refund: true })
  machine = await makeSelling(app, owner, { store })
  sibling = await makeSelling(app, owner, { store })
})

async function payFor(one: BoundMachine): Promise<string> {
  const { orderno, merchant_order: number, amount } = await makeOrder(app, one)
  await markPaid(app.deps, owner.tenantId, number, { state: 'paid', amount, txn: number, paidAt: clock.now })
  return orderno
}

const decide = (orderno: string) => decideBill(app.deps, owner.tenantId, orderno)
const statusOf = async (orderno: string) => (await billOf(app, owner.tenantId, orderno)).status
const told = async (one: BoundMachine) =>
  (await asMachine(app, one, (ctx) => answersFor(ctx))).map(({ orderNo, state }) => `${orderNo} ${state}`)

/** Lets the time pass that a machine has to report; `beats` says when it is heard of. */
async function waitOut(orderno: string, beats: (seconds: number) => boolean, one = machine): Promise<void> {
  const paid = clock.now.getTime()
  for (let seconds = 30; seconds <= 720; seconds += 30) {
    clock.now = new Date(paid + seconds * 1_000)
    if (beats(seconds)) await beat(app, one)
    if (seconds === 120 || seconds === 720) await decide(orderno)
  }
}

const ended = (orderNo: string, ok = true) =>
  saleOf({ orderNo, client: 'wechat', items: [{ ch: 1, n: 1, ok }], result: ok ? 'delivered' : 'failed' })

describe('a paid order of which the machine says nothing', () => {
  test('is refunded by itself when it was online all the time', async () => {
    const orderno = await payFor(machine)
    await waitOut(orderno, () => true)
    expect(await statusOf(orderno)).toBe(5)
    expect(await casesNow(app, owner)).toEqual([])
  })

  test('waits as a case when the line was lost for twelve minutes, which closes with its report', async () => {
    const [orderno, served] = [await payFor(machine), await payFor(sibling)]
    const lostAt = new Date(clock.now.getTime() + 60_000)
    await waitOut(orderno, (seconds) => seconds <= 60)
    expect(await statusOf(orderno)).toBe(2)
    expect(await refundsIn(app, orderno)).toEqual([])
    await reportSales(app, sibling, ended(served))
    const found = await casesNow(app, owner)
    expect(found.map(inShort)).toEqual([`delivery_unknown line_lost ${orderno} 350`])
    expect(found).toMatchObject([
      { action: 'await_report', status: 2, sn: machine.sn, lost_at: lostAt.toISOString() },
    ])
    clock.advance(3_600)
    expect((await casesNow(app, owner)).map(inShort)).toEqual([`delivery_unknown line_lost ${orderno} 350`])
    const { sum } = (await app.call(exceptionCalls.getCases, {}, { as: owner })).body.result
    expect(sum).toMatchObject({ delivery_unknown: 1, paid_not_delivered: 0 })
    await sayStatus(app, machine, 'online')
    await reportSales(app, machine, ended(orderno))
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 0, oddities: [] })
    expect(await casesNow(app, owner)).toEqual([])
    expect(await listCases(app, owner, { state: 'closed' })).toMatchObject([{ orderno, state: 'closed' }])
    expect(await refundsIn(app, orderno)).toEqual([])
  })

  test.each([
    ['by its will', () => sayStatus(app, machine, 'offline')],
    ['by its silence', () => silent()],
    ['while no gateway was there, told by its status', () => gap(() => sayStatus(app, machine, 'online'))],
    ['while no gateway was there, told by a heartbeat', () => gap(() => heartbeat())],
  ])('waits also when the machine is back in time, and the line was lost %s', async (_how, lose) => {
    const orderno = await payFor(machine)
    clock.advance(10)
    await beat(app, machine)
    const heardAt = clock.now
    await lose()
    await sayStatus(app, machine, 'online')
    await waitOut(orderno, () => true)
    expect(await statusOf(orderno)).toBe(2)
    expect(await casesNow(app, owner)).toMatchObject([{ orderno, lost_at: heardAt.toISOString() }])
  })

  async function silent(): Promise<void> {
    clock.advance(91)
    await sweepPresence(app.deps)
  }
  async function gap(back: () => Promise<unknown>): Promise<void> {
    clock.advance(91)
    await back()
  }
  const heartbeat = () =>
    takeHeartbeats(app.deps, owner.tenantId, [
      {
        device_id: machine.id,
        heard_at: clock.now,
        rssi: 0,
        net: 'wifi',
        app: '',
        android: '',
        temperature: null,
        off: false,
      },
    ])

  test('is refunded when the machine was away before the payment, and came back long before the end', async () => {
    await sayStatus(app, machine, 'offline')
    clock.advance(60)
    await sayStatus(app, machine, 'online')
    const orderno = await payFor(machine)
    await waitOut(orderno, () => true)
    expect(await statusOf(orderno)).toBe(5)
  })

  describe('but for a sale that was kept', () => {
    const keep = (text: string, one = machine): Promise<boolean> =>
      asMachine(app, one, (ctx) =>
        keepUnclearSale(ctx, {
          mid: '1-7',
          sentTs: clock.now.getTime(),
          slip: text.endsWith('}')
            ? { field: 'data.client', reason: 'unknown value' }
            : { field: '', reason: 'not json' },
          payload: Buffer.from(text),
          dated: { at: clock.now, byClock: true, doubtful: false },
        }),
      )
    const ofOrder = (orderNo: unknown, client: string) =>
      JSON.stringify({ data: { saleId: 's1', orderNo, client, amount: 350, items: [], result: 'delivered' } })

    test.each([
      ['names its order', (orderno: string) => ofOrder(orderno, 'cash')],
      ['was paid alike, and names an order that cannot be read', () => ofOrder(7, 'wechat')],
      ['cannot be read at all', () => '{"v":1,"data":{"saleId'],
    ])('waits for a person while one waits that %s', async (_which, textOf) => {
      const orderno = await payFor(machine)
      clock.advance(20)
      await keep(textOf(orderno))
      await waitOut(orderno, () => true)
      expect(await statusOf(orderno)).toBe(2)
      expect(await refundsIn(app, orderno)).toEqual([])
    })

    test('is refunded while one waits that is of another sale', async () => {
      await keep('{"v":1,"data":{')
      clock.advance(1)
      const orderno = await payFor(machine)
      const other = await payFor(sibling)
      await keep(ofOrder(undefined, 'cash'))
      await keep(ofOrder(undefined, 'coin'))
      await keep(ofOrder(other, 'wechat'))
      await keep('{"v":1,"data":', sibling)
      await waitOut(orderno, () => true)
      expect(await statusOf(orderno)).toBe(5)
    })
  })

  test('is told again as paid when the machine is back, and refunded when it says that it gave nothing', async () => {
    const orderno = await payFor(machine)
    await waitOut(orderno, () => false)
    clock.advance(86_400)
    expect(await told(sibling)).toEqual([])
    expect(await told(machine)).toEqual([`${orderno} paid`])
    await reportSales(app, machine, ended(orderno, false))
    expect(await statusOf(orderno)).toBe(5)
    expect(await told(machine)).toEqual([])
  })

  test('is told again for seven days only', async () => {
    const orderno = await payFor(machine)
    await waitOut(orderno, () => false)
    clock.advance(7 * 86_400 - 1_000)
    expect(await told(machine)).toEqual([`${orderno} paid`])
    clock.advance(1_000)
    expect(await told(machine)).toEqual([])
  })
})
