/** What docs/machine-protocol.md promises about connections and limits, tried with a machine that was written from that document alone. */
import { describe, expect, test } from 'vitest'

import { acceptanceStand, expectCut, sale } from '../../test/acceptance-stand.ts'
import { type Data, soon } from '../../test/document-machine.ts'
import { makeBoundMachine, makeMachine } from '../../test/machines.ts'
import { asOwner } from '../../test/owner.ts'

const { app, merchant, machineOf, newMachine, presence, settings, bills } = await acceptanceStand()

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
    const lastWill = machine.will()
    await machine.comeBack(413)
    await machine.publish('status', lastWill, '-r')
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

  test('a message that cannot be understood is acknowledged, and nothing is booked', async () => {
    const machine = await newMachine()
    const letters = 'x'.repeat(65)
    const item = { ch: 2, n: 1, ok: true }
    const envelopes: Data[] = [{ v: 2 }, { sn: '10000001' }, { sn: 7 }, { type: 'order' }, { data: [] }]
    const sales: Data[] = [{ saleId: '' }, { saleId: letters }, { client: 'cash' }]
    sales.push({ amount: 100_000_001 }, { amount: 19.9 }, { amount: '1990' })
    sales.push({ items: [{ ch: 2, ok: true }] }, { items: [{ ...item, ch: 10_000 }] })
    sales.push({ items: [{ ...item, n: 101 }] })
    const bad = envelopes.map((other) => machine.envelope('sale', sale('s'), other))
    bad.push('not JSON', '[]', ...sales.map((other) => machine.envelope('sale', sale('s', other))))
    await machine.publish('sale', bad)
    expect(await bills(machine)).toEqual([])
  })

  test('what is just within the limits is taken, and unknown fields do no harm', async () => {
    const machine = await newMachine()
    const mid = 'x'.repeat(64)
    const items = Array.from({ length: 400 }, () => ({ ch: 9999, n: 24, ok: false, fault: 'MOTOR' }))
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
