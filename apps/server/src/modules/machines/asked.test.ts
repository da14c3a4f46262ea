/** What the gateway and the operator ask of the registry. */
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { makeBoundMachine, makeMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import {
  bindByOperator,
  isMachineType,
  listMachines,
  ownerAt,
  ownerOfSale,
  passwordLines,
  registerMachine,
  rotateSecret,
  secretMadeAt,
  unbindByOperator,
} from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US', now: app.clock.now } as const

describe('the merchant of a message', () => {
  const minute = 60_000
  const start = Date.UTC(2026, 10, 1)
  const at = (minutes: number): Date => new Date(start + minutes * minute)
  const had = (binding: string, since: number, until: number | null) => ({
    tenantId: binding.slice(0, 1),
    deviceId: binding,
    since: at(since),
    until: until === null ? null : at(until),
  })
  const owners = [had('1a', 0, 60), had('2a', 100, 200), had('1b', 200, null)]
  /** Who had the machine at a minute of the machine's clock, and who had it before. */
  const found = (ts: number, now = 1_000, of = owners) => {
    const then = ownerAt(of, start + ts * minute, at(now))
    return then && [then.binding, ...then.earlier].map(({ deviceId }) => deviceId).join(' after ')
  }

  test('is the one who had the machine then, until the moment in which it left', () => {
    expect([0, 59, 100, 199, 200, 999].map((ts) => found(ts))).toEqual([
      '1a',
      '1a',
      '2a after 1a',
      '2a after 1a',
      '1b after 1a after 2a',
      '1b after 1a after 2a',
    ])
  })

  test('is one who got the machine up to two minutes later, and no other', () => {
    expect([98, 97.9, 60, -2].map((ts) => found(ts))).toEqual(['2a after 1a', undefined, undefined, '1a'])
    // A clock that differs does not take a sale from the merchant who had the machine.
    const close = [had('1a', 0, 100), had('2a', 100, null)]
    expect([99, 100].map((ts) => found(ts, 1_000, close))).toEqual(['1a', '2a after 1a'])
  })

  test('is the present one for a date that cannot be', () => {
    expect([-3, 1_003].map((ts) => found(ts))).toEqual(['1b after 1a after 2a', '1b after 1a after 2a'])
    // At that time no merchant has it.
    expect(found(-3, 80)).toBeUndefined()
    expect(ownerAt([], start, at(0))).toBeUndefined()
  })

  test('is the present one for a sale of a time when no merchant had the machine, by the time of arrival', () => {
    const sold = (ts: number, now = 1_000, of = owners) => ownerOfSale(of, start + ts * minute, at(now))
    expect(found(80)).toBeUndefined()
    expect(sold(80)).toEqual({
      binding: owners[2],
      dated: { at: at(1_000), byClock: false, doubtful: true },
      earlier: owners.slice(0, 2),
    })
    // Those of merchants who had it stay theirs.
    for (const ts of [0, 98, 150, 999, -3])
      expect(sold(ts)).toEqual(ownerAt(owners, start + ts * minute, at(1_000)))
    // Now no merchant has it.
    expect(sold(80, 90)).toBeUndefined()
    expect(sold(80, 1_000, [had('1a', 0, 60)])).toBeUndefined()
    expect(sold(80, 1_000, [])).toBeUndefined()
  })
})

describe('the operator', () => {
  test('lists the machines of all, or of one merchant, and whose secret a former merchant may know', async () => {
    const free = await makeMachine(app)
    const own = await makeBoundMachine(app, owner)
    const moved = await makeBoundMachine(app, owner)
    const theirs = await makeBoundMachine(app, neighbour)
    await unbindByOperator(app.deps, moved.sn, origin)
    const listed = async (tenantId?: string) =>
      (await listMachines(app.deps.db.main, tenantId)).map((row) => [
        row.sn,
        row.tenant_id,
        row.secret_known_elsewhere,
      ])
    expect(await listed()).toEqual([
      [free.sn, null, false],
      [own.sn, owner.tenantId, false],
      [moved.sn, null, true],
      [theirs.sn, neighbour.tenantId, false],
    ])
    expect(await listed(owner.tenantId)).toEqual([[own.sn, owner.tenantId, false]])
  })

  test('binds a machine to another merchant only with a new secret', async () => {
    const machine = await makeBoundMachine(app, owner)
    const bind = (sn: string) => bindByOperator(app.deps, neighbour.tenantId, { sn, title: 'Moved' }, origin)
    await expect(bind(machine.sn)).rejects.toThrow(`machine ${machine.sn} is unknown or bound already`)
    await unbindByOperator(app.deps, machine.sn, origin)
    await expect(bind(machine.sn)).rejects.toThrow(`machine secret --sn ${machine.sn}`)
    app.clock.advance(1)
    await rotateSecret(app.deps, machine.sn)
    expect(await secretMadeAt(app.deps, machine.sn)).toEqual(app.clock.now)
    expect((await bind(machine.sn)).deviceId).toMatch(/^\d+$/)
    await expect(bind('1')).rejects.toThrow('machine 1 is unknown or bound already')
  })

  test('registers each number once, and knows the kinds of machines', async () => {
    const { sn } = await makeMachine(app, 'gashapon')
    const made = await secretMadeAt(app.deps, sn)
    app.clock.advance(1)
    await expect(registerMachine(app.deps, { sn, type: 'vending', slots: 6 })).rejects.toThrow(
      `there is a machine ${sn} already`,
    )
    expect(await secretMadeAt(app.deps, sn)).toEqual(made)
    expect(await secretMadeAt(app.deps, '1')).toBeUndefined()
    expect(['vending', 'gashapon', 'robot', ''].map(isMachineType)).toEqual([true, true, false, false])
  })

  test('writes one password for each machine: the new one, as soon as there is one', async () => {
    const bound = await makeBoundMachine(app, owner)
    const hashes = () =>
      asOwner<{ sn: string; secret_hash: string; next_secret_hash: string | null }>(
        app,
        'select sn, secret_hash, next_secret_hash from machine order by sn',
      )
    const lines = async () => (await hashes()).map((row) => `${row.sn}:${row.secret_hash}`)
    expect(await passwordLines(app.deps)).toEqual(await lines())
    await rotateSecret(app.deps, bound.sn)
    const next = (await hashes()).find(({ sn }) => sn === bound.sn)?.next_secret_hash
    expect(next).toMatch(/./)
    const expected = (await lines()).map((line) => (line.startsWith(bound.sn) ? `${bound.sn}:${next}` : line))
    expect(await passwordLines(app.deps)).toEqual(expected)
  })
})
