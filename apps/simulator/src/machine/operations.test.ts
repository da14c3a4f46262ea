import { faultsOf, machineTypes, type MachineType } from '@slotwise/machine-protocol'
import { describe, expect, test } from 'vitest'

import { minute, readyRig } from '../../test/rig.ts'
import { choose } from '../sales.ts'
import { kindOf } from './kinds.ts'

const withSlots = machineTypes.filter((type) => type !== 'pulse')

describe.each(withSlots)('a %s machine', (type: MachineType) => {
  test('gives out pieces and reports what is left', () => {
    const { command, heard, time } = readyRig({ type })
    const id = command('dispense', { items: [{ ch: 1, n: 1 }] })
    time.advance(minute)
    expect(heard('result')).toEqual([{ id, ok: true, items: [{ ch: 1, n: 1, ok: true }] }])
    const { capacity } = kindOf(type)
    expect(heard('slots')).toEqual([
      { rev: 1, full: false, slots: [{ ch: 1, qty: capacity - 1, max: capacity, state: 'ok' }] },
    ])
    expect(heard('sale')).toEqual([])
  })

  test.each(kindOf(type).troubles)(
    'can fail with %s, says so, and is well again after a turn that works',
    (code) => {
      const { machine, command, heard, time, hush } = readyRig({ type })
      machine.breakDown(code, 1)
      expect(heard('fault')).toMatchObject([{ code, ch: 1, active: true }])
      expect(heard('slots')).toMatchObject([{ slots: [{ ch: 1, state: 'fault', fault: code }] }])
      const id = command('dispense', { items: [{ ch: 1, n: 1 }] })
      time.advance(minute)
      expect(heard('result')).toEqual([{ id, ok: false, items: [{ ch: 1, n: 1, ok: false, fault: code }] }])
      hush()
      machine.mend(1)
      expect(heard('fault')).toMatchObject([{ code, ch: 1, active: false }])
      command('dispense', { items: [{ ch: 1, n: 1 }] })
      time.advance(minute)
      expect(heard('result')).toMatchObject([{ ok: true }])
      expect(faultsOf(type)).toContain(code)
    },
  )

  test('switches its lamp', () => {
    const { machine, command, heard, time } = readyRig({ type })
    command('led', { on: true, color: 'red', brightness: 40 })
    time.advance(minute)
    expect(heard('result')).toMatchObject([{ ok: true }])
    expect(machine.memory.lamp).toEqual({ on: true, color: 'red', brightness: 40 })
  })
})

describe('a pulse machine', () => {
  test('emits pulses and nothing else', () => {
    const { machine, command, heard, time } = readyRig({ type: 'pulse' })
    const pulses = command('dispense', { pulses: 5, widthMs: 50, gapMs: 100 })
    command('dispense', { items: [{ ch: 1, n: 1 }] }, { id: 'pieces' })
    command('testOut', { items: [{ ch: 1, n: 1 }] }, { id: 'test' })
    command('setChannels', { count: 2 }, { id: 'channels' })
    command('led', { on: true }, { id: 'lamp' })
    time.advance(minute)
    expect(heard('ack').filter(({ accepted }) => !accepted)).toEqual(
      ['pieces', 'test', 'channels', 'lamp'].map((id) => ({ id, accepted: false, why: 'not supported' })),
    )
    expect(heard('result')).toEqual([{ id: pulses, ok: true, items: [] }])
    expect(machine.motions.get(pulses)).toBe(1)
  })
})

describe('pulses', () => {
  test.each([
    [100, true],
    [101, false],
  ])('%d of 200 ms: accepted is %s, for nothing takes longer than 20 s', (pulses, accepted) => {
    const { command, heard } = readyRig({ type: 'pulse' })
    const id = command('dispense', { pulses, widthMs: 50, gapMs: 150 })
    expect(heard('ack')).toEqual([accepted ? { id, accepted } : { id, accepted, why: 'not supported' }])
  })

  test('come from one slot without stock, which sells all the same', () => {
    const { machine, heard, time, connect, hush } = readyRig({ type: 'pulse' })
    machine.disconnected()
    connect()
    expect(heard('slots')).toEqual([{ rev: 0, full: true, slots: [{ ch: 1, qty: 0, max: 0, state: 'ok' }] }])
    hush()
    expect(choose(machine, () => 0.5)).toMatchObject({ items: [{ ch: 1, n: 1 }] })
    expect(machine.buy({ items: [{ ch: 1, n: 2 }], pay: 'coin' })).toBe(true)
    time.advance(minute)
    expect(heard('sale')).toMatchObject([{ result: 'delivered', items: [{ ch: 1, n: 2, ok: true }] }])
    expect(heard('slots')).toEqual([])
  })
})

describe('dispensing', () => {
  test('stops a slot at its first failure, goes on with the next, and says which pieces came', () => {
    const { machine, command, heard, time } = readyRig({ type: 'vending', slots: 3 })
    machine.memory.slots[0]!.qty = 2
    machine.breakDown('MOTOR', 2)
    const id = command('dispense', {
      items: [
        { ch: 1, n: 3 },
        { ch: 2, n: 2 },
        { ch: 3, n: 1 },
      ],
    })
    time.advance(minute)
    expect(heard('result')).toEqual([
      {
        id,
        ok: false,
        items: [
          { ch: 1, n: 2, ok: true },
          { ch: 1, n: 1, ok: false, fault: 'CONFIRM_TIMEOUT' },
          { ch: 2, n: 2, ok: false, fault: 'MOTOR' },
          { ch: 3, n: 1, ok: true },
        ],
      },
    ])
    expect(machine.memory.slots.map(({ qty }) => qty)).toEqual([0, 10, 9])
  })

  test('from an empty slot is no success, but its motor can be tested', () => {
    const { machine, command, heard, time } = readyRig()
    machine.memory.slots[0]!.qty = 0
    command('testOut', { items: [{ ch: 1, n: 1 }] })
    time.advance(minute)
    command('dispense', { items: [{ ch: 1, n: 1 }] })
    time.advance(minute)
    expect(heard('result')).toMatchObject([
      { ok: true, items: [{ ch: 1, n: 1, ok: true }] },
      { ok: false, items: [{ ch: 1, n: 1, ok: false, fault: 'CONFIRM_TIMEOUT' }] },
    ])
  })

  test('fails in all slots when the board is gone', () => {
    const { machine, command, heard, time } = readyRig()
    machine.breakDown('BOARD_COMM')
    command('testOut', { items: [{ ch: 1, n: 1 }] })
    time.advance(minute)
    machine.mend()
    expect(heard('result')).toMatchObject([{ ok: false, fault: 'BOARD_COMM' }])
    expect(heard('fault')).toMatchObject([
      { code: 'BOARD_COMM', active: true },
      { code: 'BOARD_COMM', active: false },
    ])
  })

  test('fails by chance, and somebody mends the slot within the hour', () => {
    const { machine, command, heard, time } = readyRig({ failure: 1 })
    command('dispense', { items: [{ ch: 1, n: 1 }] })
    time.advance(60 * minute)
    expect(heard('fault').map(({ active }) => active)).toEqual([true, false])
    expect(machine.memory.slots[0]).not.toHaveProperty('fault')
    expect(heard('slots').at(-1)).toMatchObject({ slots: [{ ch: 1, state: 'ok' }] })
  })

  test('never fails with what its type cannot have', () => {
    const { machine } = readyRig({ type: 'lattice' })
    expect(() => machine.breakDown('NOT_TWISTED', 1)).toThrow('cannot have')
  })
})

describe('slots', () => {
  test('are looked for anew, during which nothing else is done', () => {
    const { command, heard, time, machine } = readyRig({ slots: 3 })
    const id = command('setChannels', { count: 5 })
    time.advance(30_000)
    expect(heard('config')).toEqual([{ init: 'running', slots: 0 }])
    command('dispense', { items: [{ ch: 1, n: 1 }] }, { id: 'early' })
    command('setChannels', { count: 6 }, { id: 'again' })
    expect(
      heard('ack')
        .slice(1)
        .map(({ why }) => why),
    ).toEqual(['initializing', 'initializing'])
    expect(machine.wares()).toEqual([])
    time.advance(100_000)
    expect(heard('config').at(-1)).toEqual({ init: 'done', slots: 5 })
    expect(heard('slots').at(-1)).toMatchObject({ full: true })
    expect(
      heard('slots')
        .at(-1)
        ?.slots.map(({ qty }) => qty),
    ).toEqual([10, 10, 10, 0, 0])
    expect(heard('result')).toEqual([{ id, ok: true, items: [] }])
  })

  test('that were looked for when the power failed are those there are', () => {
    const { machine, command, published, time, connect, hush } = readyRig({ slots: 3 })
    const id = command('setChannels', { count: 5 })
    time.advance(30_000)
    machine.powerCut()
    hush()
    machine.boot()
    connect()
    const reported = published.filter(({ name }) => name === 'config' || name === 'result')
    expect(reported.map(({ envelope }) => envelope.data)).toEqual([
      { init: 'done', slots: 3 },
      { id, ok: false, items: [], why: 'interrupted' },
    ])
  })

  test('cannot be more than the type has', () => {
    const { command, heard } = readyRig({ type: 'single' })
    command('setChannels', { count: 2 })
    expect(heard('ack')).toMatchObject([{ accepted: false, why: 'not supported' }])
  })

  test('get other numbers all at once, and never one twice', () => {
    const { command, heard, time, machine } = readyRig({ slots: 3 })
    machine.memory.slots[0]!.qty = 1
    const swap = [
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ]
    command('resetSlot', { slots: swap })
    time.advance(minute)
    expect(
      heard('slots')
        .at(-1)
        ?.slots.map(({ ch, qty }) => [ch, qty]),
    ).toEqual([
      [1, 10],
      [2, 1],
      [3, 10],
    ])
    command('resetSlot', { slots: [{ from: 1, to: 3 }] }, { id: 'twice' })
    command('resetSlot', { slots: [{ from: 9, to: 4 }] }, { id: 'none' })
    expect(heard('ack').slice(1)).toEqual([
      { id: 'twice', accepted: false, why: 'same number' },
      { id: 'none', accepted: false, why: 'no such slot' },
    ])
  })
})

describe('power', () => {
  test('off and restart let a motion end first', () => {
    for (const op of ['power', 'restart'] as const) {
      const { command, heard, time } = readyRig()
      const moving = command('dispense', { items: [{ ch: 1, n: 2 }] })
      time.advance(1_000)
      const id =
        op === 'power' ? command(op, { part: 'machine', on: false }) : command(op, { part: 'machine' })
      time.advance(1_000)
      expect(heard('result')).toEqual([])
      time.advance(15_000)
      expect(heard('result')).toMatchObject([
        { id: moving, ok: true },
        { id, ok: true },
      ])
    }
  })

  test('off and restart wait for a motion no longer than 20 s', () => {
    const { machine, command, heard, time } = readyRig()
    const moving = command('dispense', { items: [{ ch: 1, n: 10 }] })
    time.advance(1_000)
    const id = command('power', { part: 'machine', on: false })
    time.advance(19_000)
    expect(heard('result')).toEqual([])
    time.advance(1_400)
    const { qty } = machine.memory.slots[0]!
    time.advance(minute)
    expect(machine.memory.slots[0]?.qty).toBe(qty)
    expect(heard('result')).toMatchObject([
      { id, ok: true, items: [] },
      { id: moving, ok: false },
    ])

    const other = readyRig()
    const cut = other.command('dispense', { items: [{ ch: 1, n: 10 }] })
    other.time.advance(1_000)
    other.command('restart', { part: 'machine' })
    other.time.advance(21_000)
    expect(other.machine.running()).toBe(false)
    other.time.advance(minute)
    other.connect()
    expect(other.heard('result').at(-1)).toMatchObject({ id: cut, ok: false, why: 'interrupted' })
  })

  test('off stays off over a power cut, whatever the hours say', () => {
    const { machine, tell, command, time, connect } = readyRig()
    const settings = { power_ctrl: true, power_on: '08:00', power_off: '22:30' }
    tell('config', { rev: 2, settings })
    command('power', { part: 'machine', on: false })
    time.advance(minute)
    machine.powerCut()
    machine.boot()
    connect()
    tell('config', { rev: 2, settings })
    time.advance(minute)
    expect(machine.wares()).toEqual([])
  })

  test('off: the machine stays on line, sells nothing and moves nothing until it is on', () => {
    const { machine, command, heard, time, hush } = readyRig()
    command('power', { part: 'machine', on: false })
    time.advance(minute)
    expect(machine.wares()).toEqual([])
    command('dispense', { items: [{ ch: 1, n: 1 }] }, { id: 'off' })
    expect(heard('ack').at(-1)).toEqual({ id: 'off', accepted: false, why: 'off' })
    hush()
    time.advance(minute)
    expect(heard('heartbeat')).toHaveLength(2)
    command('power', { part: 'machine', on: true })
    time.advance(minute)
    command('dispense', { items: [{ ch: 1, n: 1 }] })
    time.advance(minute)
    expect(heard('result').at(-1)).toMatchObject({ ok: true })
  })

  test('off behind the screen: no customers, but commands', () => {
    const { machine, command, heard, time } = readyRig()
    command('power', { part: 'android', on: false })
    time.advance(minute)
    expect(machine.wares()).toEqual([])
    command('testOut', { items: [{ ch: 1, n: 1 }] })
    time.advance(minute)
    expect(heard('result').at(-1)).toMatchObject({ ok: true })
  })

  test('restart: result first, goodbye, and back with a higher boot', () => {
    const { machine, command, published, time, lines, connect, hush } = readyRig()
    const { boot } = machine.memory
    command('restart', { part: 'machine' })
    time.advance(1_000)
    expect(published.map(({ name }) => name)).toEqual(['ack', 'result', 'status'])
    expect(published.at(-1)?.envelope.data).toEqual({ state: 'offline', boot, reason: 'restart' })
    expect(lines).toEqual(['dial', 'hang up'])
    expect(machine.running()).toBe(false)
    hush()
    time.advance(30_000)
    expect(lines.at(-1)).toBe('dial')
    connect()
    expect(published[0]?.envelope.data).toEqual({ state: 'online', boot: boot + 1 })
    expect(published.filter(({ name }) => name === 'result')).toEqual([])
  })

  test('restart: no goodbye before the server has the result', () => {
    const { command, heard, time, server } = readyRig()
    server.acknowledges = false
    command('restart', { part: 'machine' })
    time.advance(3_000)
    expect(heard('result')).toHaveLength(1)
    expect(heard('status')).toEqual([])
    // The server never acknowledges; the machine restarts all the same.
    time.advance(10_000)
    expect(heard('status')).toMatchObject([{ state: 'offline', reason: 'restart' }])
  })

  test('restart behind the screen: the machine stays on line', () => {
    const { machine, command, heard, time } = readyRig()
    command('restart', { part: 'android' })
    time.advance(1_000)
    expect(heard('result')).toMatchObject([{ ok: true }])
    expect(machine.online()).toBe(true)
    expect(machine.wares()).toEqual([])
    time.advance(minute)
    expect(machine.wares()).not.toEqual([])
  })
})

describe('a new secret', () => {
  const secret = 'second secret of it'

  test('is used from the next connection on', () => {
    const { machine, command, heard, time, lines, connect } = readyRig()
    const { boot } = machine.memory
    command('rotateKey', { secret })
    time.advance(minute)
    expect(heard('result')).toMatchObject([{ ok: true }])
    expect(lines).toEqual(['dial', 'hang up', 'dial'])
    expect(machine.login().secret).toBe(secret)
    connect()
    expect(machine.memory).not.toHaveProperty('otherSecret')
    expect(machine.memory.boot).toBe(boot + 1)
  })

  test('that is refused gives way to the old one, in turns, until one is taken', () => {
    const { machine, command, time, connect } = readyRig()
    command('rotateKey', { secret })
    time.advance(minute)
    machine.refused()
    expect(machine.login().secret).toBe('first secret of it')
    machine.refused()
    expect(machine.login().secret).toBe(secret)
    machine.refused()
    connect()
    machine.refused()
    expect(machine.login().secret).toBe('first secret of it')
  })
})
