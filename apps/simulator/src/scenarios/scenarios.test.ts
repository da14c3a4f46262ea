import { describe, expect, test } from 'vitest'

import { createExchange } from '../../test/exchange.ts'
import { minute, noon } from '../../test/rig.ts'
import type { Credential } from '../credentials.ts'
import { createFleet } from '../fleet.ts'
import type { OpenLine } from '../link/line.ts'
import type { Notice } from '../machine/life.ts'
import { virtualTime } from '../virtual-time.ts'
import { scenarios, type ScenarioName } from './index.ts'

const credentials: Credential[] = (['vending', 'lattice', 'gashapon'] as const).map((type, at) => ({
  sn: `3000000${at}`,
  secret: 'secret enough',
  type,
  slots: 6,
}))

function stage(name?: ScenarioName) {
  const time = virtualTime(noon)
  const exchange = createExchange(time)
  const notices: (Notice & { sn: string })[] = []
  const fleet = createFleet({
    credentials,
    open: exchange.open,
    schedule: time.schedule,
    now: () => Math.round(time.now()),
    failure: 0,
    notice: (sn, notice) => void notices.push({ ...notice, sn }),
    ...(name === undefined ? {} : { scenario: scenarios[name] }),
  })
  fleet.start()
  time.advance(5_000)
  let commands = 0
  return {
    time,
    fleet,
    notices,
    ...exchange,
    dispense(sn: string): string {
      commands += 1
      const at = Math.round(time.now())
      const args = { items: [{ ch: 1, n: 1 }] }
      exchange.tell(sn, 'cmd', { id: `c${commands}`, op: 'dispense', args, at, ttl: 10_000 })
      return `c${commands}`
    },
  }
}

/** An exchange that cannot be reached at the first attempt. */
function createMute() {
  const time = virtualTime(noon)
  const { open, rubbish } = createExchange(time)
  const openUnreachable: OpenLine = (machine) => {
    const line = open(machine)
    return { ...line, dial() {}, drop: () => line.dial() }
  }
  return { time, rubbish, open: openUnreachable }
}

describe('scenarios', () => {
  test('none: everything works', () => {
    const { time, dispense, of, fleet } = stage()
    dispense('30000000')
    time.advance(10 * minute)
    expect(of('result')).toMatchObject([{ ok: true }])
    expect(fleet.counts()).toMatchObject({ machines: 3, connected: 3, off: 0, commands: 1 })
  })

  test('flaky-network: what is said arrives, some of it twice, and connections break', () => {
    const { time, heard, of, fleet } = stage('flaky-network')
    for (let at = 0; at < 40; at += 1) {
      fleet.actors[at % 3]?.machine.buy({ items: [{ ch: 1 + (at % 6), n: 1 }], pay: 'coin' })
      time.advance(30_000)
    }
    time.advance(10 * minute)
    const sold = fleet.counts().sales
    expect(sold).toBeGreaterThan(20)
    expect(new Set(of('sale').map(({ saleId }) => saleId)).size).toBeGreaterThan(0)
    expect(of('sale').length).toBeGreaterThan(sold / 2)
    expect(of('status').filter(({ reason }) => reason === 'lost').length).toBeGreaterThan(5)
    const mids = heard.map(({ envelope }) => envelope.sn + envelope.mid)
    expect(new Set(mids).size).toBeLessThan(mids.length)
  })

  test('clock-skew: sales are dated rightly all the same', () => {
    const { time, heard, fleet } = stage('clock-skew')
    for (const { machine } of fleet.actors) machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'coin' })
    time.advance(minute)
    const sales = heard.filter(({ name }) => name === 'sale')
    expect(sales).toHaveLength(3)
    for (const { envelope, at } of sales) expect(Math.abs(envelope.ts - at)).toBeLessThan(10)
    const first = heard.find(({ name }) => name === 'status')
    expect(Math.abs((first?.envelope.ts ?? 0) - noon)).toBeGreaterThan(minute)
  })

  test('late-commands: nothing is done, however often it comes', () => {
    const { time, dispense, of, notices } = stage('late-commands')
    for (let at = 0; at < 10; at += 1) dispense('30000000')
    time.advance(minute)
    expect(of('ack').length).toBeGreaterThan(10)
    expect(of('ack').every(({ why }) => why === 'late')).toBe(true)
    expect(notices.filter(({ what }) => what === 'begin')).toEqual([])
  })

  test('motor-fault: slots break and are mended', () => {
    const { time, of } = stage('motor-fault')
    time.advance(10 * minute)
    const faults = of('fault')
    expect(faults.filter(({ active }) => active).length).toBeGreaterThan(10)
    expect(faults.filter(({ active }) => !active).length).toBeGreaterThan(10)
  })

  test('flapping: machines come and go', () => {
    const { time, of } = stage('flapping')
    time.advance(5 * minute)
    expect(of('status').filter(({ state }) => state === 'online').length).toBeGreaterThan(50)
    expect(of('status').filter(({ state }) => state === 'offline').length).toBeGreaterThan(50)
  })

  test('power-cut-during-dispense: some commands are interrupted, none is carried out twice', () => {
    const { time, dispense, of, fleet } = stage('power-cut-during-dispense')
    for (let at = 0; at < 60; at += 1) {
      dispense(`3000000${at % 3}`)
      time.advance(minute)
    }
    const interrupted = of('result').filter(({ why }) => why === 'interrupted')
    expect(interrupted.length).toBeGreaterThan(5)
    for (const { machine } of fleet.actors)
      expect([...machine.motions.values()].every((times) => times === 1)).toBe(true)
  })

  test('garbage: for a minute, also such as costs the connection, and the machine itself goes on', () => {
    const { time, rubbish, of, dispense, fleet } = stage('garbage')
    while (!fleet.actors[0]?.machine.online()) time.step()
    dispense('30000000')
    time.advance(2 * minute)
    expect(of('result')).toMatchObject([{ ok: true }])
    expect(rubbish).toHaveLength(600)
    const times = rubbish.map(({ at }) => at)
    // The six pauses without a connection are not part of the minute.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(minute)
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(minute + 10_000)
    expect(of('status').filter(({ reason }) => reason === 'lost').length).toBe(6)
  })

  test('garbage: the minute begins when the machine is on line', () => {
    const { time, rubbish, open } = createMute()
    const fleet = createFleet({
      credentials,
      open,
      schedule: time.schedule,
      now: () => Math.round(time.now()),
      scenario: scenarios.garbage,
    })
    fleet.start()
    time.advance(2 * minute)
    expect(rubbish).toEqual([])
    fleet.actors[0]?.line.drop()
    time.advance(10_000)
    expect(rubbish.length).toBeGreaterThan(50)
  })
})

test('machines that stay switched off never call; the others say goodbye in the end', async () => {
  const time = virtualTime(noon)
  const exchange = createExchange(time)
  const fleet = createFleet({
    credentials,
    open: exchange.open,
    schedule: time.schedule,
    now: time.now,
    off: 1,
  })
  fleet.start()
  time.advance(minute)
  expect(fleet.counts()).toMatchObject({ machines: 3, connected: 2, off: 1 })
  await fleet.stop()
  const goodbyes = exchange.of('status').filter(({ reason }) => reason === 'shutdown')
  expect(goodbyes).toHaveLength(2)
  expect(time.step()).toBe(false)
})
