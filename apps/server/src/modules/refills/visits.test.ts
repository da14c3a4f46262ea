/** Visits at machines: booked once, for the moment of the count, by a person who may. */
import { errorCodes, type Permission, refillCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { Phone } from '../../../test/refill-phone.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { sweep } from './sweep-service.ts'

const stand = await SlotStand.start()
let machine: BoundMachine
let sibling: BoundMachine

/** Two machines with 8 colas in slot 1, 5 in slot 2, and water in slot 3; each slot holds 20. */
beforeEach(async () => {
  machine = await makeOnlineMachine(stand.app, stand.owner)
  sibling = await makeBoundMachine(stand.app, stand.owner)
  await stand.stock(machine, sibling)
})

const phoneAt = (machine: BoundMachine, as: Merchant = stand.owner) => Phone.at(stand.app, machine, as)
const readAt = async ({ sn }: BoundMachine) =>
  (await stand.app.call(refillCalls.getRefillMachine, { sn }, { as: stand.owner })).body.result

const stock = (one = machine) => stand.firstStock(one)
const newLines = (one = machine) => stand.linesSinceStock(one)
const later = (seconds: number) => stand.app.clock.advance(seconds)

const sells = (items: Record<number, number>, one = machine) => stand.sellsNow(one, items)

describe('a visit', () => {
  test('shows the slots with their goods, and none of a machine that holds no pieces', async () => {
    const read = await readAt(machine)
    expect(read).toMatchObject({ sn: machine.sn, store: null, at: stand.app.clock.now.toISOString() })
    expect(read.slots[0]).toMatchObject({
      channel_sn: 1,
      goods: { title: 'Cola' },
      quantity: 8,
      max: 20,
      counted: null,
    })
    const pulses = await makeBoundMachine(stand.app, stand.owner, { type: 'pulse', slots: 2 })
    expect((await readAt(pulses)).slots).toEqual([])
    const phone = await phoneAt(machine)
    const input = { ...phone.says([1, 'full']).input, sn: pulses.sn }
    const { body } = await stand.app.call(refillCalls.sendRefillVisit, input, { as: stand.owner })
    expect(body.rcode).not.toBe(0)
  })

  test('names each slot once', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'], [1, 3])
    expect((await phone.send()).body.rcode).toBe(100)
  })
})

describe('a visit that is sent again', () => {
  test('is booked once and answered as before, hours later too', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'], [2, 3])
    const at = stand.app.clock.now.toISOString()
    const first = (await phone.send()).body.result
    expect(first).toEqual({
      visit: phone.visit,
      at,
      refill: expect.stringMatching(/^\d+$/),
      slots: [
        { channel_sn: 1, conflict: null, before: 8, after: 20 },
        { channel_sn: 2, conflict: null, before: 5, after: 3 },
      ],
    })
    await sells({ 1: 4 })
    later(3_600)
    expect((await phone.send()).body.result).toEqual(first)
    expect(await stock()).toEqual([16, 3, 5])
  })

  test('with other statements is refused, and books nothing', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'])
    expect((await phone.send()).body.rcode).toBe(0)
    const other = await stand.app.call(
      refillCalls.sendRefillVisit,
      {
        ...phone.input,
        slots: phone.input.slots.map((slot) => ({ ...slot, set: { kind: 'machine' as const } })),
      },
      { as: stand.owner },
    )
    expect(other.body).toMatchObject({ rcode: errorCodes.repeatedDifferently })
    expect((await phone.says([2, 'full']).send()).body.rcode).toBe(errorCodes.repeatedDifferently)
    expect(await stock()).toEqual([20, 5, 5])
  })

  test('while the first is under way, is booked once', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'], [2, 3])
    const answers = await Promise.all(Array.from({ length: 6 }, () => phone.send()))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.result))).size).toBe(1)
    expect(answers.map(({ body }) => body.rcode)).toEqual([0, 0, 0, 0, 0, 0])
    expect(await newLines()).toHaveLength(2)
  })

  test('is another visit at another merchant, and nobody else’s at this one', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'])
    expect((await phone.send()).body.rcode).toBe(0)
    const staff = await makeStaff(stand.app, stand.owner, { permissions: ['device.manage'] })
    expect((await phone.send(staff)).body.rcode).not.toBe(0)
    const neighbour = await makeMerchant(stand.app)
    const theirs = await makeBoundMachine(stand.app, neighbour)
    expect((await phone.send(neighbour)).body.rcode).toBe(
      (await stand.app.call(refillCalls.getRefillMachine, { sn: '1' }, { as: neighbour })).body.rcode,
    )
    const input = { ...phone.input, sn: theirs.sn }
    const { body } = await stand.app.call(refillCalls.sendRefillVisit, input, { as: neighbour })
    expect(body.result.slots).toMatchObject([{ conflict: 'goods' }])
    expect(await stock()).toEqual([20, 5, 5])
  })

  test('is forgotten after thirteen months, and cannot be booked then, as any visit after three', async () => {
    const daysAgo = (days: number) => new Date(stand.app.clock.now.getTime() - days * 86_400_000)
    const read = (days: number, phone: Phone) =>
      stand.app.call(
        refillCalls.sendRefillVisit,
        { ...phone.input, read_at: daysAgo(days).toISOString() },
        { as: stand.owner },
      )
    await asOwner(stand.app, 'update device set bound_at = $2 where device_id = $1', [
      machine.id,
      daysAgo(99),
    ])
    const phone = (await phoneAt(machine)).says([1, 'full'])
    const second = (await phoneAt(machine)).says([2, 'full'])
    expect((await read(91, second)).body).toMatchObject({ rcode: 103, msg: expect.stringContaining('90') })
    expect((await read(89, phone)).body.rcode).toBe(0)
    const kept = async (days: number) => {
      await asOwner(stand.app, 'update refill_visit set at = $2 where visit_id = $1', [
        phone.visit,
        daysAgo(days),
      ])
      await sweep(stand.app.deps, stand.owner.tenantId, stand.app.clock.now)
      return asOwner(stand.app, 'select from refill_visit where visit_id = $1', [phone.visit])
    }
    expect(await kept(390)).toHaveLength(1)
    expect(await kept(400)).toHaveLength(0)
  })
})

describe('the moment of a count', () => {
  test('sales after the count are taken off, sales before it are not', async () => {
    const phone = await phoneAt(machine)
    await sells({ 1: 2 })
    later(60)
    phone.says([1, 'full'], [2, 10])
    later(60)
    await sells({ 1: 3, 2: 1 })
    later(3_600)
    expect(await phone.outcome()).toEqual([
      [1, 17],
      [2, 9],
    ])
  })

  test('a clock of a phone that is wrong changes nothing before the reading or after the sending', async () => {
    await sells({ 1: 2 })
    later(60)
    const phone = (await phoneAt(machine)).says([1, 'full'])
    later(60)
    const input = {
      ...phone.input,
      slots: phone.input.slots.map((slot) => ({ ...slot, ago_ms: 86_400_000 })),
    }
    const { body } = await stand.app.call(refillCalls.sendRefillVisit, input, { as: stand.owner })
    expect(body.result.slots).toMatchObject([{ after: 20 }])
    const ahead = (await phoneAt(machine)).says([2, 9])
    const far = { ...ahead.input, read_at: '2999-01-01T00:00:00.000Z' }
    const answer = await stand.app.call(refillCalls.sendRefillVisit, far, { as: stand.owner })
    expect(answer.body.result.slots).toMatchObject([{ after: 9 }])
  })
})

describe('a person', () => {
  const permissions: Permission[] = ['device.manage']
  const notFound = async (as: Merchant) =>
    (await stand.app.call(refillCalls.getRefillMachine, { sn: '1' }, { as })).body.rcode

  test('of another merchant neither sees the machine nor books anything', async () => {
    const neighbour = await makeMerchant(stand.app)
    const phone = (await phoneAt(machine)).says([1, 'full'])
    expect((await phone.send(neighbour)).body.rcode).toBe(await notFound(neighbour))
    const read = await stand.app.call(refillCalls.getRefillMachine, { sn: machine.sn }, { as: neighbour })
    expect(read.body.rcode).toBe(await notFound(neighbour))
    expect(await stock()).toEqual([8, 5, 5])
  })

  test('who has lost the machine or the permission meanwhile is refused, and may send when it is back', async () => {
    const store = await makeStore(stand.app, stand.owner)
    const place = (id: string | null) =>
      asOwner(stand.app, 'update device set store_id = $2 where device_id = $1', [machine.id, id])
    await place(store._id)
    const permit = (ids: number[]) =>
      asOwner(
        stand.app,
        'update role set permission_ids = $2 where role_id = (select role_id from account where account_id = $1)',
        [staff.accountId, ids],
      )
    const staff = await makeStaff(stand.app, stand.owner, { permissions, stores: [store._id] })
    const [phone, second] = [await phoneAt(machine, staff), await phoneAt(machine, staff)]
    phone.says([1, 'full'])
    second.says([2, 'full'])
    await place(null)
    expect((await phone.send()).body.rcode).toBe(await notFound(staff))
    await place(store._id)
    await permit([])
    const refused = (await phone.send()).body.rcode
    expect([refused === 0, refused === (await notFound(stand.owner))]).toEqual([false, false])
    expect(await stock()).toEqual([8, 5, 5])
    await permit([1023])
    expect(await phone.outcome()).toEqual([[1, 20]])
    // What is booked is answered to its author, so that the phone can forget it.
    await place(null)
    expect(await phone.outcome()).toEqual([[1, 20]])
    expect((await second.send()).body.rcode).toBe(await notFound(staff))
  })
})
