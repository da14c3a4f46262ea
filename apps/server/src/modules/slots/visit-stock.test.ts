/** What a person at a machine says of its slots: true for the moment of the count, and with conflicts slot by slot. */
import { auditCalls, slotCalls } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { Phone } from '../../../test/refill-phone.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { ordernoOf } from '../../kernel/orderno.ts'

const stand = await SlotStand.start()
let machine: BoundMachine
let sibling: BoundMachine

/** Two machines with 8 colas in slot 1, 5 in slot 2, and water in slot 3; each slot holds 20. */
beforeEach(async () => {
  machine = await makeOnlineMachine(stand.app, stand.owner)
  sibling = await makeOnlineMachine(stand.app, stand.owner)
  await stand.stock(machine, sibling)
})

const phoneAt = (one: BoundMachine) => Phone.at(stand.app, one, stand.owner)
const stock = (one = machine) => stand.firstStock(one)
const newLines = (one = machine) => stand.linesSinceStock(one)
const later = (seconds: number) => stand.app.clock.advance(seconds)

const sells = (items: Record<number, number>, one = machine) => stand.sellsNow(one, items)

describe('a visit', () => {
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
})

describe('what happened between the count and the sending', () => {
  test('a sale of before the count that the machine reports after it is in the count', async () => {
    const phone = await phoneAt(machine)
    const sold = stand.buys(machine, { 1: 3 })
    // At the same moment: the person counted what the sale had left.
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
    const [one, two, three] = [await phoneAt(machine), await phoneAt(machine), await phoneAt(machine)]
    one.says([1, 10], [3, 7])
    later(30)
    // The books say 8 already, so the later count writes no line.
    expect(await two.says([1, 8]).outcome()).toEqual([[1, 8]])
    expect(await one.outcome()).toEqual([
      [1, 'newer'],
      [3, 7],
    ])
    // Two counts of one moment contradict each other, and neither is older.
    expect(await three.says([1, 9]).outcome()).toEqual([[1, 9]])
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
    expect(await after.says([1, 6]).outcome()).toEqual([[1, 6]])
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
    const fresh = (await phoneAt(machine)).says([1, 'full'])
    expect(await phone.outcome()).toEqual([[1, 'gone']])
    expect(await fresh.outcome()).toEqual([[1, 20]])
  })

  test('a renumbering is no conflict where it was over before the reading, failed, or was another machine’s', async () => {
    await renumber(1, 2)
    const fresh = (await phoneAt(machine)).says([1, 6])
    later(1)
    await renumber(1, 2, sibling)
    await renumber(1, 2, machine, false)
    expect(await fresh.outcome()).toEqual([[1, 6]])
  })

  /** Two slots with the same goods swap their numbers. */
  async function renumber(from: number, to: number, one = machine, ok = true): Promise<void> {
    const slots = [
      { from, to },
      { from: to, to: from },
    ]
    const id = await stand.give(one, { op: 'resetSlot', args: { slots } })
    await stand.says(one, 'ack', { id, accepted: true })
    await stand.says(one, 'result', { id, ok, items: [] })
  }

  test('while slots are being renumbered, the visit waits', async () => {
    const phone = (await phoneAt(machine)).says([1, 'full'])
    await stand.give(machine, { op: 'resetSlot', args: { slots: [{ from: 1, to: 9 }] } })
    expect((await phone.send()).body.rcode).toBe(401)
    expect(await stock()).toEqual([8, 5, 5])
  })
})
