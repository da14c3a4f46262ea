/** The register of machines: their secrets, their codes, and who had them when. */
import { describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { makeBoundMachine, makeMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { operatorOrigin } from '../../kernel/operator.ts'
import { disconnectChannel } from './connection-queries.ts'
import {
  acceptSecret,
  authenticate,
  bindByOperator,
  bindingOf,
  listMachines,
  ownerAt,
  passwordLines,
  registerMachine,
  renewBindCode,
  rotateSecret,
  secretMadeAt,
  sendNewSecret,
  unbindByOperator,
} from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const origin = () => operatorOrigin(app.deps)

/** The machines whose connections have to end, from now on. */
async function listenToEnds(): Promise<string[]> {
  const listener = await app.owner.connect()
  onTestFinished(() => listener.release(true))
  const heard: string[] = []
  listener.on('notification', ({ payload = '' }) => void heard.push(payload))
  await listener.query(`listen ${disconnectChannel}`)
  return heard
}

/** As if machines were connected to a broker of the operator's own. */
function useExternalBroker(): void {
  const { url } = app.deps.config.mqtt
  app.deps.config.mqtt.url = 'mqtt://broker.example'
  onTestFinished(() => void (app.deps.config.mqtt.url = url))
}

const bootOf = async ({ id }: { id: string }) =>
  (await asOwner<{ boot: string }>(app, 'select boot from device_state where device_id = $1', [id]))[0]?.boot

describe('a secret', () => {
  test('of a bound machine counts with its first use, which ends the one before and its counters', async () => {
    const [machine, sibling] = [await makeOnlineMachine(app, owner), await makeOnlineMachine(app, owner)]
    const { sn } = machine
    const first = await secretMadeAt(app.deps, sn)
    app.clock.advance(60)
    const made = app.clock.now
    const secret = await rotateSecret(app.deps, sn)
    app.clock.advance(60)
    expect(await acceptSecret(app.deps, machine)).toEqual(first)
    expect([await bootOf(machine), await secretMadeAt(app.deps, sn)]).toEqual(['1', first])
    expect(await acceptSecret(app.deps, { sn, secret })).toEqual(made)
    expect([await bootOf(machine), await secretMadeAt(app.deps, sn)]).toEqual(['0', made])
    expect(await acceptSecret(app.deps, machine)).toBeUndefined()
    expect(await acceptSecret(app.deps, { sn, secret })).toEqual(made)
    expect([await bootOf(sibling), await authenticate(app.deps, sibling)]).toEqual(['1', true])
    expect(await acceptSecret(app.deps, { sn: '99999999', secret })).toBeUndefined()
    expect(await secretMadeAt(app.deps, '99999999')).toBeUndefined()
    await expect(rotateSecret(app.deps, '99999999')).rejects.toThrow('there is no machine 99999999')
  })

  test('of a free machine counts at once and ends the connection', async () => {
    const machine = await makeMachine(app)
    const ends = await listenToEnds()
    app.clock.advance(60)
    const secret = await rotateSecret(app.deps, machine.sn)
    expect(await authenticate(app.deps, machine)).toBe(false)
    expect(await acceptSecret(app.deps, { sn: machine.sn, secret })).toEqual(app.clock.now)
    await expect.poll(() => ends).toEqual([machine.sn])
  })

  test('counts at once with an external broker, which is given one for each machine', async () => {
    const [machine, sibling] = [await makeOnlineMachine(app, owner), await makeOnlineMachine(app, owner)]
    const lineOf = async (sn: string) =>
      (await passwordLines(app.deps)).filter((line) => line.startsWith(`${sn}:$6$`))
    const [first] = await lineOf(machine.sn)
    await rotateSecret(app.deps, sibling.sn)
    const [waiting] = await lineOf(sibling.sn)
    expect(await authenticate(app.deps, sibling)).toBe(true)
    useExternalBroker()
    const secret = await rotateSecret(app.deps, machine.sn)
    expect(await authenticate(app.deps, machine)).toBe(false)
    expect(await authenticate(app.deps, { sn: machine.sn, secret })).toBe(true)
    expect(await bootOf(machine)).toBe('0')
    const [second, ...more] = await lineOf(machine.sn)
    expect([second === first, more]).toEqual([false, []])
    expect(await lineOf(sibling.sn)).toEqual([waiting])
    const [next] = await asOwner<{ hash: string }>(
      app,
      'select next_secret_hash as hash from machine where sn = $1',
      [sibling.sn],
    )
    expect(waiting).toBe(`${sibling.sn}:${next?.hash}`)
    await expect(sendNewSecret(app.deps, machine.sn)).rejects.toThrow('use machine secret')
  })

  test('is not sent to a machine that is free, or whose previous merchant may know it', async () => {
    const free = await makeMachine(app)
    await expect(sendNewSecret(app.deps, free.sn)).rejects.toThrow('is bound to no merchant')
    const machine = await makeOnlineMachine(app, owner)
    await asOwner(
      app,
      `update machine_owner set tenant_id = $2, device_id = 1, until = now() + interval '1 year' where sn = $1`,
      [machine.sn, (await makeMerchant(app)).tenantId],
    )
    await expect(sendNewSecret(app.deps, machine.sn)).rejects.toThrow('a previous merchant may know')
  })
})

describe('the register', () => {
  test('has each number once, with a code that the operator renews while the machine is free', async () => {
    const machine = await makeMachine(app)
    const again = registerMachine(app.deps, { sn: machine.sn, type: 'vending', slots: 6 })
    await expect(again).rejects.toThrow(`there is a machine ${machine.sn} already`)
    await expect(renewBindCode(app.deps, '99999999')).rejects.toThrow('there is no machine 99999999')
    expect(await renewBindCode(app.deps, machine.sn)).not.toBe(machine.code)
  })

  test('lists machines with their merchants, and whether a previous merchant may know the secret', async () => {
    const [merchant, buyer] = [await makeMerchant(app), await makeMerchant(app)]
    const [kept, sold] = [await makeBoundMachine(app, merchant), await makeBoundMachine(app, merchant)]
    await unbindByOperator(app.deps, sold.sn, origin())
    const rowOf = async (sn: string) =>
      (await listMachines(app.deps.db.main, undefined)).find((row) => row.sn === sn)
    expect(await rowOf(kept.sn)).toEqual({
      sn: kept.sn,
      type: 'vending',
      slots: 6,
      tenant_id: merchant.tenantId,
      device_id: kept.id,
      secret_known_elsewhere: false,
    })
    expect(await rowOf(sold.sn)).toMatchObject({
      tenant_id: null,
      device_id: null,
      secret_known_elsewhere: true,
    })
    expect(await bindingOf(app.deps, sold.sn)).toBeUndefined()
    app.clock.advance(1)
    await rotateSecret(app.deps, sold.sn)
    expect(await rowOf(sold.sn)).toMatchObject({ secret_known_elsewhere: false })
    const ends = await listenToEnds()
    const { deviceId } = await bindByOperator(
      app.deps,
      buyer.tenantId,
      { sn: sold.sn, title: 'Bought' },
      origin(),
    )
    // The connection of the merchant before ends; a machine that never had one has none.
    await expect.poll(() => ends).toEqual([sold.sn])
    await makeBoundMachine(app, buyer)
    expect(ends).toEqual([sold.sn])
    expect(await bindingOf(app.deps, sold.sn)).toEqual({ tenantId: buyer.tenantId, deviceId })
    const own = await listMachines(app.deps.db.main, merchant.tenantId)
    expect(own.map(({ sn }) => sn)).toEqual([kept.sn])
  })
})

describe('the merchant of a moment', () => {
  const day = (n: number) => new Date(Date.UTC(2026, 10, n))
  const owners = [
    { tenantId: '1', deviceId: '11', since: day(1), until: day(5) },
    { tenantId: '2', deviceId: '12', since: day(10), until: null },
  ]
  const now = day(20)
  const at = (moment: Date, ms = 0) => ownerAt(owners, moment.getTime() + ms, now)
  const tenantAt = (moment: Date, ms = 0) => at(moment, ms)?.binding.tenantId
  const minutes = 60_000

  test('is the one who had the machine then, up to two minutes before', () => {
    expect([tenantAt(day(1)), tenantAt(day(5), -1), tenantAt(day(10)), tenantAt(now)]).toEqual([
      '1',
      '1',
      '2',
      '2',
    ])
    expect([tenantAt(day(5)), tenantAt(day(7))]).toEqual([undefined, undefined])
    expect([tenantAt(day(10), -2 * minutes), tenantAt(day(10), -2 * minutes - 1)]).toEqual(['2', undefined])
    expect(tenantAt(day(1), -2 * minutes)).toBe('1')
    expect(ownerAt([], now.getTime(), now)).toBeUndefined()
  })

  test('is the present one where the clock of the machine is wrong, and those before are named', () => {
    const [first] = owners
    expect(at(day(10))).toMatchObject({ binding: { tenantId: '2' }, earlier: [first] })
    expect(at(day(1))?.earlier).toEqual([])
    for (const wrong of [at(now, 2 * minutes + 1), at(day(1), -2 * minutes - 1)])
      expect(wrong).toMatchObject({
        binding: { tenantId: '2' },
        dated: { at: now, byClock: false },
        earlier: [first],
      })
    const [before] = owners
    if (!before) throw new Error('there is none')
    // Where one merchant follows another, the moment of the change belongs to the second.
    const next = { tenantId: '3', deviceId: '13', since: day(5), until: null }
    const then = (ms: number) => ownerAt([before, next], day(5).getTime() + ms, now)?.binding.tenantId
    expect([then(-1), then(0)]).toEqual(['1', '3'])
  })
})
