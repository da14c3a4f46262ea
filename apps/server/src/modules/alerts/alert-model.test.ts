import type { AlertKind } from '@slotwise/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { decide, type MachineState, type OpenAlert } from './alert-model.ts'

const minuteMs = 60_000
const start = new Date('2026-11-15T04:00:00.000Z')

/** A step of time, and what happens at its end. */
const step = fc.record({
  minutes: fc.integer({ min: 0, max: 6 }),
  event: fc.constantFrom('leave', 'come', 'fault', 'noFault', 'low', 'filled', 'nothing'),
})

/** What happened to one machine, and the alerts that looks made of it. */
class History {
  now = start
  machine: MachineState = {
    deviceId: '1',
    storeId: null,
    online: true,
    since: start,
    heardAt: start,
    offlineMinutes: 10,
    lowSlots: 0,
    faults: [],
    faultSince: null,
    faultEnd: null,
  }
  open: OpenAlert[] = []
  told: string[] = []
  waitUntil: Date | undefined
  private alerts = 0

  pass(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * minuteMs)
    if (this.machine.online) this.machine.heardAt = this.now
  }

  happen(event: string): void {
    const { machine, now } = this
    if (event === 'leave' && machine.online) Object.assign(machine, { online: false, since: now })
    if (event === 'come' && !machine.online)
      Object.assign(machine, { online: true, since: now, heardAt: now })
    if (event === 'low') machine.lowSlots += 1
    if (event === 'filled') machine.lowSlots = 0
    if (event === 'fault' && machine.faults.length === 0)
      Object.assign(machine, { faults: ['MOTOR'], faultSince: now })
    if (event === 'noFault' && machine.faults.length > 0)
      Object.assign(machine, { faults: [], faultSince: null, faultEnd: now })
  }

  look(): number {
    const { opens, closes, gone, clears, waitUntil } = decide([this.machine], this.open, this.now)
    expect(gone).toEqual([])
    for (const { alertId } of closes) this.open = this.open.filter((alert) => alert.alertId !== alertId)
    for (const { alertId, since } of clears)
      this.open = this.open.map((alert) =>
        alert.alertId === alertId ? { ...alert, clearSince: since } : alert,
      )
    for (const { kind, deviceId } of opens)
      this.open.push({ alertId: String((this.alerts += 1)), kind, deviceId })
    this.told.push(...[...opens, ...closes].map(({ kind, phase }) => `${kind} ${phase}`))
    this.waitUntil = waitUntil
    return opens.length + closes.length
  }
}

const kinds: AlertKind[] = ['offline', 'low_stock', 'abnormal']

test('whatever happens, alerts begin and end in turn, and follow the state once it lasts', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const history = new History()
      for (const { minutes, event } of steps) {
        history.pass(minutes)
        history.happen(event)
        history.look()
        expect(history.look(), 'a second look changes nothing').toBe(0)
      }
      for (const kind of kinds) {
        const phases = history.told.filter((one) => one.startsWith(kind)).map((one) => one.split(' ')[1])
        expect(phases).toEqual(phases.map((_, i) => (i % 2 === 0 ? 'begin' : 'end')))
      }
      history.pass(11)
      history.look()
      const { online, lowSlots, faults } = history.machine
      const lasting = { offline: !online, low_stock: lowSlots > 0, abnormal: faults.length > 0 }
      expect(new Set(history.open.map(({ kind }) => kind))).toEqual(
        new Set(kinds.filter((kind) => lasting[kind])),
      )
      expect(history.waitUntil).toBeUndefined()
    }),
  )
})

test('looks at the moments that looks ask for miss nothing that more looks would find', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const [often, asked] = [new History(), new History()]
      for (const { minutes, event } of steps) {
        for (let i = 0; i < minutes; i += 1) {
          for (const history of [often, asked]) history.pass(1)
          often.look()
          if (asked.waitUntil && asked.waitUntil <= asked.now) asked.look()
        }
        for (const history of [often, asked]) {
          history.happen(event)
          history.look()
        }
        expect(asked.told).toEqual(often.told)
      }
    }),
  )
})

test('each alert says of the state only what it is about', () => {
  const history = new History()
  for (const event of ['low', 'low', 'fault', 'leave']) history.happen(event)
  history.pass(11)
  const { opens } = decide([history.machine], [], history.now)
  expect(opens.map(({ kind, low, faults }) => ({ kind, low, faults }))).toEqual([
    { kind: 'offline', low: 0, faults: [] },
    { kind: 'low_stock', low: 2, faults: [] },
    { kind: 'abnormal', low: 0, faults: ['MOTOR'] },
  ])
})
