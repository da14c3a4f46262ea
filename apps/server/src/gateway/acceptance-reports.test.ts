/** What docs/machine-protocol.md promises about reports and commands, tried with a machine that was written from that document alone. */
import { describe, expect, test } from 'vitest'

import { acceptanceStand, sale } from '../../test/acceptance-stand.ts'
import { soon } from '../../test/document-machine.ts'
import { rotateSecret } from '../modules/machines/index.ts'

const {
  app,
  gateway,
  machineOf,
  newMachine,
  dispense,
  hearDispense,
  health,
  lastCommand,
  slots,
  searches,
  faults,
  bills,
} = await acceptanceStand()

describe('reports', () => {
  test('a heartbeat is noted, also without acknowledgement', async () => {
    const machine = await newMachine()
    const versions = { net: '4g', app: '3.2.0', android: '11' }
    const body = machine.envelope('heartbeat', { rssi: -71.5, uptime: 42, temp: 6.5, ...versions })
    await machine.run('pub', [...machine.up('heartbeat'), '-q', '0', '-m', body]).ended
    const noted = { ...versions, rssi: expect.closeTo(-71.5, -1), temperature: 6.5 }
    await expect.poll(() => health(machine), soon).toMatchObject(noted)
  })

  test('a full report is all the slots there are, a partial one only what changed', async () => {
    const machine = await newMachine()
    const one = { ch: 1, qty: 6, max: 10, state: 'ok' }
    const two = { ch: 2, qty: 0, max: 10, state: 'off' }
    const three = { ch: 3, qty: 4, max: 10, state: 'fault', fault: 'MOTOR' }
    await machine.say('slots', { rev: 903, full: true, slots: [one, two, three] })
    expect(await slots(machine)).toEqual([{ ...one, fault: null }, { ...two, fault: null }, three])
    const sold = { ...one, qty: 5 }
    const repaired = { ch: 3, qty: 4, max: 10, state: 'ok' }
    await machine.say('slots', { rev: 904, full: false, slots: [sold, repaired] })
    expect(await slots(machine)).toEqual([sold, two, repaired].map((slot) => ({ ...slot, fault: null })))
    await machine.say('slots', { rev: 905, full: true, slots: [two] })
    expect(await slots(machine)).toEqual([{ ...two, fault: null }])
  })

  test('a fault begins and ends, however often it is said', async () => {
    const machine = await newMachine()
    const motor = { code: 'MOTOR', ch: 2, raw: 'E21 motor 2 no pulse', active: true }
    const board = { code: 'BOARD_COMM', raw: '', active: true }
    await machine.say('fault', board)
    await machine.publish('fault', await machine.say('fault', motor))
    await machine.say('fault', motor)
    expect(await faults(machine)).toEqual([{ ...board, ch: 0 }, motor])
    const over = { ...motor, active: false }
    await machine.publish('fault', await machine.say('fault', over))
    expect(await faults(machine)).toEqual([{ ...board, ch: 0 }, over])
  })

  test('what has ended does not begin again when its first message is sent again', async () => {
    const machine = await newMachine()
    const fault = { code: 'MOTOR', ch: 2, raw: 'E', active: true }
    const began = await machine.say('fault', fault)
    await machine.say('fault', { ...fault, active: false })
    await machine.publish('fault', began)
    expect(await faults(machine)).toEqual([{ ...fault, active: false }])

    const searching = await machine.say('config', { init: 'running', slots: 0 })
    await machine.say('config', { init: 'done', slots: 6 })
    await machine.publish('config', searching)
    expect(await searches(machine)).toEqual([{ searching: false }])
  })

  test('a machine that counts in RAM loses no message, and none counts twice', async () => {
    const machine = await newMachine()
    const fault = { code: 'MOTOR', ch: 2, raw: 'E', active: true }
    const say = async (active: boolean) => {
      app.clock.advance(1)
      const body = machine.envelope('fault', { ...fault, active }, { mid: 'm-1', seq: 1 })
      await machine.publish('fault', body)
      return body
    }
    const first = await say(true)
    await machine.comeBack(413)
    const second = await say(false)
    expect(await faults(machine)).toEqual([{ ...fault, active: false }])
    await machine.comeBack(414)
    await say(true)
    for (const body of [first, second]) await machine.publish('fault', body)
    expect((await faults(machine)).map(({ active }) => active).toSorted()).toEqual([false, true])
  })

  test('a sale that is sent twice is one', async () => {
    const machine = await newMachine()
    const body = await machine.say('sale', sale('5531'))
    const stored = await bills(machine)
    const now = app.clock.now
    const sold = { sale_id: '5531', amount: 1990, client: 'coin', status: 0, ts: now.getTime() }
    expect(stored).toEqual([{ ...sold, create_at: now, doubtful: false }])
    app.clock.advance(5)
    await machine.comeBack(413)
    await machine.publish('sale', body)
    expect(await bills(machine)).toEqual(stored)
  })

  test('a machine that has lost its memory counts from the beginning, and loses no sale', async () => {
    const machine = await newMachine()
    machine.boot = 1
    const first = machine.envelope('sale', sale('a'), { mid: '1-1', seq: 1 })
    await machine.publish('sale', first)
    const secret = await rotateSecret(app.deps, machine.sn)
    const after = machineOf({ ...machine.bound, secret })
    app.clock.advance(60)
    await after.comeBack(1)
    await after.publish('sale', after.envelope('sale', sale('b'), { mid: '1-1', seq: 1 }))
    await after.publish('sale', first)
    expect((await bills(machine)).map((bill) => bill['sale_id'])).toEqual(['a', 'b'])
  })

  test('a name that was used for another sale is refused', async () => {
    const machine = await newMachine()
    await machine.say('sale', sale('a'))
    const before = gateway.refusals.get('reused name') ?? 0
    await machine.say('sale', sale('a', { amount: 1000 }))
    expect(gateway.refusals.get('reused name')).toBe(before + 1)
    expect(await bills(machine)).toMatchObject([{ amount: 1990 }])
  })

  test('a sale of 29 days ago has its date, one of 31 days ago too, marked as doubtful', async () => {
    const machine = await newMachine()
    const day = 86_400
    app.clock.advance(40 * day)
    const ago = (days: number) => app.clock.now.getTime() - days * day * 1000
    for (const days of [29, 31, 41])
      await machine.publish('sale', machine.envelope('sale', sale(String(days)), { ts: ago(days) }))
    const stored = (await bills(machine)).toSorted((a, b) => Number(b['ts']) - Number(a['ts']))
    expect(stored).toMatchObject([
      { ts: ago(29), create_at: new Date(ago(29)), doubtful: false },
      { ts: ago(31), create_at: new Date(ago(31)), doubtful: true },
      // Before the machine was bound.
      { ts: ago(41), create_at: app.clock.now, doubtful: true },
    ])
  })

  test('100 sales out of an outbox are 100 sales, also when the whole outbox is sent again', async () => {
    const machine = await newMachine()
    const names = Array.from({ length: 100 }, (_, at) => `${machine.sn}-${at}`)
    const outbox = names.map((name) => machine.envelope('sale', sale(name)))
    await machine.publish('sale', outbox.slice(0, 60))
    expect(await bills(machine)).toHaveLength(60)
    await machine.publish('sale', outbox)
    const stored = (await bills(machine)).map((bill) => String(bill['sale_id']))
    expect(stored.toSorted()).toEqual(names.toSorted())
  })

  test('the search for slots begins and ends', async () => {
    const machine = await newMachine()
    await machine.say('config', { init: 'running', slots: 0 })
    expect(await health(machine)).toMatchObject({ initializing_since: app.clock.now })
    await machine.say('config', { init: 'done', slots: 40 })
    expect(await health(machine)).toMatchObject({ initializing_since: null })
  })
})

describe('commands', () => {
  test('a command arrives, is acknowledged and carried out, and is done once', async () => {
    const machine = await newMachine()
    const { v, sn, type, data } = await hearDispense(machine, 1, 1)
    expect({ v, sn, type }).toEqual({ v: 1, sn: machine.sn, type: 'cmd' })
    const { id, ...rest } = data
    const at = app.clock.now.getTime()
    expect(rest).toEqual({ op: 'dispense', args: { items: [{ ch: 1, n: 1 }] }, at, ttl: 10_000 })
    expect(await lastCommand(machine)).toMatchObject({ state: 'sent' })

    await machine.say('ack', { id, accepted: true })
    expect(await lastCommand(machine)).toMatchObject({ state: 'acknowledged' })
    const done = { items: [{ ch: 1, n: 1, ok: true }], state: 'done', finished_at: app.clock.now }
    const result = await machine.say('result', { id, ok: true, items: done.items })
    expect(await lastCommand(machine)).toMatchObject(done)

    // As if the PUBACK was lost and the command then came a second time.
    app.clock.advance(1)
    await machine.publish('result', result)
    await machine.say('ack', { id, accepted: true })
    await machine.say('result', { id, ok: true, items: done.items, dup: true })
    expect(await lastCommand(machine)).toMatchObject(done)
  })

  test.for(['busy', 'late', 'no time', 'no such slot'])('refused with "%s" is failed', async (why) => {
    const machine = await newMachine()
    const { id } = (await hearDispense(machine, 1, 1)).data
    await machine.say('ack', { id, accepted: false, why })
    expect(await lastCommand(machine)).toMatchObject({ state: 'failed', why })
  })

  test('a command for three pieces whose motor fails at the third has failed, with two pieces out', async () => {
    const machine = await newMachine()
    const { id } = (await hearDispense(machine, 5, 3)).data
    await machine.say('ack', { id, accepted: true })
    const third = { ch: 5, n: 1, ok: false, fault: 'MOTOR' }
    const items = [{ ch: 5, n: 2, ok: true }, third]
    await machine.say('result', { id, ok: false, items })
    expect(await lastCommand(machine)).toMatchObject({ state: 'failed', items })
  })

  test('a power cut during the motion: what came out is unknown', async () => {
    const machine = await newMachine()
    const { id } = (await hearDispense(machine, 1, 3)).data
    await machine.say('ack', { id, accepted: true })
    await machine.comeBack(413)
    const items = [{ ch: 1, n: 1, ok: true }]
    await machine.say('result', { id, ok: false, items, why: 'interrupted' })
    await machine.say('result', { id, ok: true, items: [], dup: true })
    expect(await lastCommand(machine)).toMatchObject({ state: 'unknown', why: 'interrupted', items })
  })

  test('a command does not wait at the server for a machine that is away', async () => {
    const machine = await newMachine()
    await dispense(machine, 1, 1)
    expect((await hearDispense(machine, 2, 1)).data).toMatchObject({ args: { items: [{ ch: 2, n: 1 }] } })
  })
})
