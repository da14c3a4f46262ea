/** Visits at machines: booked once, true for the moment of the count, and with conflicts slot by slot. */
import { auditCalls, errorCodes, type Permission, refillCalls, slotCalls } from '@slotwise/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { Phone } from '../../../test/refill-phone.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { sweep } from './sweep-service.ts'

let stand: SlotStand
let machine: BoundMachine
let sibling: BoundMachine

beforeAll(async () => {
  stand = await SlotStand.start()
})
afterAll(() => stand.app.close())

/** Two machines with 8 colas in slot 1, 5 in slot 2, and water in slot 3; each slot holds 20. */
beforeEach(async () => {
  machine = await makeOnlineMachine(stand.app, stand.owner)
  sibling = await makeBoundMachine(stand.app, stand.owner)
  for (const one of [machine, sibling]) {
    await stand.put(one, 1, stand.cola, 8)
    await stand.put(one, 2, stand.cola, 5)
    await stand.put(one, 3, stand.water, 5)
  }
  stand.app.clock.advance(10)
})

const phoneAt = (machine: BoundMachine, as: Merchant = stand.owner) => Phone.at(stand.app, machine, as)
const readAt = async ({ sn }: BoundMachine) =>
  (await stand.app.call(refillCalls.getRefillMachine, { sn }, { as: stand.owner })).body.result

const stock = async (one = machine) => (await stand.books(one)).slice(0, 3).map(([, quantity]) => quantity)
const newLines = async (one = machine) =>
  (await stand.lines(one)).slice(3).map(({ slot, reason, before, after }) => [slot, reason, before, after])
const later = (seconds: number) => stand.app.clock.advance(seconds)

/** Customers buy now; the server hears of it at once. */
function sells(items: Record<number, number>, one = machine) {
  const sold = stand.buys(one, items)
  return stand.sells({ ...sold, orderno: ordernoOf(sold.at, [one.sn]) })
}

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

  test('books full slots and counts, in the ledger and in the audit, at this machine alone', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'], [2, 3], [3, 5])
    expect(await phone.outcome()).toEqual([
      [1, 20],
      [2, 3],
      [3, 5],
    ])
    expect(await stock()).toEqual([20, 3, 5])
    expect(await stock(sibling)).toEqual([8, 5, 5])
    expect(await newLines()).toEqual([
      [1, 'visit', 8, 20],
      [2, 'visit', 5, 3],
    ])
    const { body } = await stand.app.call(auditCalls.getAudit, {}, { as: stand.owner })
    expect(body.result.data[0]).toMatchObject({
      call: 'sendRefillVisit',
      before: { quantity: [8, 5] },
      after: { sn: machine.sn, reason: 'visit', channel_sn: '1, 2', quantity: [20, 3] },
    })
  })

  test('takes the machine’s own count over, as it is when the visit is booked', async () => {
    await stand.counts(machine, 1, { 1: 6, 2: 5, 3: 5 })
    const phone = (await phoneAt(machine)).says([1, 'machine'])
    await sells({ 1: 1 })
    expect(await phone.outcome()).toEqual([[1, 5]])
    expect((await newLines()).at(-1)).toEqual([1, 'count', 7, 5])
    const silent = (await phoneAt(sibling)).says([1, 'machine'], [2, 6])
    expect(await silent.outcome()).toEqual([
      [1, 'uncounted'],
      [2, 6],
    ])
  })

  test('names each slot once', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'], [1, 3])
    expect((await phone.send()).body.rcode).toBe(100)
  })
})

describe('a visit that is sent again', () => {
  test('is booked once and answered as before, hours later too', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'], [2, 3])
    const first = (await phone.send()).body.result
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

describe('what happened between the count and the sending', () => {
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

  test('a sale of before the count that the machine reports after it is in the count', async () => {
    const phone = await phoneAt(machine)
    const sold = stand.buys(machine, { 1: 3 })
    later(60)
    phone.says([1, 'full'])
    later(60)
    await stand.sells({ ...sold, orderno: ordernoOf(sold.at, ['late']) })
    expect(await phone.outcome()).toEqual([[1, 20]])
  })

  test('pieces that a count of the machine missed first, and a sale explained then, leave once', async () => {
    await stand.counts(machine, 1, { 1: 8, 2: 5, 3: 5 })
    const phone = await phoneAt(machine)
    const before = stand.buys(machine, { 1: 1 })
    later(60)
    phone.says([1, 10], [2, 10])
    later(60)
    const after = stand.buys(machine, { 2: 2 })
    await stand.counts(machine, 2, { 1: 7, 2: 3, 3: 5 })
    for (const [name, sold] of Object.entries({ before, after }))
      await stand.sells({ ...sold, orderno: ordernoOf(sold.at, [name]) })
    expect(await phone.outcome()).toEqual([
      [1, 10],
      [2, 8],
    ])
  })

  test('more pieces were sold than were counted: the slot is empty', async () => {
    const phone = (await phoneAt(machine)).says([1, 2])
    later(60)
    await sells({ 1: 5 })
    expect(await phone.outcome()).toEqual([[1, 0]])
  })

  test('two phones that send at the same time: the later count holds, whichever is booked first', async () => {
    for (const order of ['as counted', 'turned']) {
      const [one, two] = [await phoneAt(machine), await phoneAt(machine)]
      one.says([1, 10], [3, 7])
      later(30)
      two.says([1, 12], [2, 6])
      later(30)
      await sells({ 1: 1 })
      const phones = order === 'turned' ? [two, one] : [one, two]
      const answers = await Promise.all(phones.map((phone) => phone.send()))
      expect(answers.map(({ body }) => body.rcode)).toEqual([0, 0])
      expect(await stock(), order).toEqual([11, 6, 7])
      later(60)
    }
  })

  test('an older count that comes later is shown as a conflict, and the rest of that visit is booked', async () => {
    const [one, two] = [await phoneAt(machine), await phoneAt(machine)]
    one.says([1, 10], [3, 7])
    later(30)
    // The books say 8 already, so the later count writes no line.
    expect(await two.says([1, 8]).outcome()).toEqual([[1, 8]])
    expect(await one.outcome()).toEqual([
      [1, 'newer'],
      [3, 7],
    ])
  })

  test('a stock that was set in the console after the count stays', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'], [2, 'full'])
    later(60)
    await stand.put(machine, 1, stand.cola, 3)
    expect(await phone.outcome()).toEqual([
      [1, 'newer'],
      [2, 20],
    ])
    expect(await stock()).toEqual([3, 20, 5])
    const after = await phoneAt(machine)
    await stand.put(machine, 1, stand.cola, 4)
    later(1)
    expect(await after.says([1, 6]).outcome()).toEqual([[1, 6]])
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

describe('a slot that is not the same any more', () => {
  const edit = (fields: Record<string, unknown>) => {
    later(4)
    return stand.app.call(slotCalls.setChannelInfo, { sn: machine.sn, ...fields } as never, {
      as: stand.owner,
    })
  }

  test.each([
    ['holds other goods', () => edit({ channel_sn: 1, goods: stand.water }), 'goods'],
    ['holds none', () => edit({ channel_sn: 1, goods: null }), 'goods'],
    ['has another size', () => edit({ channel_sn: 1, max: 15 }), 'max'],
    [
      'is gone',
      () => asOwner(stand.app, 'delete from channel where device_id = $1 and channel_sn = 1', [machine.id]),
      'gone',
    ],
    ['has another number', () => renumber(1, 2), 'renumbered'],
  ] as const)('%s: it is named, and the others are booked', async (_what, happen, conflict) => {
    const phone = (await phoneAt(machine)).says([1, 'full'], [3, 9])
    await happen()
    expect(await phone.outcome()).toEqual([
      [1, conflict],
      [3, 9],
    ])
    expect((await stock(sibling))[0]).toBe(8)
  })

  test('a count that fits into the new size is booked, a larger one is not', async () => {
    const phone = (await phoneAt(machine)).says([1, 14], [2, 16])
    await edit({ channel_sn: [1, 2], max: 15 })
    expect(await phone.outcome()).toEqual([
      [1, 14],
      [2, 'max'],
    ])
  })

  test('goods that were exchanged and put back are not those that were counted', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'])
    await edit({ channel_sn: 1, goods: stand.water })
    await edit({ channel_sn: 1, goods: stand.cola })
    expect(await phone.outcome()).toEqual([[1, 'newer']])
  })

  test('a machine that was unbound and bound again has slots of its own', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'])
    later(60)
    await asOwner(stand.app, 'update device set bound_at = $2 where device_id = $1', [
      machine.id,
      stand.app.clock.now,
    ])
    expect(await phone.outcome()).toEqual([[1, 'gone']])
  })

  /** Two slots with the same goods swap their numbers. */
  async function renumber(from: number, to: number): Promise<void> {
    const slots = [
      { from, to },
      { from: to, to: from },
    ]
    const id = await stand.give(machine, { op: 'resetSlot', args: { slots } })
    await stand.says(machine, 'ack', { id, accepted: true })
    await stand.says(machine, 'result', { id, ok: true, items: [] })
  }

  test('while slots are being renumbered, the visit waits', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'])
    await stand.give(machine, { op: 'resetSlot', args: { slots: [{ from: 1, to: 9 }] } })
    expect((await phone.send()).body.rcode).toBe(401)
    expect(await stock()).toEqual([8, 5, 5])
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
