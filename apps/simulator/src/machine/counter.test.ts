import { describe, expect, test } from 'vitest'

import { createRig, minute, noon, readyRig } from '../../test/rig.ts'
import { outboxSize } from './voice.ts'

const items = [{ ch: 1, n: 1 }]

describe('a customer with coins', () => {
  test('gets his goods, the server hears of the sale and then of the slot', () => {
    const { machine, published, heard, time } = readyRig()
    const price = machine.memory.slots[0]!.price
    expect(machine.buy({ items: [{ ch: 1, n: 2 }], pay: 'coin' })).toBe(true)
    expect(machine.buy({ items, pay: 'coin' })).toBe(false)
    time.advance(20_000)
    expect(heard('sale')).toEqual([
      {
        saleId: '1-s1',
        client: 'coin',
        amount: 2 * price,
        items: [{ ch: 1, n: 2, ok: true }],
        result: 'delivered',
        tookMs: expect.any(Number) as number,
      },
    ])
    expect(published.map(({ name }) => name).filter((name) => name !== 'heartbeat')).toEqual([
      'sale',
      'slots',
    ])
    expect(heard('slots')).toMatchObject([{ full: false, slots: [{ ch: 1, qty: 8 }] }])
    expect(machine.buy({ items, pay: 'coin' })).toBe(true)
  })

  test('gets what the machine can give, and the server hears what it could not', () => {
    const { machine, heard, time } = readyRig({ slots: 2 })
    machine.breakDown('MOTOR', 1)
    expect(machine.wares().map(({ ch }) => ch)).toEqual([2])
    machine.mend(1)
    machine.buy({ items: [...items, { ch: 2, n: 1 }], pay: 'bill' })
    machine.breakDown('MOTOR', 1)
    time.advance(minute)
    expect(heard('sale')).toMatchObject([
      {
        result: 'part',
        items: [
          { ch: 1, n: 1, ok: false, fault: 'MOTOR' },
          { ch: 2, n: 1, ok: true },
        ],
      },
    ])
  })

  test('finds nothing in an empty slot, and again something when it was refilled', () => {
    const { machine, heard } = readyRig({ slots: 1 })
    machine.memory.slots[0]!.qty = 0
    expect(machine.buy({ items, pay: 'coin' })).toBe(false)
    machine.refill()
    expect(heard('slots')).toEqual([
      { rev: 1, full: false, slots: [{ ch: 1, qty: 10, max: 10, state: 'ok' }] },
    ])
    expect(machine.buy({ items, pay: 'coin' })).toBe(true)
  })

  test('is served while the line is gone; the server hears of it later, dated when it was', () => {
    const { machine, published, time, connect } = readyRig()
    machine.disconnected()
    machine.buy({ items, pay: 'coin' })
    time.advance(minute)
    const until = time.now()
    time.advance(60 * minute)
    expect(published).toEqual([])
    connect()
    const sale = published.find(({ name }) => name === 'sale')
    expect(sale?.envelope.ts).toBeLessThan(until)
  })

  test('finds nothing when the outbox is full, and no sale is thrown away', () => {
    const { machine, time, connect, heard, command } = readyRig({ slots: 1 })
    machine.memory.slots[0]!.max = 9_999
    machine.disconnected()
    let sold = 0
    for (; sold < 2 * outboxSize; sold += 1) {
      machine.refill()
      if (!machine.buy({ items, pay: 'coin' })) break
      time.advance(minute)
    }
    expect(sold).toBe(outboxSize)
    connect()
    time.advance(minute)
    const ids = heard('sale').map(({ saleId }) => saleId)
    expect(ids).toHaveLength(outboxSize)
    expect(new Set(ids).size).toBe(outboxSize)
    expect(machine.buy({ items, pay: 'coin' })).toBe(true)
    time.advance(minute)
    command('led', { on: true })
    expect(machine.memory.outbox.length).toBeLessThan(10)
  })

  test('is served before the time is known; the sale is dated when it is, and only then said', () => {
    const { machine, published, time, server, connect } = createRig({ clockErrorMs: -7 * 3_600_000 })
    server.tellsTime = false
    machine.boot()
    machine.buy({ items, pay: 'coin' })
    time.advance(20_000)
    machine.buy({ items, pay: 'coin' })
    connect()
    time.advance(20_000)
    const until = time.now()
    const sales = () => published.filter(({ name }) => name === 'sale')
    expect(sales()).toEqual([])
    server.tellsTime = true
    time.advance(minute)
    expect(sales()).toHaveLength(2)
    for (const { envelope } of sales()) {
      expect(envelope.ts).toBeGreaterThan(noon)
      expect(envelope.ts).toBeLessThan(until)
    }
  })

  test('loses his goods to a power cut, and the server hears which', () => {
    const { machine, heard, time, connect } = readyRig()
    machine.buy({ items: [{ ch: 1, n: 3 }], pay: 'coin' })
    time.advance(6_000)
    machine.powerCut()
    machine.boot()
    connect()
    const out = 10 - machine.memory.slots[0]!.qty
    expect(heard('sale')).toMatchObject([
      {
        saleId: '1-s1',
        result: 'part',
        items: [
          { ch: 1, n: out, ok: true },
          { ch: 1, n: 3 - out, ok: false },
        ],
      },
    ])
    expect(machine.memory).not.toHaveProperty('serving')
  })
})

describe('a customer who pays on line', () => {
  const order = { reqId: '1-s1', orderNo: 'N1', amount: 700 }

  test('is served once when he has paid, however often the server says so', () => {
    const { machine, tell, heard, time } = readyRig()
    machine.buy({ items, pay: 'wechat' })
    expect(heard('order')).toEqual([{ reqId: '1-s1', items, pay: 'wechat', kind: 'buy' }])
    tell('order', { ...order, state: 'waiting', qr: 'scan me' })
    time.advance(90_000)
    tell('order', { ...order, state: 'paid' })
    tell('order', { ...order, state: 'paid' })
    time.advance(minute)
    tell('order', { ...order, state: 'paid' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([
      { saleId: '1-s1', orderNo: 'N1', client: 'wechat', amount: 700, result: 'delivered' },
    ])
    expect(machine.motions.get('1-s1')).toBe(1)
  })

  test('goes after a minute without an answer, and gets his money back if he pays later', () => {
    const { machine, tell, heard, time, server, connect } = readyRig()
    server.acknowledges = false
    machine.buy({ items, pay: 'gkash' })
    time.advance(59_000)
    expect(machine.wares()).toEqual([])
    time.advance(2_000)
    expect(machine.wares()).not.toEqual([])
    tell('order', { ...order, state: 'waiting' })
    expect(heard('sale')).toEqual([])
    tell('order', { ...order, state: 'paid' })
    tell('order', { ...order, state: 'paid' })
    time.advance(minute)
    const failed = {
      saleId: '1-s2',
      orderNo: 'N1',
      client: 'gkash',
      amount: 700,
      items: [{ ch: 1, n: 1, ok: false }],
      result: 'failed',
      tookMs: 0,
    }
    expect(heard('sale')).toEqual([failed])
    expect(machine.motions.size).toBe(0)
    server.acknowledges = true
    machine.disconnected()
    connect()
    expect(heard('sale')).toEqual([failed, failed])
    const given = { reqId: '1-s1', cancel: true }
    expect(heard('order')).toEqual([expect.objectContaining({ pay: 'gkash' }), given, given])
    // For a while the screen offers cash only.
    expect(machine.buy({ items, pay: 'gkash' })).toBe(false)
    expect(machine.buy({ items, pay: 'coin' })).toBe(true)
    time.advance(15 * minute)
    expect(machine.buy({ items, pay: 'gkash' })).toBe(true)
  })

  test('gets his money back for an order that a power cut or the years made the machine forget', () => {
    const { machine, tell, heard, time, server, connect } = readyRig()
    server.acknowledges = false
    machine.buy({ items, pay: 'alipay' })
    tell('order', { ...order, state: 'waiting' })
    machine.powerCut()
    machine.boot()
    server.acknowledges = true
    connect()
    expect(heard('order')).toHaveLength(1)
    tell('order', { ...order, state: 'paid' })
    tell('order', { reqId: 'who knows', orderNo: 'N0', amount: 900, state: 'paid' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([
      { orderNo: 'N1', client: 'alipay', amount: 700, result: 'failed', items: [{ ch: 1, n: 1, ok: false }] },
      { orderNo: 'N0', amount: 900, result: 'failed', items: [] },
    ])
    expect(new Set(heard('sale').map(({ saleId }) => saleId)).size).toBe(2)
  })

  test('by a card is served at once, and one with a coupon shows it', () => {
    const { machine, tell, heard, time } = readyRig()
    machine.buy({ items, pay: 'card', card: '880012', coupon: 'SPRING' })
    const asked = { reqId: '1-s1', items, pay: 'card', card: '880012', coupon: 'SPRING', kind: 'buy' }
    expect(heard('order')).toEqual([asked])
    tell('order', { ...order, amount: 500, discount: 200, state: 'paid' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([
      { saleId: '1-s1', orderNo: 'N1', client: 'card', amount: 500, result: 'delivered' },
    ])
  })

  test('with a voucher gets what the server says, without a game', () => {
    const { machine, tell, heard, time } = readyRig({ type: 'lipstick', slots: 4 })
    machine.buy({ items: [], pay: 'gift', voucher: '7QK2M9XW4T' })
    expect(heard('order')).toEqual([
      { reqId: '1-s1', items: [], pay: 'gift', voucher: '7QK2M9XW4T', kind: 'buy' },
    ])
    tell('order', { ...order, amount: 0, items: [{ ch: 3, n: 1 }], state: 'paid' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([
      { orderNo: 'N1', client: 'gift', amount: 0, items: [{ ch: 3, n: 1, ok: true }], result: 'delivered' },
    ])
    machine.powerCut()
    expect(machine.buy({ items: [], pay: 'gift', voucher: '7QK2M9XW4T' })).toBe(false)
  })

  test('who pays too late does not take the goods of the next one', () => {
    const { machine, tell, heard, time, connect } = readyRig()
    machine.buy({ items, pay: 'wechat' })
    time.advance(61_000)
    machine.buy({ items, pay: 'coin' })
    time.advance(1_000)
    tell('order', { ...order, state: 'paid' })
    machine.powerCut()
    machine.boot()
    connect()
    expect(heard('sale')).toMatchObject([
      { orderNo: 'N1', result: 'failed' },
      { client: 'coin', result: 'failed' },
    ])
  })

  test('is not served again for an order that was paid before a power cut', () => {
    const { machine, tell, heard, time, connect } = readyRig()
    machine.buy({ items, pay: 'wechat' })
    tell('order', { ...order, state: 'paid' })
    time.advance(minute)
    machine.powerCut()
    machine.boot()
    connect()
    tell('order', { ...order, state: 'paid' })
    time.advance(minute)
    expect(heard('sale')).toHaveLength(1)
  })

  test('sees the code for two minutes, however often the server shows it', () => {
    const { machine, tell, time } = readyRig()
    machine.buy({ items, pay: 'wechat' })
    tell('order', { ...order, state: 'waiting' })
    time.advance(100_000)
    tell('order', { ...order, state: 'waiting' })
    time.advance(19_000)
    expect(machine.wares()).toEqual([])
    time.advance(2_000)
    expect(machine.wares()).not.toEqual([])
  })

  test('sees the code until the server ends the order, and some seconds more for its last word', () => {
    const { machine, tell, heard, time } = readyRig()
    machine.buy({ items, pay: 'wechat' })
    tell('order', { ...order, state: 'waiting', until: time.now() + 30_000, refunds: true })
    time.advance(39_900)
    expect(machine.wares()).toEqual([])
    time.advance(200)
    expect(machine.wares()).not.toEqual([])
    expect(heard('order').at(-1)).toEqual({ reqId: '1-s1', cancel: true })
  })

  test('who goes back gives the order up, and gets nothing for a payment that comes then', () => {
    const { machine, tell, heard, time } = readyRig()
    expect(machine.cancel()).toBe(false)
    machine.buy({ items, pay: 'wechat' })
    tell('order', { ...order, state: 'waiting' })
    expect(machine.cancel()).toBe(true)
    expect(heard('order').at(-1)).toEqual({ reqId: '1-s1', cancel: true })
    expect(machine.wares()).not.toEqual([])
    tell('order', { ...order, state: 'closed', why: 'cancelled', refunds: true })
    expect(heard('sale')).toEqual([])
    tell('order', { ...order, state: 'paid' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ orderNo: 'N1', result: 'failed' }])
    expect(machine.motions.size).toBe(0)
  })

  test('goes when the order is closed; one that is being served is served', () => {
    const { machine, tell, heard, time } = readyRig()
    machine.buy({ items, pay: 'wechat' })
    tell('order', { ...order, state: 'waiting' })
    tell('order', { ...order, state: 'closed', why: 'over' })
    expect(machine.wares()).not.toEqual([])
    const next = { ...order, reqId: '1-s2', orderNo: 'N2' }
    machine.buy({ items, pay: 'wechat' })
    tell('order', { ...next, state: 'paid' })
    tell('order', { ...next, state: 'closed', why: 'refunded' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ orderNo: 'N2', result: 'delivered' }])
    expect(heard('order').filter((one) => 'cancel' in one)).toEqual([])
  })

  test('gets his money back from a machine that was switched off meanwhile', () => {
    const { machine, tell, command, heard, time } = readyRig()
    machine.buy({ items, pay: 'wechat' })
    command('power', { part: 'machine', on: false })
    time.advance(1_000)
    tell('order', { ...order, state: 'paid' })
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ orderNo: 'N1', result: 'failed' }])
    expect(machine.motions.size).toBe(0)
  })

  test('goes when he is refused', () => {
    const { machine, tell, heard, time } = readyRig()
    machine.buy({ items, pay: 'card', card: '12345678' })
    expect(heard('order')).toMatchObject([{ pay: 'card', card: '12345678' }])
    tell('order', { ...order, state: 'refused', why: 'no money' })
    expect(machine.wares()).not.toEqual([])
    time.advance(minute)
    expect(heard('sale')).toEqual([])
  })
})

describe('a game', () => {
  const play = (rate: number, difficulty?: 'extreme', game_mode = 'normal') => {
    const rig = readyRig({ type: 'lipstick', slots: 2 })
    const slots = [1, 2].map((ch) => ({ ch, goods: '7', title: '', price: 900, rate, enabled: true }))
    rig.tell('config', { rev: 2, settings: { game_mode, slots } })
    rig.machine.buy({ items, pay: 'wechat' })
    expect(rig.heard('order')).toMatchObject([{ kind: 'game' }])
    const order = { reqId: '1-s1', orderNo: 'N1', amount: 100, state: 'paid' as const }
    rig.tell('order', difficulty ? { ...order, difficulty } : order)
    return rig
  }

  test('that is won opens a door', () => {
    const { machine, heard, time } = play(100)
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ result: 'won', items: [{ ch: 1, n: 1, ok: true }] }])
    expect(machine.memory.slots[0]?.qty).toBe(0)
  })

  test.each([
    ['by chance', 1, undefined, 'normal'],
    ['because it was made too hard', 100, 'extreme', 'normal'],
    ['because it always is that hard', 100, undefined, 'extreme'],
  ] as const)('that is lost %s is a sale without goods', (_how, rate, difficulty, mode) => {
    const { machine, heard, time } = play(rate, difficulty, mode)
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ result: 'lost', items: [] }])
    expect(machine.memory.slots[0]?.qty).toBe(1)
    expect(machine.wares()).toHaveLength(2)
  })

  test('that is won at a door that stays shut has failed', () => {
    const { machine, heard, time } = play(100)
    machine.breakDown('DOOR_NOT_OPEN', 1)
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ result: 'failed', items: [{ fault: 'DOOR_NOT_OPEN' }] }])
  })
})
