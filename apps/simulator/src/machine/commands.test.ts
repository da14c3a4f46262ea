import { rememberedCommands } from '@slotwise/machine-protocol'
import { describe, expect, test } from 'vitest'

import { createRig, minute, readyRig } from '../../test/rig.ts'
import type { Memory } from './memory.ts'

const onePiece = { items: [{ ch: 1, n: 1 }] }

describe('a command', () => {
  test('is accepted at once, carried out, and its result said', () => {
    const { machine, command, heard, time } = readyRig()
    const id = command('dispense', onePiece)
    expect(heard('ack')).toEqual([{ id, accepted: true }])
    expect(heard('result')).toEqual([])
    time.advance(minute)
    expect(heard('result')).toEqual([{ id, ok: true, items: [{ ch: 1, n: 1, ok: true }] }])
    expect(machine.motions.get(id)).toBe(1)
  })

  test('that comes again is answered as before and moves nothing', () => {
    const { machine, command, heard, time } = readyRig()
    const at = time.now()
    const id = command('dispense', onePiece, { at })
    command('dispense', onePiece, { id, at })
    expect(heard('ack')).toEqual([
      { id, accepted: true },
      { id, accepted: true },
    ])
    expect(heard('result')).toEqual([])
    time.advance(minute)
    command('dispense', onePiece, { id, at })
    expect(heard('result')).toEqual([
      { id, ok: true, items: [{ ch: 1, n: 1, ok: true }] },
      { id, ok: true, items: [{ ch: 1, n: 1, ok: true }], dup: true },
    ])
    time.advance(minute)
    expect(machine.motions.get(id)).toBe(1)
    expect(machine.memory.slots[0]?.qty).toBe(9)
  })

  test('that comes too late is refused for good', () => {
    const { machine, command, heard, time } = readyRig({ clockErrorMs: -3 * 3_600_000 })
    const id = command('dispense', onePiece, { at: time.now() - 10_100 })
    expect(heard('ack')).toEqual([{ id, accepted: false, why: 'late' }])
    command('dispense', onePiece, { id })
    time.advance(minute)
    expect(heard('ack').at(-1)).toEqual({ id, accepted: false, why: 'late' })
    expect(machine.motions.size).toBe(0)
  })

  test('that is just in time is carried out although the own clock is days off', () => {
    const { command, heard, time } = readyRig({ clockErrorMs: 3 * 86_400_000 })
    const id = command('dispense', onePiece, { at: time.now() - 9_000 })
    time.advance(minute)
    expect(heard('result')).toMatchObject([{ id, ok: true }])
  })

  test('is refused as long as the time is unknown, and when it comes from the future', () => {
    const { machine, command, heard, server, connect, time } = createRig({ tellsTime: false })
    machine.boot()
    connect()
    const early = command('dispense', onePiece)
    time.advance(1_000)
    machine.disconnected()
    server.tellsTime = true
    connect()
    const future = command('dispense', onePiece, { at: time.now() + 6 * minute })
    expect(heard('ack')).toEqual([
      { id: early, accepted: false, why: 'no time' },
      { id: future, accepted: false, why: 'no time' },
    ])
  })

  test('whose time is in doubt lets the machine ask for the time', () => {
    const { command, heard, time } = readyRig()
    command('led', { on: true }, { at: time.now() + 6 * minute })
    expect(heard('status')).toEqual([{ state: 'online', boot: 1 }])
    command('led', { on: true }, { at: time.now() - minute, id: 'late' })
    expect(heard('ack').at(-1)).toEqual({ id: 'late', accepted: false, why: 'late' })
    expect(heard('status')).toHaveLength(1)
  })

  test('whose time runs out before anything moves, moves nothing', () => {
    const { machine, command, heard, time } = readyRig()
    const id = command('dispense', onePiece, { at: time.now() - 9_999 })
    time.advance(minute)
    expect(heard('result')).toEqual([{ id, ok: false, items: [], why: 'late' }])
    expect(machine.motions.size).toBe(0)
  })

  test('is refused while another one moves something, and stays refused', () => {
    const { machine, command, heard, time } = readyRig()
    command('dispense', { items: [{ ch: 1, n: 3 }] })
    time.advance(1_000)
    const id = command('dispense', onePiece)
    const lamp = command('led', { on: false })
    time.advance(1_000)
    expect(heard('ack').slice(1)).toEqual([
      { id, accepted: false, why: 'busy' },
      { id: lamp, accepted: true },
    ])
    time.advance(minute)
    command('dispense', onePiece, { id })
    time.advance(minute)
    expect(machine.motions.has(id)).toBe(false)
  })

  test('for a slot that is not there, or of an unknown kind, is refused', () => {
    const { command, heard, machine, tell, time } = readyRig({ slots: 3 })
    command('dispense', { items: [{ ch: 4, n: 1 }] }, { id: 'a' })
    tell('cmd', { id: 'b', op: 'dance', args: {}, at: time.now(), ttl: 1 } as never)
    tell('cmd', { id: 'c', op: 'dance', args: {}, at: 0, ttl: 1 } as never)
    tell('cmd', { id: 'd', op: 'dance' } as never)
    tell('cmd', { op: 'dance' } as never)
    machine.receive('cmd', 'rubbish')
    expect(heard('ack')).toEqual([
      { id: 'a', accepted: false, why: 'no such slot' },
      { id: 'b', accepted: false, why: 'not supported' },
      { id: 'c', accepted: false, why: 'late' },
      { id: 'd', accepted: false, why: 'not supported' },
    ])
  })

  test('that cannot be done for several reasons is refused for the first of them', () => {
    const { machine, command, heard, time } = readyRig({ slots: 2 })
    const why = () => heard('ack').at(-1)?.why
    const nowhere = { items: [{ ch: 9, n: 1 }] }
    command('setChannels', { count: 2 })
    time.advance(1_000)
    machine.memory.power.machine = false
    command('dispense', { pulses: 1, widthMs: 1, gapMs: 1 })
    expect(why()).toBe('not supported')
    command('testOut', nowhere)
    expect(why()).toBe('no such slot')
    command('resetSlot', {
      slots: [
        { from: 1, to: 2 },
        { from: 9, to: 5 },
      ],
    })
    expect(why()).toBe('no such slot')
    command('resetSlot', { slots: [{ from: 1, to: 2 }] })
    expect(why()).toBe('same number')
    command('dispense', onePiece)
    expect(why()).toBe('off')
    machine.memory.power.machine = true
    command('dispense', onePiece)
    expect(why()).toBe('initializing')
    time.advance(2 * minute)
    command('dispense', onePiece)
    expect(why()).toBeUndefined()
    command('testOut', nowhere)
    expect(why()).toBe('no such slot')
    command('resetSlot', { slots: [{ from: 1, to: 2 }] })
    expect(why()).toBe('same number')
    machine.memory.power.machine = false
    command('testOut', onePiece)
    expect(why()).toBe('off')
    command('resetSlot', { slots: [{ from: 1, to: 5 }] })
    expect(why()).toBe('busy')
  })

  test('that moves something is refused while a customer is buying', () => {
    const { machine, command, heard, time } = readyRig()
    machine.buy({ ...onePiece, pay: 'wechat' })
    for (const id of ['one', 'two']) command('testOut', onePiece, { id })
    command('setChannels', { count: 3 }, { id: 'three' })
    command('resetSlot', { slots: [{ from: 1, to: 5 }] }, { id: 'four' })
    expect(heard('ack').map(({ why }) => why)).toEqual(['busy', 'busy', 'busy', 'busy'])
    time.advance(2 * minute)
    command('testOut', onePiece, { id: 'five' })
    expect(heard('ack').at(-1)).toEqual({ id: 'five', accepted: true })
  })

  test.each(['led', 'power', 'restart', 'refreshSetting', 'rotateKey'] as const)(
    '%s is accepted whatever the machine is doing',
    (op) => {
      const args = {
        led: { on: false },
        power: { part: 'machine', on: false },
        restart: { part: 'machine' },
        refreshSetting: {},
        rotateKey: { secret: 'a secret that is new' },
      }[op] as never
      const moving = readyRig()
      moving.command('dispense', { items: [{ ch: 1, n: 3 }] })
      const looking = readyRig()
      looking.command('setChannels', { count: 3 })
      const selling = readyRig()
      selling.machine.buy({ ...onePiece, pay: 'wechat' })
      for (const { command, heard, time } of [moving, looking, selling]) {
        time.advance(1_000)
        const id = command(op, args)
        expect(heard('ack').at(-1)).toEqual({ id, accepted: true })
        time.advance(25_000)
        expect(heard('result').find((result) => result.id === id)).toMatchObject({ ok: true })
      }
    },
  )

  test('cut short by a power cut is interrupted, and never carried out again', () => {
    const { machine, command, heard, time, connect, hush } = readyRig()
    const id = command('dispense', { items: [{ ch: 1, n: 3 }] })
    time.advance(6_000)
    machine.powerCut()
    time.advance(minute)
    expect(heard('result')).toEqual([])
    hush()
    machine.boot()
    connect()
    expect(heard('result')).toEqual([{ id, ok: false, items: [], why: 'interrupted' }])
    command('dispense', { items: [{ ch: 1, n: 3 }] }, { id })
    time.advance(minute)
    expect(heard('result').at(-1)).toMatchObject({ id, ok: false, why: 'interrupted', dup: true })
    expect(machine.motions.get(id)).toBe(1)
    // The pieces that came out before the power cut are counted.
    expect(heard('slots').at(0)?.slots[0]?.qty).toBe(machine.memory.slots[0]?.qty)
    expect(machine.memory.slots[0]?.qty).toBeLessThan(10)
  })

  test('cut short between the acceptance and the motion moves nothing', () => {
    const { machine, command, heard, connect } = readyRig()
    const id = command('dispense', onePiece)
    machine.powerCut()
    machine.boot()
    connect()
    expect(heard('result')).toMatchObject([{ id, ok: false, why: 'interrupted' }])
    expect(machine.motions.size).toBe(0)
  })

  test('is remembered over a power cut by another machine with the same memory', () => {
    const first = readyRig()
    const id = first.command('dispense', onePiece)
    first.time.advance(minute)
    first.machine.powerCut()
    const memory = JSON.parse(JSON.stringify(first.machine.memory)) as Memory
    const second = readyRig({ memory })
    second.command('dispense', onePiece, { id })
    second.time.advance(minute)
    expect(second.heard('result')).toMatchObject([{ id, ok: true, dup: true }])
    expect(second.machine.motions.size).toBe(0)
    expect(second.machine.memory.slots[0]?.qty).toBe(9)
  })

  test('is remembered among the last 500, and longer while it is under way', () => {
    const { machine, command, time } = readyRig()
    const id = command('dispense', onePiece)
    for (let at = 0; at < 2 * rememberedCommands; at += 1)
      command('led', { on: true }, { at: 1, id: `x${at}` })
    expect(machine.memory.commands).toHaveLength(rememberedCommands)
    command('dispense', onePiece, { id })
    time.advance(minute)
    expect(machine.motions.get(id)).toBe(1)
  })

  test('has its result said after a reconnect when the line was gone at the time', () => {
    const { machine, command, heard, time, connect } = readyRig()
    const id = command('dispense', onePiece)
    machine.disconnected()
    time.advance(minute)
    expect(heard('result')).toEqual([])
    connect()
    expect(heard('result')).toMatchObject([{ id, ok: true }])
  })
})
