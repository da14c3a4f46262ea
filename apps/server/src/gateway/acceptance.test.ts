/** What docs/machine-protocol.md promises, tried with a machine that was written from that document alone. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../test/app.ts'
import { makeMerchant, type Merchant } from '../../test/factories.ts'
import { type Data, Machine, soon } from '../../test/document-machine.ts'
import { asMachine, type BoundMachine, makeBoundMachine, makeMachine } from '../../test/machines.ts'
import { endPrograms, type Program } from '../../test/mosquitto-clients.ts'
import { asOwner } from '../../test/owner.ts'
import { giveCommand } from '../modules/commands/index.ts'
import { rotateSecret } from '../modules/machines/index.ts'
import { startGateway } from './gateway.ts'

let app: TestApp
let gateway: Awaited<ReturnType<typeof startGateway>>
let merchant: Merchant

beforeAll(async () => {
  app = await startApp()
  gateway = await startGateway(app.deps)
  merchant = await makeMerchant(app)
})
afterAll(async () => {
  await gateway.close()
  await app.close()
})

afterEach(endPrograms)

/** The server closed the connection instead of acknowledging. */
async function expectCut(program: Program): Promise<void> {
  expect(await program.ended, program.out).not.toBe(0)
  expect(program.out).toContain('sending PUBLISH')
  expect(program.out).not.toContain('PUBACK')
  expect(program.err).toContain('connection was lost')
}

const machineOf = (bound: BoundMachine): Machine =>
  new Machine({ port: () => gateway.port, now: () => app.clock.now }, bound)

async function newMachine(): Promise<Machine> {
  const machine = machineOf(await makeBoundMachine(app, merchant))
  await machine.online()
  return machine
}

const dispense = ({ bound }: Machine, ch: number, n: number) =>
  asMachine(app, bound, (ctx) => {
    const args = { items: [{ ch, n }] }
    return giveCommand(ctx, { op: 'dispense', args, attach: '', by: { id: null, username: 'tester' } })
  })

/** A user orders goods from this machine, and the machine receives the command. */
const hearDispense = (machine: Machine, ch: number, n: number) =>
  machine.hearOne('cmd', () => dispense(machine, ch, n))

const look = (what: string, from: string) => (machine: Machine) =>
  asOwner(app, `select ${what} from ${from} where device_id = $1 order by 1`, [machine.bound.id])
const last = (rows: ReturnType<typeof look>) => async (of: Machine) => (await rows(of)).at(-1)

const presence = last(look('online, reason, boot::int', 'device_state'))
const health = last(look('net, app, android, rssi, temperature, initializing_since', 'device_state'))
const settings = last(look('settings_rev::int as rev, applied_rev::int as applied, applied_at', 'device'))
const lastCommand = last(look('command_id, state, why, items, finished_at', 'command'))
const slots = look('channel_sn as ch, quantity as qty, max, state, fault', 'slot_report')
const searches = look('initializing_since is not null as searching', 'device_state')
const faults = look('code, channel_sn as ch, raw, cleared_at is null as active', 'device_fault')
const bills = look(
  `sale_id, total_price as amount, client, status, sent_ts::float8 as ts, create_at, 'clock' = any(oddities) as doubtful`,
  'bill',
)

const sale = (saleId: string, other: Data = {}): Data => {
  const paid = { saleId, client: 'coin', amount: 1990, result: 'delivered', tookMs: 4100 }
  return { ...paid, items: [{ ch: 2, n: 1, ok: true }], ...other }
}

describe('connecting', () => {
  test('a wrong secret, an unknown number and a client id that is not the number are refused', async () => {
    const machine = await newMachine()
    const answer = async (...wrong: string[]) => {
      const program = machine.run('pub', [...machine.up('status'), '-n', ...wrong])
      expect(await program.ended).not.toBe(0)
      return /CONNACK \((\d+)\)/.exec(program.out)?.[1]
    }
    expect(await answer('-P', 'not-the-secret-of-it')).toBe('4')
    expect(await answer('-i', '99999999999999999999', '-u', '99999999999999999999')).toBe('4')
    expect(await answer('-i', 'somebody')).toBe('5')
  })

  test('a status is answered with the time and the settings, and the machine is online', async () => {
    const machine = machineOf(await makeBoundMachine(app, merchant))
    const envelope = { v: 1, sn: machine.sn, ts: app.clock.now.getTime() }
    const data = { now: envelope.ts, mid: '412-1' }
    expect(await machine.ask('time')).toMatchObject({ ...envelope, type: 'time', data })
    await expect.poll(() => presence(machine), soon).toEqual({ online: true, reason: null, boot: 412 })
    app.clock.advance(1)
    expect((await machine.ask('time'))?.data).toEqual({ now: data.now + 1000, mid: '412-2' })

    const { rev } = (await settings(machine)) ?? {}
    expect(rev).toBeGreaterThan(0)
    expect(await machine.ask('config')).toMatchObject({ type: 'config', data: { rev, settings: {} } })
  })

  test('settings are kept for a later subscription, and the revision that the machine reports is stored', async () => {
    const machine = await newMachine()
    const { data } = await machine.hearOne('config')
    expect(await settings(machine)).toEqual({ rev: data['rev'], applied: 0, applied_at: null })
    await machine.say('config', { rev: data['rev'] })
    expect(await settings(machine)).toMatchObject({ applied: data['rev'], applied_at: app.clock.now })
  })

  test('a machine without a merchant gets settings with rev 0, and its sales are dropped', async () => {
    const machine = machineOf({ ...(await makeMachine(app)), id: '0', tenantId: '0' })
    await machine.online()
    expect((await machine.hearOne('config')).data).toEqual({ rev: 0, settings: {} })
    await machine.say('sale', sale('nobody-1'))
    expect(await asOwner(app, `select from bill where sale_id = 'nobody-1'`)).toEqual([])
  })

  test('a second connection with the same client id ends the older one', async () => {
    const machine = await newMachine()
    const older = await machine.listen('#')
    // Both clients reconnect when cut off: the older one's second attempt shows that it was cut off, and may cut
    // off the younger one in turn.
    await machine.run('pub', [
      ...machine.up('slots'),
      '-m',
      machine.envelope('slots', { rev: 1, full: true, slots: [] }),
    ]).ended
    await expect.poll(() => older.out.split('sending CONNECT').length, soon).toBeGreaterThan(2)
  })
})

describe('presence', () => {
  test('a connection that breaks makes the machine offline, and it comes back with a higher boot', async () => {
    const machine = await newMachine()
    const line = await machine.listen('#')
    expect(await presence(machine)).toMatchObject({ online: true })
    line.child.kill('SIGKILL')
    await expect.poll(() => presence(machine), soon).toEqual({ online: false, reason: 'lost', boot: 412 })
    await machine.comeBack(413)
    expect(await presence(machine)).toMatchObject({ online: true, boot: 413 })
  })

  test('a late will, a status with an older boot and one that came before change nothing', async () => {
    const machine = await newMachine()
    const late = machine.will()
    await machine.comeBack(413)
    await machine.publish('status', late, '-r')
    expect(await presence(machine)).toMatchObject({ online: true, boot: 413 })
    const farewell = await machine.leave()
    await machine.online()
    await machine.publish('status', farewell, '-r')
    expect(await presence(machine)).toMatchObject({ online: true, boot: 413 })
    await machine.leave()
    await machine.comeBack(411)
    expect(await presence(machine)).toEqual({ online: false, boot: 413, reason: 'shutdown' })
  })

  test('a connection that closes without a message changes nothing; a machine that reported offline stays so until it reports online', async () => {
    const machine = await newMachine()
    await machine.hearOne('config')
    await machine.say('slots', { rev: 1, full: true, slots: [] })
    expect(await presence(machine)).toMatchObject({ online: true })
    await machine.leave()
    await machine.say('slots', { rev: 2, full: true, slots: [] })
    expect(await presence(machine)).toMatchObject({ online: false, reason: 'shutdown' })
    await machine.comeBack(413)
    expect(await presence(machine)).toMatchObject({ online: true, boot: 413 })
  })

  test('90 s of silence are offline, until the next message', async () => {
    const machine = await newMachine()
    await app.work()
    app.clock.advance(91)
    await expect.poll(() => presence(machine), { timeout: 60_000 }).toMatchObject({ online: false })
    await machine.say('slots', { rev: 1, full: true, slots: [] })
    await expect.poll(() => presence(machine), soon).toMatchObject({ online: true })
  })
})

describe('reports', () => {
  test('a heartbeat is noted, also without acknowledgement', async () => {
    const machine = await newMachine()
    const versions = { net: '4g', app: '3.2.0', android: '11' }
    const body = machine.envelope('heartbeat', { rssi: -71.5, uptime: 42, temp: 6.5, ...versions })
    await machine.run('pub', [...machine.up('heartbeat'), '-q', '0', '-m', body]).ended
    const noted = { ...versions, rssi: expect.closeTo(-71.5, -1), temperature: expect.closeTo(6.5, -1) }
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
    const kept = await bills(machine)
    const now = app.clock.now
    const sold = { sale_id: '5531', amount: 1990, client: 'coin', status: 0, ts: now.getTime() }
    expect(kept).toEqual([{ ...sold, create_at: now, doubtful: false }])
    app.clock.advance(5)
    await machine.comeBack(413)
    await machine.publish('sale', body)
    expect(await bills(machine)).toEqual(kept)
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
    const kept = (await bills(machine)).toSorted((a, b) => Number(b['ts']) - Number(a['ts']))
    expect(kept).toMatchObject([
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
    const kept = (await bills(machine)).map((bill) => String(bill['sale_id']))
    expect(kept.toSorted()).toEqual(names.toSorted())
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

  test('a power cut during the motion: the command has failed, interrupted', async () => {
    const machine = await newMachine()
    const { id } = (await hearDispense(machine, 1, 1)).data
    await machine.say('ack', { id, accepted: true })
    await machine.comeBack(413)
    await machine.say('result', { id, ok: false, items: [], why: 'interrupted' })
    expect(await lastCommand(machine)).toMatchObject({ state: 'failed', why: 'interrupted' })
  })

  test('a command does not wait at the server for a machine that is away', async () => {
    const machine = await newMachine()
    await dispense(machine, 1, 1)
    expect((await hearDispense(machine, 2, 1)).data).toMatchObject({ args: { items: [{ ch: 2, n: 1 }] } })
  })
})

describe('what the server refuses', () => {
  test('subscribing to anything but what is said to the machine itself', async () => {
    const [machine, other] = [await newMachine(), await newMachine()]
    const [own, others] = [`vm/v1/${machine.sn}`, `vm/v1/${other.sn}`]
    const no = ['#', 'vm/v1/+/down/#', `${others}/down/#`, `${others}/down/cmd`, `${others}/up/#`, `${own}/#`]
    const yes = ['#', 'time', 'config', 'cmd', 'order'].map((name) => `${own}/down/${name}`)
    const topics = [...no, ...yes].flatMap((topic) => ['-t', topic])
    const program = machine.run('sub', ['-q', '1', '-W', '15', ...topics])
    const answers = [...no.map(() => 128), ...yes.map(() => 1)].join(', ')
    await expect.poll(() => program.out, soon).toContain(`Subscribed (mid: 1): ${answers}\n`)
  })

  test('publishing under the name of another, or to a topic that is not for machines to write', async () => {
    const [machine, other] = [await newMachine(), await newMachine()]
    const body = other.envelope('status', { state: 'offline', boot: 412, reason: 'shutdown' })
    const own = `vm/v1/${machine.sn}`
    for (const topic of [`vm/v1/${other.sn}/up/status`, `${own}/down/cmd`, `${own}/up/hello`, 'hello']) {
      await expectCut(machine.run('pub', ['-q', '1', '-t', topic, '-m', body]))
    }
    await machine.publish('status', body)
    expect(await presence(other)).toMatchObject({ online: true })
  })

  test('a message that breaks the protocol is acknowledged and dropped', async () => {
    const machine = await newMachine()
    const letters = 'x'.repeat(65)
    const item = { ch: 2, n: 1, ok: true }
    const envelopes: Data[] = [{ v: 2 }, { sn: '10000001' }, { sn: 7 }, { type: 'order' }, { mid: letters }]
    envelopes.push({ mid: '' }, { mid: undefined }, { seq: -1 }, { ts: 1.5 }, { ts: undefined }, { data: [] })
    const sales: Data[] = [{ orderNo: null }, { saleId: '' }, { saleId: letters }, { client: 'cash' }]
    sales.push({ amount: 100_000_001 }, { amount: 19.9 }, { amount: '1990' }, { tookMs: 3_600_001 })
    sales.push({ items: [{ ch: 2, ok: true }] }, { items: [{ ...item, ch: 10_000 }] }, { result: 'ok' })
    sales.push({ items: [{ ...item, n: 101 }] }, { items: [{ ...item, ok: false, fault: 'BROKEN' }] })
    const bad = envelopes.map((other) => machine.envelope('sale', sale('s'), other))
    bad.push('not JSON', '[]', ...sales.map((other) => machine.envelope('sale', sale('s', other))))
    await machine.publish('sale', bad)
    expect(await bills(machine)).toEqual([])
  })

  test('what is just within the limits is taken, and unknown fields do no harm', async () => {
    const machine = await newMachine()
    const mid = 'x'.repeat(64)
    const items = Array.from({ length: 400 }, () => ({ ch: 9999, n: 100, ok: false, fault: 'MOTOR' }))
    const data = sale(mid, { amount: 100_000_000, tookMs: 3_600_000, result: 'failed', orderNo: mid, items })
    const other = { mid, seq: 2 ** 53 - 1, weather: null }
    await machine.publish('sale', machine.envelope('sale', { ...data, weather: {} }, other))
    expect(await bills(machine)).toMatchObject([{ sale_id: mid, amount: 100_000_000, status: 1 }])
  })

  test('a message of 64 KiB is taken, one byte more closes the connection', async () => {
    const machine = await newMachine()
    const empty = machine.envelope('sale', sale('s', { padding: '' }))
    const ofSize = (bytes: number) =>
      empty.replace('"padding":"', (key) => key + 'x'.repeat(bytes - empty.length))
    await expectCut(machine.run('pub', [...machine.up('sale'), '-s'], ofSize(64 * 1024 + 1)))
    expect(await bills(machine)).toEqual([])
    await machine.publish('sale', ofSize(64 * 1024))
    expect(await bills(machine)).toHaveLength(1)
  })
})
