import { describe, expect, test } from 'vitest'

import { createRig, minute, noon, readyRig } from '../../test/rig.ts'
import { newMemory } from './memory.ts'
import { outboxSize } from './voice.ts'
import { seeded } from '../random.ts'

const onePiece = { items: [{ ch: 1, n: 1 }] }

describe('a connection', () => {
  test('begins with the status, then the slots and a sign of life every half minute', () => {
    const { machine, published, time, connect } = createRig({ slots: 2 })
    machine.boot()
    expect(published).toEqual([])
    connect()
    time.advance(minute)
    expect(published.map(({ name }) => name)).toEqual([
      'status',
      'slots',
      'heartbeat',
      'heartbeat',
      'heartbeat',
    ])
    expect(published[0]).toMatchObject({
      envelope: { v: 1, mid: '1-1', seq: 1, type: 'status', data: { state: 'online', boot: 1 } },
      manner: { qos: 1, retain: true },
    })
    expect(published[1]).toMatchObject({
      envelope: { data: { full: true, slots: [{ ch: 1 }, { ch: 2 }] } },
      manner: { qos: 1, retain: false },
    })
    expect(published[2]).toMatchObject({ manner: { qos: 0, retain: false } })
    machine.disconnected()
    time.advance(minute)
    expect(published).toHaveLength(5)
  })

  test('goes on without the time when the server does not send it', () => {
    const { machine, published, time } = createRig({ tellsTime: false })
    machine.boot()
    machine.connected()
    time.advance(4_000)
    expect(published.map(({ name }) => name)).toEqual(['status'])
    time.advance(2_000)
    expect(published.map(({ name }) => name)).toEqual(['status', 'slots', 'heartbeat'])
    time.advance(5_000)
    expect(published.map(({ name }) => name)).toEqual(['status', 'slots', 'heartbeat', 'status'])
  })

  test('dates messages with the own clock first, then with the time of the server', () => {
    const { published, machine, connect } = createRig({ clockErrorMs: 3_600_000 })
    machine.boot()
    connect()
    expect(published.map(({ envelope }) => envelope.ts - noon)).toEqual([3_600_000, 100, 100])
  })

  test('asks again for a time that was lost or took too long, and then no more', () => {
    for (const trouble of [{ latencyMs: 3_000 }, { tellsTime: false }]) {
      const { published, machine, time, server, connect, hush } = createRig(trouble)
      const questions = () =>
        published.filter(({ name }) => name === 'status').map(({ envelope }) => envelope.mid)
      machine.boot()
      machine.connected()
      time.advance(10 * minute)
      expect(questions().length).toBeGreaterThan(10)
      expect(questions().length).toBeLessThan(90)
      expect(new Set(questions()).size).toBe(questions().length)
      if (trouble.latencyMs !== undefined) continue
      server.tellsTime = true
      machine.disconnected()
      hush()
      connect()
      time.advance(10 * minute)
      expect(questions()).toHaveLength(1)
    }
  })

  test('asks for the time again within six hours, and within six hours after that', () => {
    const { published, time, machine } = readyRig()
    for (let times = 1; times <= 3; times += 1) {
      time.advance(6 * 60 * minute)
      expect(published.filter(({ name }) => name === 'status').length).toBeGreaterThanOrEqual(times)
    }
    const questions = published.filter(({ name }) => name === 'status')
    expect(questions.length).toBeLessThan(5)
    for (const { envelope } of questions) expect(envelope.data).toEqual({ state: 'online', boot: 1 })
    expect(machine.online()).toBe(true)
  })

  test('follows a clock that drifts', () => {
    const { published, time, tell, server } = readyRig()
    server.tellsTime = false
    while (published.at(-1)?.name !== 'status') time.step()
    tell('time', { now: Math.round(time.now()) + minute, mid: published.at(-1)?.envelope.mid ?? '' })
    time.advance(30_000)
    const beat = published.findLast(({ name }) => name === 'heartbeat')
    expect(beat?.envelope.ts).toBeGreaterThan(time.now() + minute - 35_000)
  })

  test('after another has a higher boot and counts its messages anew', () => {
    const { machine, published, connect, hush } = readyRig()
    machine.disconnected()
    hush()
    connect()
    expect(published[0]?.envelope).toMatchObject({ mid: '2-1', seq: 1, data: { boot: 2 } })
    machine.disconnected()
    // The connection broke before `connected`: the broker publishes its last will all the same.
    machine.disconnected()
    expect(machine.login().will).toMatchObject({ mid: '4-will', data: { boot: 4 } })
  })

  test('says the slots first, then what waited, then that it lives', () => {
    const { machine, published, time, connect } = readyRig()
    machine.disconnected()
    machine.buy({ ...onePiece, pay: 'coin' })
    time.advance(minute)
    connect()
    expect(published.map(({ name }) => name)).toEqual(['status', 'slots', 'sale', 'heartbeat'])
  })

  test('after a restart says the faults again that are still there', () => {
    const { machine, heard, connect, hush } = readyRig({ slots: 2 })
    machine.breakDown('MOTOR', 2)
    machine.breakDown('BOARD_COMM')
    machine.disconnected()
    hush()
    connect()
    expect(heard('fault')).toEqual([])
    machine.powerCut()
    machine.boot()
    connect()
    expect(heard('fault')).toMatchObject([
      { code: 'MOTOR', ch: 2, active: true },
      { code: 'BOARD_COMM', active: true },
    ])
  })

  test('takes no time that answers an earlier connection', () => {
    const { machine, tell, command, heard, connect } = createRig({ tellsTime: false })
    machine.boot()
    connect()
    machine.disconnected()
    connect()
    tell('time', { now: noon, mid: '1-1' })
    command('dispense', onePiece)
    expect(heard('ack')).toMatchObject([{ accepted: false, why: 'no time' }])
  })

  test('that breaks is announced by the will, with the boot of that life', () => {
    const { machine } = createRig()
    machine.boot()
    machine.powerCut()
    machine.boot()
    expect(machine.login().will).toMatchObject({
      mid: '2-will',
      type: 'status',
      data: { state: 'offline', boot: 2, reason: 'lost' },
    })
  })

  test('that is left on purpose ends with the status offline', () => {
    const { machine, heard, lines } = readyRig()
    machine.shutdown()
    expect(heard('status')).toEqual([{ state: 'offline', boot: 1, reason: 'shutdown' }])
    expect(lines).toEqual(['dial', 'hang up'])
    expect(machine.running()).toBe(false)
  })
})

describe('what is not acknowledged', () => {
  test('is said again after a reconnect, under the same number, until it is', () => {
    const { machine, command, published, server, time, connect, hush } = readyRig()
    server.acknowledges = false
    command('dispense', onePiece)
    time.advance(minute)
    const important = () =>
      published.filter(({ name }) => name === 'ack' || name === 'result').map(({ envelope }) => envelope.mid)
    const first = important()
    expect(first).toHaveLength(2)
    for (const acknowledges of [false, true]) {
      machine.disconnected()
      hush()
      server.acknowledges = acknowledges
      connect()
      time.advance(1_000)
      expect(important()).toEqual(first)
    }
    machine.disconnected()
    hush()
    connect()
    expect(important()).toEqual([])
  })

  test('survives a power cut, and no number is ever used twice', () => {
    const { machine, command, published, server, time, connect } = readyRig()
    server.acknowledges = false
    command('dispense', onePiece)
    time.advance(minute)
    const result = published.find(({ name }) => name === 'result')
    machine.powerCut()
    machine.boot()
    connect()
    const again = published.filter(({ name }) => name === 'result')
    expect(again.map(({ envelope }) => envelope)).toEqual([result?.envelope, result?.envelope])
    const texts = new Map<string, string>()
    for (const { envelope } of published) {
      const text = JSON.stringify(envelope)
      expect(texts.get(envelope.mid) ?? text).toBe(text)
      texts.set(envelope.mid, text)
    }
  })

  test('takes no more room than there is, and results come before reports', () => {
    const { machine, command, server, time } = readyRig({ slots: 1 })
    server.acknowledges = false
    machine.disconnected()
    machine.connected()
    for (let at = 0; at < 2 * outboxSize; at += 1) {
      command('led', { on: true })
      time.advance(400)
    }
    const { outbox } = machine.memory
    expect(outbox).toHaveLength(outboxSize)
    expect(outbox.filter(({ name }) => name === 'result').length).toBeGreaterThan(outboxSize - 10)
  })

  test('is emptied with ten messages on the way, and answers to commands overtake it', () => {
    const { machine, server, heard, connect, hush, command, time } = readyRig({ slots: 1 })
    machine.memory.slots[0]!.max = 9_999
    machine.disconnected()
    for (let at = 0; at < 25; at += 1) {
      machine.refill()
      machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'coin' })
      time.advance(minute)
    }
    server.acknowledges = false
    hush()
    connect()
    expect(heard('sale')).toHaveLength(10)
    const id = command('led', { on: true })
    time.advance(1_000)
    expect(heard('ack')).toMatchObject([{ id }])
    expect(heard('result')).toMatchObject([{ id }])
    expect(heard('sale')).toHaveLength(10)
    const sent = machine.memory.outbox
      .filter(({ name }) => name === 'sale')
      .map(({ envelope }) => envelope.mid)
    machine.delivered(sent[0]!)
    expect(heard('sale')).toHaveLength(11)
    server.acknowledges = true
    for (const mid of sent.slice(1, 11)) machine.delivered(mid)
    time.advance(1_000)
    expect(heard('sale')).toHaveLength(25)
    expect(new Set(heard('sale').map(({ saleId }) => saleId)).size).toBe(25)
  })

  test('is not said again when a full report says it all', () => {
    const { machine, server, heard, connect, hush } = readyRig({ slots: 2 })
    server.acknowledges = false
    machine.memory.slots[0]!.qty = 0
    machine.refill()
    expect(heard('slots')).toHaveLength(1)
    machine.disconnected()
    hush()
    connect()
    expect(heard('slots')).toMatchObject([{ full: true }])
  })
})

test('a fresh machine has as many slots as asked for, filled and priced', () => {
  const memory = newMemory({ type: 'lattice', secret: 's', slots: 7, random: seeded(3) })
  expect(memory.slots.map(({ ch, qty, max }) => [ch, qty, max])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((ch) => [ch, 1, 1]),
  )
  expect(memory.slots.every(({ price }) => price >= 500 && price <= 10_000)).toBe(true)
  expect(JSON.parse(JSON.stringify(memory))).toEqual(memory)
})
