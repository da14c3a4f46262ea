/** Messages that are not as the protocol says: none is gone. */
import { exceptionCalls, type ExceptionCase, historyCalls } from '@slotwise/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { listCases } from '../../test/case-stand.ts'
import { makeMerchant, type Merchant } from '../../test/factories.ts'
import { type GatewayStand, startGatewayStand } from '../../test/gateway-stand.ts'
import type { HandMachine } from '../../test/hand-machine.ts'
import { type BoundMachine, makeBoundMachine, makeMachine } from '../../test/machines.ts'
import { sellIn } from '../../test/order-stand.ts'
import { asOwner } from '../../test/owner.ts'

let stand: GatewayStand
let owner: Merchant
let machine: BoundMachine
let hand: HandMachine

beforeAll(async () => {
  stand = await startGatewayStand()
  owner = await makeMerchant(stand.app)
  machine = await makeBoundMachine(stand.app, owner)
  await sellIn(stand.app, machine, owner)
  hand = await stand.comeOnline(machine)
})
afterEach(() => stand.app.clock.advance(1))
afterAll(async () => {
  await stand.sendHome()
  await stand.close()
})

let serial = 0
const whole = (data: object, type: string, more: object = {}) => {
  serial += 1
  const ts = stand.app.clock.now.getTime()
  return { v: 1, sn: machine.sn, mid: `m${serial}`, seq: serial, ts, type, data, ...more }
}
const saleOf = (data: object = {}, more: object = {}) =>
  whole(
    {
      saleId: `s${serial + 1}`,
      client: 'coin',
      amount: 350,
      items: [{ ch: 1, n: 1, ok: true }],
      result: 'delivered',
      tookMs: 4_000,
      ...data,
    },
    'sale',
    more,
  )
const say = (message: { mid: string; type: string }) =>
  hand.sayAnything(message.type as 'sale', JSON.stringify(message))
const errorOf = (mid: string) => hand.hears('error', (error) => error.mid === mid)

type Bill = {
  status: number
  total_price: number
  client: string
  goods: { channel_sn: number; quantity: number; delivered: number; fault: string | null; raw?: string }[]
}
const billOf = async (sale: string, { id }: BoundMachine = machine): Promise<Bill | undefined> =>
  (
    await asOwner<Bill>(
      stand.app,
      'select status, total_price, client, goods from bill where device_id = $1 and sale_id = $2',
      [id, sale],
    )
  )[0]
const open = (as: Merchant = owner): Promise<ExceptionCase[]> =>
  listCases(stand.app, as, { kind: 'sale_unclear' })
const caseOf = async (mid: string) => (await open()).find(({ message }) => message?.mid === mid)

describe('a sale with a slip that can be understood is booked, and its machine is told', () => {
  test.each([
    ['a nonsense duration', { tookMs: 3_600_001 }, 'data.tookMs', 'wrong value'],
    ['a duration with decimals', { tookMs: 1000.5 }, 'data.tookMs', 'wrong value'],
    ['nonsense about its cash', { cash: { kept: -1 } }, 'data.cash', 'wrong value'],
    ['an unknown result', { result: 'ok' }, 'data.result', 'unknown value'],
    [
      'a line of no piece',
      {
        items: [
          { ch: 1, n: 1, ok: true },
          { ch: 2, n: 0, ok: true },
        ],
      },
      'data.items[1].n',
      'out of range',
    ],
  ])('%s', async (_title, slip, field, reason) => {
    const sale = saleOf(slip)
    await say(sale)
    expect(await errorOf(sale.mid)).toEqual({ mid: sale.mid, type: 'sale', field, reason, outcome: 'taken' })
    expect(await billOf(`s${serial}`)).toMatchObject({
      status: 0,
      total_price: 350,
      goods: [{ delivered: 1 }],
    })
  })

  test('a fault that the protocol does not name is another one, with its own name', async () => {
    const items = [
      { ch: 1, n: 1, ok: true },
      { ch: 1, n: 1, ok: false, fault: 'JAM' },
    ]
    const sale = saleOf({ items, result: 'part' })
    await say(sale)
    expect(await errorOf(sale.mid)).toMatchObject({ field: 'data.items[1].fault', outcome: 'taken' })
    expect(await billOf(`s${serial}`)).toMatchObject({
      status: 1,
      goods: [{ quantity: 2, delivered: 1, fault: 'OTHER', raw: 'JAM' }],
    })
  })

  test('null means the same as a field that is left out, which is no slip', async () => {
    await say(saleOf({ orderNo: null, tookMs: null, items: [{ ch: 1, n: 1, ok: true, fault: null }] }))
    expect(await billOf(`s${serial}`)).toMatchObject({ status: 0, total_price: 350 })
  })

  test.each([
    ['ts', { ts: 'yesterday' }],
    ['ts', { ts: -1 }],
    ['seq', { seq: null }],
  ])('an envelope without a right %s', async (field, more) => {
    const sale = saleOf({}, more)
    await say(sale)
    expect(await errorOf(sale.mid)).toMatchObject({ field, outcome: 'taken' })
    expect(await billOf(`s${serial}`)).toMatchObject({ status: 0 })
  })

  test('sent again, it is the same sale', async () => {
    const sale = saleOf({ tookMs: 1e9 })
    await say(sale)
    const before = await open()
    await say(sale)
    expect(await asOwner(stand.app, 'select from bill where sale_id = $1', [`s${serial}`])).toHaveLength(1)
    expect(await open()).toEqual(before)
  })
})

describe('a sale that cannot be understood is a case of its merchant, and its machine is told', () => {
  test.each([
    ['an unknown payment', { client: 'cash' }, 'data.client', 'unknown value'],
    ["the server's own payment", { client: 'remote' }, 'data.client', 'unknown value'],
    ['lines of no piece only', { items: [{ ch: 1, n: 0, ok: true }] }, 'data.items[0].n', 'out of range'],
    [
      'forty thousand pieces',
      { items: Array.from({ length: 400 }, () => ({ ch: 1, n: 100, ok: true })) },
      'data.items',
      'wrong value',
    ],
    [
      'a slot that no machine has',
      { items: [{ ch: 0, n: 1, ok: true }] },
      'data.items[0].ch',
      'out of range',
    ],
    ['an amount as a text', { amount: '350' }, 'data.amount', 'wrong type'],
    ['a negative amount', { amount: -1 }, 'data.amount', 'out of range'],
    ['no name', { saleId: undefined }, 'data.saleId', 'missing'],
    ['no items', { items: undefined }, 'data.items', 'missing'],
    ['neither items nor a known result', { items: [], result: 'ok' }, 'data.result', 'unknown value'],
  ])('%s', async (_title, slip, field, reason) => {
    const sale = saleOf(slip)
    await say(sale)
    expect(await errorOf(sale.mid)).toEqual({ mid: sale.mid, type: 'sale', field, reason, outcome: 'kept' })
    expect(await caseOf(sale.mid)).toMatchObject({
      reason: 'wrong_field',
      state: 'open',
      action: 'book_sale',
      sn: machine.sn,
      message: { mid: sale.mid, field, slip: reason },
    })
    expect(await billOf(`s${serial}`)).toBeUndefined()
  })

  test('it is kept as it came, once, however often it is sent', async () => {
    const text = `{"v":1, "data": nonsense \u0000`
    await hand.sayAnything('sale', text)
    await hand.sayAnything('sale', text)
    await hand.sayAnything('sale', Buffer.from([0xff, 0xfe, 0x00]))
    const kept = (await open()).filter(({ reason }) => reason === 'unreadable')
    expect(kept).toMatchObject([{ message: { slip: 'not utf-8' } }, { message: { slip: 'not json' } }])
    const { body } = await stand.app.call(
      exceptionCalls.getCaseMessage,
      { case: kept[1]?.case ?? '' },
      { as: owner },
    )
    expect(body.result).toMatchObject({ text: text.replace('\0', '\uFFFD'), amount: null, items: [] })
  })

  test('another sale by a used name is none that was sent again', async () => {
    const first = saleOf()
    await say(first)
    const second = saleOf({ saleId: `s${serial}`, amount: 700 })
    await say(second)
    expect(await errorOf(second.mid)).toMatchObject({
      field: 'data.saleId',
      reason: 'reused name',
      outcome: 'kept',
    })
    expect(await caseOf(second.mid)).toMatchObject({ reason: 'used_name', amount: 700, client: 'coin' })
  })

  test('a last will is never a sale', async () => {
    const will = saleOf({}, { mid: '7-will' })
    await say(will)
    expect(await billOf(`s${serial}`)).toBeUndefined()
    expect(await caseOf(will.mid)).toMatchObject({ reason: 'last_will' })
    const other = await makeBoundMachine(stand.app, owner)
    const dying = await stand.come(other, {
      will: {
        topic: `vm/v1/${other.sn}/up/sale`,
        payload: Buffer.from(JSON.stringify(saleOf({ saleId: 'dying' }, { sn: other.sn }))),
        qos: 1,
        retain: false,
      },
    })
    await dying.vanish()
    const back = await stand.comeOnline(other)
    await back.say('status', { state: 'online', boot: 2 })
    expect(await billOf('dying', other)).toBeUndefined()
    expect(stand.gateway.refusals.get('last will')).toBeGreaterThan(0)
  })

  test('one of a machine without a merchant waits for the operator', async () => {
    const lonely = await makeMachine(stand.app)
    const alone = await stand.come(lonely)
    const sale = { ...saleOf(), sn: lonely.sn }
    for (let i = 0; i < 2; i += 1) await alone.sayAnything('sale', JSON.stringify(sale))
    expect(await alone.hears('error')).toMatchObject({ reason: 'no merchant', outcome: 'kept' })
    const strays = await asOwner<{ payload: Buffer }>(
      stand.app,
      'select payload from stray_sale where sn = $1',
      [lonely.sn],
    )
    expect(strays.map(({ payload }) => JSON.parse(payload.toString()))).toEqual([sale])
  })

  test('no more wait than there is room for, and what falls out is counted', async () => {
    const crowd = await makeMerchant(stand.app)
    const noisy = await makeBoundMachine(stand.app, crowd)
    const many = await stand.comeOnline(noisy)
    await many.sayAnything('sale', 'nonsense')
    await asOwner(
      stand.app,
      `insert into exception_case (tenant_id, kind, reason, subject, device_id, amount, since, found_at, mid, field, slip, payload, doubtful)
       select tenant_id, kind, reason, subject || i, device_id, amount, since, found_at, mid, field, slip, payload, doubtful
         from exception_case, generate_series(1, 197) i where device_id = $1`,
      [noisy.id],
    )
    for (let i = 0; i < 5; i += 1) await many.sayAnything('sale', `nonsense ${i}`)
    await stand.gateway.flush()
    expect(
      await asOwner(stand.app, 'select from exception_case where device_id = $1', [noisy.id]),
    ).toHaveLength(200)
    expect(
      await asOwner(
        stand.app,
        'select reason, outcome, count::int from message_slip where device_id = $1 order by 1',
        [noisy.id],
      ),
    ).toEqual([
      { reason: 'not json', outcome: 'kept', count: 3 },
      { reason: 'store full', outcome: 'refused', count: 3 },
    ])
    expect(await many.hears('error', ({ reason }) => reason === 'store full')).toMatchObject({
      outcome: 'refused',
    })
  })
})

describe('another message with a slip', () => {
  test('is taken as far as it can be understood', async () => {
    const fault = whole({ code: 'JAM', raw: 7, active: true }, 'fault')
    await say(fault)
    expect(await errorOf(fault.mid)).toMatchObject({ field: 'data.code', outcome: 'taken' })
    expect(
      await asOwner(stand.app, 'select code, raw from device_fault where device_id = $1', [machine.id]),
    ).toEqual([{ code: 'OTHER', raw: 'JAM 7' }])
    const beat = whole({ rssi: 12, net: 'lte', app: '3.2', android: '11', uptime: 7 }, 'heartbeat')
    await say(beat)
    await stand.gateway.flush()
    expect(
      await asOwner(stand.app, 'select app, net, rssi from device_state where device_id = $1', [machine.id]),
    ).toEqual([{ app: '3.2', net: null, rssi: null }])
  })

  test('is refused with an answer where it cannot', async () => {
    const status = whole({ state: 'asleep', boot: 1 }, 'status')
    await say(status)
    expect(await errorOf(status.mid)).toMatchObject({
      field: 'data.state',
      reason: 'unknown value',
      outcome: 'refused',
    })
  })

  test('is counted at its machine', async () => {
    await stand.gateway.flush()
    const { body } = await stand.app.call(historyCalls.getDevSlips, { sn: machine.sn }, { as: owner })
    const line = {
      type: 'status',
      field: 'data.state',
      reason: 'unknown value',
      outcome: 'refused',
      count: 1,
    }
    expect(body.result).toMatchObject({ data: expect.arrayContaining([expect.objectContaining(line)]) })
  })

  test('is answered where a customer waits', async () => {
    const request = whole({ reqId: 'r1', items: [{ ch: 1, n: 101 }], pay: 'wechat', kind: 'buy' }, 'order')
    await say(request)
    expect(await errorOf(request.mid)).toMatchObject({ field: 'data.items[0].n', outcome: 'refused' })
    expect(await hand.hears('order', ({ reqId }) => reqId === 'r1')).toMatchObject({ state: 'refused' })
  })

  test('says that no connection can be higher, or that this one went back', async () => {
    const { app } = stand
    const other = await makeBoundMachine(app, owner)
    const talk = await stand.comeOnline(other, 5)
    const { sn } = other
    const last = { ...whole({ state: 'online', boot: 2 ** 53 - 1 }, 'status'), sn }
    await talk.sayAnything('status', JSON.stringify(last))
    expect(await talk.hears('error', ({ mid }) => mid === last.mid)).toMatchObject({
      field: 'data.boot',
      reason: 'out of range',
    })
    // Its other slip is not told besides, as if the message had been taken.
    const back = { ...whole({ state: 'online', boot: 4, reason: 7 }, 'status'), sn }
    await talk.sayAnything('status', JSON.stringify(back))
    const errors = talk.heard.flatMap(({ name, message }) => (name === 'error' ? [message.data] : []))
    expect(errors.filter((one) => (one as { mid: string }).mid === back.mid)).toMatchObject([
      { reason: 'went back', outcome: 'refused' },
    ])
    expect((await stand.stateOf(other))?.boot).toBe('5')
  })
})

describe('the sale of a case', () => {
  const form = {
    client: 'coin' as const,
    amount: 350,
    result: 'delivered' as const,
    items: [{ channel_sn: 1, quantity: 1, delivered: 1 }],
  }
  const makeCase = async (data: object = { client: 'cash' }): Promise<string> => {
    const sale = saleOf(data)
    await say(sale)
    return (await caseOf(sale.mid))?.case ?? ''
  }
  const book = (id: string, more: object = {}, as: Merchant = owner) =>
    stand.app.call(exceptionCalls.bookCaseSale, { ...form, ...more, case: id }, { as })

  test('is asked for what was left empty', async () => {
    const { body } = await book(await makeCase(), { client: null, amount: null })
    const errors = ['client', 'amount'].map((path) => ({ path, message: 'Required' }))
    expect(body).toMatchObject({ rcode: 100, result: { errors } })
  })

  test('is booked with what a person knows of it, once', async () => {
    const id = await makeCase()
    await asOwner(stand.app, 'update channel set quantity = 5 where device_id = $1 and channel_sn = 1', [
      machine.id,
    ])
    const { body } = await book(id)
    expect(body.result).toMatchObject({ case: id, state: 'closed' })
    expect(await billOf(`s${serial}`)).toMatchObject({ client: 'coin', status: 0, total_price: 350 })
    expect(
      await asOwner(stand.app, 'select quantity from channel where device_id = $1 and channel_sn = 1', [
        machine.id,
      ]),
    ).toEqual([{ quantity: 4 }])
    expect((await book(id)).body).toMatchObject({ rcode: 103 })
    expect(await asOwner(stand.app, 'select from bill where sale_id = $1', [`s${serial}`])).toHaveLength(1)
  })

  test('is not booked beside the same sale that its mended machine has sent', async () => {
    const id = await makeCase()
    const { mid } = (await open()).find((one) => one.case === id)?.message ?? { mid: '' }
    await say(saleOf({ saleId: `s${serial}` }, { mid: `${mid} again` }))
    const { body } = await book(id)
    expect(body.msg).toContain('again')
    expect(await asOwner(stand.app, 'select from bill where sale_id = $1', [`s${serial - 1}`])).toHaveLength(
      1,
    )
  })

  test('gets a name of its own where its machine gave it that of another', async () => {
    await say(saleOf())
    const id = await makeCase({ saleId: `s${serial}`, amount: 700 })
    const { body } = await book(id, { amount: 700 })
    expect(body.result).toMatchObject({ state: 'closed' })
    expect(await billOf(`case ${id}`)).toMatchObject({ total_price: 700 })
  })

  test('is dropped with a reason only, and opened again before it is booked', async () => {
    const id = await makeCase()
    const done = (remarks: string, isDone = true) =>
      stand.app.call(exceptionCalls.doneCase, { case: id, done: isDone, remarks }, { as: owner })
    expect((await done(' ')).body.result).toMatchObject({ errors: [{ path: 'remarks' }] })
    expect((await done('a test of the technician')).body.result).toMatchObject({ state: 'done' })
    expect((await book(id)).body.rcode).toBe(103)
    await done('', false)
    expect((await book(id)).body.result).toMatchObject({ state: 'closed' })
  })

  test("is its merchant's alone", async () => {
    const id = await makeCase()
    const neighbour = await makeMerchant(stand.app)
    expect((await book(id, {}, neighbour)).body.rcode).not.toBe(0)
    const { body } = await stand.app.call(exceptionCalls.getCaseMessage, { case: id }, { as: neighbour })
    expect(body.rcode).not.toBe(0)
  })
})
