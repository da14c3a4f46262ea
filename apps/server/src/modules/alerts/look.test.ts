import { deviceCalls, type InputOf, machineCalls, slotCalls, thresholdCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import {
  askedLooks,
  lookAt,
  sayHeartbeat,
  sellPieces,
  stayOnline,
  stockSlot,
} from '../../../test/alert-stand.ts'
import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import {
  asMachine,
  type BoundMachine,
  makeBoundMachine,
  makeOnlineMachine,
  sayStatus,
} from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeFault } from '../presence/index.ts'
import { askForOldLooks, look } from './index.ts'

const app = await testApp()
const minute = 60

type Stored = { kind: string; sn: string; opened_at: Date; closed_at: Date | null }

const alertsOf = ({ tenantId }: Merchant): Promise<Stored[]> =>
  asOwner<Stored>(
    app,
    `select kind, sn, opened_at, closed_at from alert join device using (tenant_id, device_id)
      where tenant_id = $1 order by alert_id`,
    [tenantId],
  )

const sayFault = (machine: BoundMachine, active: boolean, code: 'MOTOR' | 'BOARD_COMM' = 'MOTOR') =>
  asMachine(app, machine, (ctx) => takeFault(ctx, { ts: 0, data: { code, raw: '', active } }))

let merchant: Merchant
let machine: BoundMachine
/** Another machine of the merchant, and one of a neighbour: both always fine. */
let sibling: BoundMachine
const neighbour = await makeMerchant(app)
await makeOnlineMachine(app, neighbour)

beforeEach(async () => {
  merchant = await makeMerchant(app)
  machine = await makeOnlineMachine(app, merchant)
  sibling = await makeOnlineMachine(app, merchant)
  await askedLooks(app, merchant)
})

describe('offline', () => {
  test('opens after the minutes of the threshold, as of when the machine left, once', async () => {
    const left = app.clock.now
    await sayStatus(app, machine, 'offline')
    expect(await askedLooks(app, merchant)).toEqual([{ task: 'look', at: new Date(left.getTime() + 3_000) }])
    app.clock.advance(10 * minute - 1)
    expect(await lookAt(app, merchant)).toEqual([])
    expect(await alertsOf(merchant)).toEqual([])
    // The clock of the database is ahead of the test's, so the job for the moment is due at once.
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look-later' }])
    app.clock.advance(1)
    expect(await lookAt(app, merchant)).toEqual([`begin offline ${machine.sn}`])
    const stored = [{ kind: 'offline', sn: machine.sn, opened_at: left, closed_at: null }]
    expect(await alertsOf(merchant)).toEqual(stored)
    expect(await lookAt(app, merchant)).toEqual([])
    expect(await askedLooks(app, merchant)).toEqual([])
    app.clock.advance(600 * minute)
    expect(await lookAt(app, merchant)).toEqual([])
    expect(await alertsOf(merchant)).toEqual(stored)
    expect(await alertsOf(neighbour)).toEqual([])
  })

  test('the next look waits for the first moment at which something becomes due', async () => {
    // A database whose clock is behind ours keeps the moment as it is.
    const ahead = 40 * 86_400
    app.clock.advance(ahead)
    try {
      await sayHeartbeat(app, sibling)
      const left = app.clock.now
      await sayStatus(app, machine, 'offline')
      app.clock.advance(minute)
      await sayStatus(app, sibling, 'offline')
      await lookAt(app, merchant)
      const [, later] = await askedLooks(app, merchant)
      expect(later).toEqual({ task: 'look-later', at: new Date(left.getTime() + 600_000) })
    } finally {
      app.clock.advance(-ahead)
    }
  })

  test('is no alarm for a machine that has never connected, however empty it is', async () => {
    const fresh = await makeBoundMachine(app, merchant)
    await stockSlot(app, merchant, fresh, 1, 0)
    app.clock.advance(2_000 * minute)
    await sayHeartbeat(app, machine)
    await sayHeartbeat(app, sibling)
    expect(await lookAt(app, merchant)).toEqual([])
    expect(await alertsOf(merchant)).toEqual([])
  })

  test('of a machine that comes and goes is one alert, until it has been back for three minutes', async () => {
    const left = app.clock.now
    await sayStatus(app, machine, 'offline')
    app.clock.advance(10 * minute)
    const turns = [await lookAt(app, merchant)]
    for (let i = 0; i < 4; i += 1) {
      await sayStatus(app, machine, i % 2 === 0 ? 'online' : 'offline')
      app.clock.advance(2 * minute)
      turns.push(await lookAt(app, merchant))
    }
    const back = app.clock.now
    await sayStatus(app, machine, 'online')
    await stayOnline(app, 3 * minute - 1, machine)
    turns.push(await lookAt(app, merchant))
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look' }, { task: 'look-later' }])
    expect(turns.flat()).toEqual([`begin offline ${machine.sn}`])
    app.clock.advance(1)
    expect(await lookAt(app, merchant)).toEqual([`end offline ${machine.sn}`])
    expect(await lookAt(app, merchant)).toEqual([])
    expect(await alertsOf(merchant)).toEqual([
      { kind: 'offline', sn: machine.sn, opened_at: left, closed_at: back },
    ])
  })

  test('stays open for a machine that is called online but is not heard any more', async () => {
    await sayStatus(app, machine, 'offline')
    app.clock.advance(10 * minute)
    await lookAt(app, merchant)
    await sayStatus(app, machine, 'online')
    app.clock.advance(5 * minute)
    expect(await lookAt(app, merchant)).toEqual([])
    await sayHeartbeat(app, machine)
    expect(await lookAt(app, merchant), 'its line was lost meanwhile').toEqual([])
    await stayOnline(app, 3 * minute, machine)
    expect(await lookAt(app, merchant)).toEqual([`end offline ${machine.sn}`])
  })
})

describe('low stock', () => {
  test('opens with the first low slot and closes when none is low; only such changes ask for a look', async () => {
    await stockSlot(app, merchant, machine, 1, 5)
    await stockSlot(app, merchant, machine, 2, 4)
    await sellPieces(app, machine, 1, 2)
    expect(await askedLooks(app, merchant), 'the usual sale').toEqual([])
    await sellPieces(app, machine, 1, 1)
    expect(await askedLooks(app, merchant), 'down to a fifth').toMatchObject([{ task: 'look' }])
    expect(await lookAt(app, merchant)).toEqual([`begin low_stock ${machine.sn}`])
    await sellPieces(app, machine, 1, 1)
    expect(await askedLooks(app, merchant), 'low already').toEqual([])
    await sellPieces(app, machine, 2, 2)
    expect(await askedLooks(app, merchant)).toHaveLength(1)
    expect(await lookAt(app, merchant), 'the second slot adds no alert').toEqual([])
    const fill = (channel: number) =>
      app.call(slotCalls.setQuantity, { sn: machine.sn, type: 1, channel_sn: [channel] }, { as: merchant })
    await fill(1)
    expect(await askedLooks(app, merchant)).toHaveLength(1)
    expect(await lookAt(app, merchant)).toEqual([])
    app.clock.advance(minute)
    await fill(2)
    const filled = app.clock.now
    expect(await lookAt(app, merchant)).toEqual([])
    expect(await askedLooks(app, merchant)).toContainEqual(expect.objectContaining({ task: 'look-later' }))
    app.clock.advance(5 * minute)
    expect(await lookAt(app, merchant)).toEqual([`end low_stock ${machine.sn}`])
    expect(await alertsOf(merchant)).toMatchObject([{ kind: 'low_stock', closed_at: filled }])
    expect(await lookAt(app, merchant)).toEqual([])
  })

  test('is one alert while the stock swings around the mark, and ends when it has lasted above', async () => {
    await stockSlot(app, merchant, machine, 1, 2)
    await stockSlot(app, merchant, sibling, 1, 2)
    expect(await lookAt(app, merchant)).toHaveLength(2)
    const swing = async (quantity: number, minutes: number) => {
      await asOwner(app, 'update channel set quantity = $2 where device_id = $1 and channel_sn = 1', [
        machine.id,
        quantity,
      ])
      const turns = await lookAt(app, merchant)
      app.clock.advance(minutes * minute)
      return turns
    }
    for (const quantity of [3, 2, 3, 2]) expect(await swing(quantity, 4)).toEqual([])
    const above = app.clock.now
    expect(await swing(3, 5)).toEqual([])
    expect(await lookAt(app, merchant)).toEqual([`end low_stock ${machine.sn}`])
    expect((await alertsOf(merchant)).map(({ sn, closed_at: end }) => [sn, end])).toEqual(
      expect.arrayContaining([
        [machine.sn, above],
        [sibling.sn, null],
      ]),
    )
  })

  test('follows slots that are switched off or get another size', async () => {
    await stockSlot(app, merchant, machine, 1, 2)
    await lookAt(app, merchant)
    const edit = async (fields: { enabled?: boolean; max?: number }, lasts = 0) => {
      await askedLooks(app, merchant)
      const input = { sn: machine.sn, channel_sn: [1], ...fields }
      const { body } = await app.call(slotCalls.setChannelInfo, input, { as: merchant })
      expect(body.rcode, body.msg).toBe(0)
      expect(await askedLooks(app, merchant)).toHaveLength(1)
      app.clock.advance(minute)
      const turns = await lookAt(app, merchant)
      app.clock.advance(lasts * minute)
      return [...turns, ...(await lookAt(app, merchant))]
    }
    expect(await edit({ enabled: false }, 5)).toEqual([`end low_stock ${machine.sn}`])
    expect(await edit({ enabled: true })).toEqual([`begin low_stock ${machine.sn}`])
    expect(await edit({ max: 5 }, 5)).toEqual([`end low_stock ${machine.sn}`])
  })
})

describe('abnormal', () => {
  test('opens with the first fault, and closes when there has been none for two minutes', async () => {
    const since = app.clock.now
    await sayFault(machine, true)
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look' }])
    app.clock.advance(5)
    expect(await lookAt(app, merchant)).toEqual([`begin abnormal ${machine.sn}`])
    await sayFault(machine, true, 'BOARD_COMM')
    await sayFault(machine, false)
    expect(await lookAt(app, merchant), 'one of two faults is over').toEqual([])
    await sayFault(machine, false, 'BOARD_COMM')
    app.clock.advance(minute)
    expect(await lookAt(app, merchant)).toEqual([])
    await sayFault(machine, true)
    app.clock.advance(5 * minute)
    expect(await lookAt(app, merchant), 'it came back meanwhile').toEqual([])
    const end = app.clock.now
    await askedLooks(app, merchant)
    await sayFault(machine, false)
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look' }])
    expect(await lookAt(app, merchant)).toEqual([])
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look-later' }])
    app.clock.advance(2 * minute)
    expect(await lookAt(app, merchant)).toEqual([`end abnormal ${machine.sn}`])
    expect(await alertsOf(merchant)).toEqual([
      { kind: 'abnormal', sn: machine.sn, opened_at: since, closed_at: end },
    ])
  })
})

describe('thresholds', () => {
  test('of the machine decide, from the moment at which they are set', async () => {
    await stockSlot(app, merchant, machine, 1, 6)
    await stockSlot(app, merchant, sibling, 1, 6)
    const setThreshold = (fields: Omit<InputOf<typeof thresholdCalls.setThreshold>, 'sn'>) =>
      app.call(thresholdCalls.setThreshold, { sn: machine.sn, ...fields }, { as: merchant })
    await setThreshold({ low: { mode: 'pieces', value: 5 }, offline_minutes: 30 })
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look' }])
    expect(await lookAt(app, merchant)).toEqual([])
    for (const one of [machine, sibling]) await sellPieces(app, one, 1, 1)
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look' }])
    expect(await lookAt(app, merchant)).toEqual([`begin low_stock ${machine.sn}`])
    for (const one of [machine, sibling]) await sayStatus(app, one, 'offline')
    app.clock.advance(29 * minute)
    expect(await lookAt(app, merchant)).toEqual([`begin offline ${sibling.sn}`])
    await askedLooks(app, merchant)
    await setThreshold({ low: { mode: 'pieces', value: 4 }, offline_minutes: 29 })
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look' }])
    expect(await lookAt(app, merchant)).toEqual([`begin offline ${machine.sn}`])
    app.clock.advance(5 * minute)
    expect(await lookAt(app, merchant)).toEqual([`end low_stock ${machine.sn}`])
  })

  test('of another store count when the machine has moved there', async () => {
    await stockSlot(app, merchant, machine, 1, 6)
    const store = (await makeStore(app, merchant))._id
    await app.call(
      thresholdCalls.setThreshold,
      { store, low: { mode: 'pieces', value: 6 }, offline_minutes: null },
      { as: merchant },
    )
    expect(await lookAt(app, merchant)).toEqual([])
    await askedLooks(app, merchant)
    await app.call(deviceCalls.editDev, { sn: machine.sn, store }, { as: merchant })
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look' }])
    expect(await lookAt(app, merchant)).toEqual([`begin low_stock ${machine.sn}`])
  })
})

describe('a machine that leaves its merchant', () => {
  test('takes its alerts along without a word', async () => {
    await stockSlot(app, merchant, machine, 1, 0)
    await stockSlot(app, merchant, sibling, 1, 0)
    await sayFault(machine, true)
    await sayStatus(app, machine, 'offline')
    app.clock.advance(10 * minute)
    expect(await lookAt(app, merchant)).toHaveLength(4)
    const sign = await unlock(app, merchant)
    await app.call(machineCalls.unbind, { sn: machine.sn, sign }, { as: merchant })
    const open = async () =>
      (await alertsOf(merchant)).filter((row) => row.closed_at === null).map(({ kind, sn }) => [kind, sn])
    expect(await open()).toEqual([['low_stock', sibling.sn]])
    expect(await lookAt(app, merchant)).toEqual([])
  })

  test('leaves the alerts that had closed as they were', async () => {
    await sayFault(machine, true)
    await lookAt(app, merchant)
    await sayFault(machine, false)
    app.clock.advance(2 * minute)
    await lookAt(app, merchant)
    const closed = await alertsOf(merchant)
    expect(closed).toMatchObject([{ kind: 'abnormal', closed_at: expect.any(Date) }])
    app.clock.advance(minute)
    const sign = await unlock(app, merchant)
    await app.call(machineCalls.unbind, { sn: machine.sn, sign }, { as: merchant })
    expect(await alertsOf(merchant)).toEqual(closed)
  })

  test('while a look is under way, is noticed by the next look', async () => {
    await stockSlot(app, merchant, machine, 1, 0)
    await lookAt(app, merchant)
    await asOwner(app, 'update device set unbound_at = $1 where device_id = $2', [app.clock.now, machine.id])
    expect(await lookAt(app, merchant)).toEqual([])
    expect(await alertsOf(merchant)).toMatchObject([{ closed_at: app.clock.now }])
  })
})

describe('looks', () => {
  test('at one merchant happen one after the other, so that each turn is told once', async () => {
    const store = await makeStore(app, merchant)
    const machines = [machine, sibling]
    for (let i = 0; i < 3; i += 1) machines.push(await makeOnlineMachine(app, merchant, { store: store._id }))
    for (const one of machines) await stockSlot(app, merchant, one, 1, 0)
    const begun = await Promise.all([1, 2, 3, 4].map(() => lookAt(app, merchant)))
    expect(begun.flat().toSorted()).toEqual(machines.map(({ sn }) => `begin low_stock ${sn}`).toSorted())
    for (const { id } of machines)
      await asOwner(app, 'update channel set quantity = max where device_id = $1', [id])
    expect(await lookAt(app, merchant)).toEqual([])
    app.clock.advance(5 * minute)
    // The first look holds its transaction until the second one waits for it, or has gone ahead.
    const entered = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const hold = (): Promise<void> => {
      entered.resolve()
      return gate.promise
    }
    const first = look({ ...app.deps, hooks: { ...app.deps.hooks, alertTurned: [hold] } }, merchant.tenantId)
    await entered.promise
    let isOver = false
    const second = lookAt(app, merchant).finally(() => (isOver = true))
    const waiting = () => asOwner(app, 'select from pg_locks where not granted')
    await expect.poll(async () => isOver || (await waiting()).length > 0).toBe(true)
    gate.resolve()
    await first
    expect(await second).toEqual([])
  })

  test('that are told of are undone when telling fails', async () => {
    await stockSlot(app, merchant, machine, 1, 0)
    const alertTurned = [() => Promise.reject(new Error('not told'))]
    const failed = look({ ...app.deps, hooks: { ...app.deps.hooks, alertTurned } }, merchant.tenantId)
    await expect(failed).rejects.toThrow('not told')
    expect(await alertsOf(merchant)).toEqual([])
    expect(await lookAt(app, merchant)).toHaveLength(1)
  })

  test('happen without being asked for when the last one is old', async () => {
    await lookAt(app, merchant)
    app.clock.advance(9 * minute)
    await lookAt(app, neighbour)
    app.clock.advance(minute)
    await askedLooks(app, merchant)
    await askedLooks(app, neighbour)
    await askForOldLooks(app.deps)
    expect(await askedLooks(app, merchant)).toMatchObject([{ task: 'look' }])
    expect(await askedLooks(app, neighbour)).toEqual([])
  })

  test('are made by the worker, at once and when something becomes due', async () => {
    await app.work()
    await sayStatus(app, machine, 'offline')
    const looked = async () =>
      (await asOwner(app, 'select from alert_look where tenant_id = $1', [merchant.tenantId])).length
    await expect.poll(looked, { timeout: 10_000 }).toBe(1)
    expect(await alertsOf(merchant)).toEqual([])
    app.clock.advance(10 * minute)
    await expect
      .poll(() => alertsOf(merchant), { timeout: 10_000 })
      .toMatchObject([{ kind: 'offline', sn: machine.sn, closed_at: null }])
  })
})
