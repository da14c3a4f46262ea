import { expect, test } from 'vitest'

import { minute, noon, readyRig } from '../test/rig.ts'
import { seeded } from './random.ts'
import { bustle, choose, openMarket } from './sales.ts'
import { makeWallet } from './wallet.ts'

const hour = 60 * minute

test('at noon more customers come than at night, and over a day as many as asked for', () => {
  const midnight = noon - 12 * hour
  const day = Array.from({ length: 24 }, (_, at) => bustle(midnight + at * hour))
  expect(day[12]).toBeGreaterThan(5 * (day[3] ?? 0))
  expect(day.reduce((sum, one) => sum + one, 0)).toBeCloseTo(24)
})

test('customers buy what there is, pay in every way, and somebody brings new goods', () => {
  const { machine, time, heard } = readyRig({ slots: 5, seed: 4 })
  const stop = openMarket({
    machines: [machine],
    perSecond: 1 / 60,
    random: seeded(2),
    schedule: time.schedule,
    now: time.now,
  })
  time.advance(24 * hour)
  const sales = heard('sale')
  expect(sales.length).toBeGreaterThan(500)
  expect(new Set(sales.map(({ client }) => client))).toEqual(new Set(['coin', 'bill', 'ezcard']))
  const ways = heard('order').flatMap((order) => ('pay' in order ? [order.pay] : []))
  expect(new Set(ways).size).toBeGreaterThan(2)
  const refilled = heard('slots').filter(
    ({ slots }) => slots.filter(({ qty, max }) => qty === max).length > 1,
  )
  expect(refilled.length).toBeGreaterThan(3)
  expect(machine.memory.slots.every(({ qty }) => qty >= 0)).toBe(true)
  stop()
  const before = heard('sale').length
  time.advance(hour)
  expect(heard('sale').length - before).toBeLessThanOrEqual(1)
})

test('customers come at the pace of the hour, and none while it is zero', () => {
  const { machine, time, heard } = readyRig({ slots: 5, seed: 4 })
  const opens = time.now() + 3 * hour
  const stop = openMarket({
    machines: [machine],
    perSecond: (now) => (now < opens ? 0 : 1 / 60),
    random: seeded(2),
    schedule: time.schedule,
    now: time.now,
  })
  time.advance(3 * hour)
  expect(heard('sale')).toEqual([])
  time.advance(3 * hour)
  expect(heard('sale').length).toBeGreaterThan(30)
  stop()
})

test('customers use what they carry: a voucher alone, a card to pay, a coupon with what is paid on line', () => {
  const { machine } = readyRig({ slots: 5, seed: 4 })
  const random = seeded(3)
  const bought = (carried: Parameters<typeof choose>[3]) => choose(machine, random, 'CN', carried)
  expect(bought({ voucher: 'V1', card: '88' })).toEqual({ items: [], pay: 'gift', voucher: 'V1' })
  expect(bought({ card: '88', coupon: 'C1' })).toMatchObject({ pay: 'card', card: '88', coupon: 'C1' })
  for (let n = 0; n < 50; n += 1) {
    const purchase = bought({ coupon: 'C1' })
    expect(purchase).toMatchObject({ coupon: 'C1' })
    expect(['wechat', 'alipay']).toContain(purchase?.pay)
  }
})

test('coupons and vouchers leave the wallet when they are used, cards stay', () => {
  const often = { card: 1, coupon: 1, voucher: 1 }
  const next = makeWallet({ cards: ['88'], coupons: ['C1'], vouchers: ['V1'] }, seeded(1), often)
  expect([next(), next(), next()]).toEqual([{ voucher: 'V1' }, { card: '88', coupon: 'C1' }, { card: '88' }])
  expect(makeWallet({}, seeded(1), often)()).toEqual({})
})

test('customers who find the machine busy, or without online payment, keep what they carry', () => {
  const { machine, time, heard } = readyRig({ slots: 5, seed: 4 })
  let used = 0
  const wallet = () => {
    used += 1
    return { card: '88' }
  }
  const stop = openMarket({
    machines: [machine],
    walletOf: () => wallet,
    perSecond: 1,
    random: seeded(2),
    schedule: time.schedule,
    now: time.now,
  })
  // No server answers the order.
  time.advance(5 * minute)
  stop()
  expect(
    heard('order').map((order) => 'cancel' in order),
    'one, which the machine gave up',
  ).toEqual([false, true])
  expect(heard('sale').length).toBeGreaterThan(1)
  expect(used).toBe(1)
})

test('no customer buys from a machine that is off', () => {
  const { machine } = readyRig()
  expect(choose(machine, seeded(1))).toBeDefined()
  machine.powerCut()
  expect(choose(machine, seeded(1))).toBeUndefined()
})
