/** Fills and empties of a machine's page, and visits: each can be undone as a refill of many machines can. */
import { quantityTypes, refillCalls, slotCalls } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { Phone } from '../../../test/refill-phone.ts'
import { ledgerOf, sell } from '../../../test/refill-stand.ts'

const { getRefillList, undoRefill } = refillCalls

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)
const { goods_id: goods } = await makeGoods(app, owner)
let machine: BoundMachine

/** A machine with two slots, of 4 and 1 of 10 pieces. */
beforeEach(async () => {
  app.clock.advance(3_700)
  machine = await makeBoundMachine(app, owner)
  await stockSlot(app, machine, 1, { goods, quantity: 4 })
  await stockSlot(app, machine, 2, { goods, quantity: 1 })
  app.clock.advance(60)
})

const set = async (type: 1 | 2 | 3, channel_sn?: number[]) => {
  const { body } = await app.call(
    slotCalls.setQuantity,
    { sn: machine.sn, type, ...(channel_sn && { channel_sn }) },
    { as: owner },
  )
  return body.result.refill
}
const undo = async (refill: string | null, as: Merchant = owner) =>
  (await app.call(undoRefill, { refill: refill ?? '0' }, { as })).body
const undos = async () =>
  (await app.call(getRefillList, { condition: { sns: [machine.sn] } }, { as: owner })).body.result.undos.map(
    ({ kind, pieces, devices }) => [kind, pieces, devices],
  )
const stock = async () =>
  (
    await asOwner<{ quantity: number }>(
      app,
      'select quantity from channel where device_id = $1 and channel_sn <= 2 order by channel_sn',
      [machine.id],
    )
  ).map(({ quantity }) => quantity)

test('a fill at the page of a machine is undone, after sales in between', async () => {
  const refill = await set(quantityTypes.fill)
  expect((await undos())[0]).toEqual(['fill', 15, 1])
  await sell(app, machine, 1, 2)
  expect((await undo(refill)).result).toMatchObject({ pieces: 15, restored: 0, slots: 2, left: [] })
  expect(await stock()).toEqual([2, 1])
})

test('slots that were emptied get their pieces back, as lines of the ledger', async () => {
  const refill = await set(quantityTypes.empty, [1])
  expect((await undos())[0]).toEqual(['empty', 4, 1])
  expect((await undo(refill)).result).toMatchObject({ pieces: 0, restored: 4, slots: 1, left: [] })
  expect(await stock()).toEqual([4, 1])
  expect((await ledgerOf(app, machine)).slice(-2)).toEqual(['1 empty 4>0', '1 unfill 0>4'])
  expect((await undo(refill)).rcode).toBe(101)
})

test('only as many pieces come back as fit in', async () => {
  const refill = await set(quantityTypes.empty, [1])
  app.clock.advance(4)
  await app.call(slotCalls.setChannelInfo, { sn: machine.sn, channel_sn: 1, max: 3 }, { as: owner })
  expect((await undo(refill)).result).toMatchObject({
    restored: 3,
    left: [{ channel_sn: [1], pieces: 1, reason: 'changed' }],
  })
})

test('a slot that was filled after it was emptied is left alone', async () => {
  const refill = await set(quantityTypes.empty)
  app.clock.advance(4)
  await set(quantityTypes.fill, [2])
  expect((await undo(refill)).result).toMatchObject({
    restored: 4,
    left: [{ channel_sn: [2], pieces: 1, reason: 'changed' }],
  })
  expect(await stock()).toEqual([4, 10])
})

test('nothing can be undone where nothing moved', async () => {
  await set(quantityTypes.fill)
  app.clock.advance(4)
  expect(await set(quantityTypes.fill)).toBeNull()
  app.clock.advance(4)
  expect(await set(quantityTypes.count)).toBeNull()
})

test('a visit is undone, whatever it has added or taken away, though it held for an earlier moment', async () => {
  const phone = (await Phone.at(app, machine, owner)).says([1, 'full'], [2, 0])
  app.clock.advance(600)
  await sell(app, machine, 1, 1)
  app.clock.advance(600)
  const { refill } = (await phone.send()).body.result
  expect(await stock()).toEqual([9, 0])
  expect((await undos())[0]).toEqual(['visit', 7, 1])
  expect((await undo(refill)).result).toMatchObject({ pieces: 6, restored: 1, left: [] })
  expect(await stock()).toEqual([3, 1])
})

test('a visit that is undone at once, and one that is sent again, is the same refill', async () => {
  const phone = (await Phone.at(app, machine, owner)).says([1, 'full'])
  const { refill } = (await phone.send()).body.result
  expect((await phone.send()).body.result.refill).toBe(refill)
  expect((await undo(refill)).result).toMatchObject({ pieces: 6, left: [] })
  expect((await phone.send()).body.result.refill).toBe(refill)
  expect(await stock()).toEqual([4, 1])
})

test('a slot that another phone counted since is left alone, also where it is sent later and equals the books', async () => {
  const first = (await Phone.at(app, machine, owner)).says([1, 'full'], [2, 'full'])
  app.clock.advance(10)
  const second = (await Phone.at(app, machine, owner)).says([1, 10])
  app.clock.advance(10)
  const { refill } = (await first.send()).body.result
  expect(await second.outcome()).toEqual([[1, 10]])
  expect((await undo(refill)).result).toMatchObject({
    pieces: 9,
    left: [{ channel_sn: [1], pieces: 6, reason: 'changed' }],
  })
  expect(await stock()).toEqual([10, 1])
})

test('a visit that says what the books say leaves nothing to undo', async () => {
  const { refill } = (await (await Phone.at(app, machine, owner)).says([1, 4]).send()).body.result
  expect(refill).toBeNull()
})

test('others undo none of it, and the last three are offered', async () => {
  const refill = await set(quantityTypes.fill, [1])
  const clerk = await makeStaff(app, owner, { permissions: ['device.manage'] })
  for (const as of [clerk, neighbour]) expect((await undo(refill, as)).rcode).toBe(101)
  for (const type of [2, 1, 2] as const) {
    app.clock.advance(4)
    await set(type, [1])
  }
  expect(await undos()).toEqual([
    ['empty', 10, 1],
    ['fill', 10, 1],
    ['empty', 10, 1],
  ])
})
