import { expect, test } from 'vitest'

import { createExchange } from '../test/exchange.ts'
import { minute, noon } from '../test/rig.ts'
import type { Credential } from './credentials.ts'
import { createFleet, type FleetOptions } from './fleet.ts'
import { virtualTime } from './virtual-time.ts'

const credentials: Credential[] = Array.from({ length: 6 }, (_, at) => ({
  sn: `3100000${at}`,
  secret: 'secret enough',
  type: 'vending',
  slots: 4,
  country: at % 2 === 0 ? 'CN' : 'MY',
}))

function stage(options: Partial<FleetOptions>) {
  const time = virtualTime(noon)
  const exchange = createExchange(time)
  const fleet = createFleet({
    credentials,
    open: exchange.open,
    schedule: time.schedule,
    now: () => Math.round(time.now()),
    failure: 0,
    ...options,
  })
  fleet.start()
  time.advance(2_000)
  for (const { sn } of credentials) exchange.tell(sn, 'config', { rev: 1, settings: {} })
  time.advance(10_000)
  return { time, fleet, ...exchange }
}

test('customers open the codes that machines show, most of them after some seconds, and some never', () => {
  const scanned: { code: string; customer: string }[] = []
  const { time, fleet, tell } = stage({ pay: (code, customer) => void scanned.push({ code, customer }) })
  const machine = fleet.actors[0]?.machine
  let shown = 0
  for (; shown < 60; shown += 1) {
    machine?.refill()
    expect(machine?.buy({ items: [{ ch: 1, n: 1 }], pay: 'wechat' })).toBe(true)
    const { reqId = '' } = machine?.memory.asked.at(-1) ?? {}
    const answer = { reqId, orderNo: String(shown), amount: 100 }
    tell(machine?.sn ?? '', 'order', { ...answer, state: 'waiting', qr: `https://pay/${shown}` })
    const before = scanned.length
    time.advance(2_000)
    expect(scanned).toHaveLength(before)
    time.advance(3 * minute)
  }
  expect(scanned.length).toBeGreaterThan(shown * 0.8)
  expect(scanned.length).toBeLessThan(shown)
  expect(new Set(scanned.map(({ code }) => code)).size).toBe(scanned.length)
  expect(new Set(scanned.map(({ customer }) => customer)).size).toBeGreaterThan(20)
})

test('customers pay as is usual in the country of the machine', () => {
  const { time, of } = stage({ salesPerSecond: 0.5 })
  time.advance(60 * minute)
  const ways = of('order').flatMap((order) => ('pay' in order ? [order.pay] : []))
  expect(new Set(ways)).toEqual(new Set(['wechat', 'alipay', 'gkash']))
})

test('a few machines are broken from the beginning, report it and are not repaired', () => {
  const { time, fleet, of } = stage({ broken: 2 })
  const faulty = () =>
    fleet.actors.filter(({ machine }) => machine.memory.slots.some(({ fault }) => fault !== undefined))
  expect(of('fault').filter(({ active }) => active)).toHaveLength(2)
  expect(faulty()).toHaveLength(2)
  time.advance(24 * 60 * minute)
  expect(faulty()).toHaveLength(2)
})

test('the last machines leave after some seconds, when they have reported', () => {
  const { time, fleet, of } = stage({ leave: 2 })
  expect(fleet.counts()).toMatchObject({ connected: 6 })
  time.advance(minute)
  expect(fleet.counts()).toMatchObject({ connected: 4 })
  expect(of('status').filter(({ reason }) => reason === 'shutdown')).toHaveLength(2)
})
