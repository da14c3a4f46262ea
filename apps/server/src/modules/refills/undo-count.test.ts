/** The machine's count, taken over as the stock, and undone. */
import { quantityTypes, refillCalls, slotCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { SlotStand } from '../../../test/slot-stand.ts'

const { getRefillList, undoRefill } = refillCalls

const stand = await SlotStand.start()
const { app, owner } = stand
const neighbour = await makeMerchant(app)

/** The books say 5, 4 and 9, the machine 3, 7 and 9; then its count is taken over. */
async function taken() {
  const machine = await makeOnlineMachine(app, owner, { slots: 3 })
  await stand.counts(machine, 1, { 1: 3, 2: 7, 3: 9 })
  for (const [slot, quantity] of [5, 4, 9].entries()) await stand.put(machine, slot + 1, stand.cola, quantity)
  app.clock.advance(4)
  const { body } = await app.call(
    slotCalls.setQuantity,
    { sn: machine.sn, type: quantityTypes.count },
    { as: owner },
  )
  app.clock.advance(4)
  return { machine, refill: body.result.refill }
}
const undo = async (refill: string | null, as: Merchant = owner) =>
  (await app.call(undoRefill, { refill: refill ?? '0' }, { as })).body
const undosOf = async ({ sn }: BoundMachine) =>
  (await app.call(getRefillList, { condition: { sns: [sn] } }, { as: owner })).body.result.undos

test('the undo gives the slots their recorded stock back, and the machine’s count is offered again', async () => {
  const { machine, refill } = await taken()
  expect(await stand.firstStock(machine)).toEqual([3, 7, 9])
  expect((await undosOf(machine))[0]).toMatchObject({ refill, kind: 'count', pieces: 5, devices: 1 })
  expect((await undo(refill)).result).toMatchObject({ pieces: 3, restored: 2, slots: 2, left: [] })
  expect((await stand.slots(machine)).map(({ quantity, counted }) => [quantity, counted])).toEqual([
    [5, 3],
    [4, 7],
    [9, 9],
  ])
  expect((await stand.ledger(machine)).slice(-2)).toEqual([
    { channel_sn: 1, reason: 'unfill', before: 3, after: 5 },
    { channel_sn: 2, reason: 'unfill', before: 7, after: 4 },
  ])
  expect((await undo(refill)).rcode).toBe(101)
})

test('a sale in between stays sold, and a slot that was filled since is left alone', async () => {
  const { machine, refill } = await taken()
  await stand.sellsNow(machine, { 1: 1 })
  app.clock.advance(4)
  await app.call(slotCalls.setQuantity, { sn: machine.sn, type: 1, channel_sn: [2] }, { as: owner })
  expect((await undo(refill)).result).toMatchObject({
    pieces: 0,
    restored: 2,
    left: [{ sn: machine.sn, channel_sn: [2], pieces: 3, reason: 'changed' }],
  })
  expect(await stand.firstStock(machine)).toEqual([4, 20, 9])
})

test('nothing is undone where all slots were counted anew, nor by the neighbour, nor after an hour', async () => {
  const { machine, refill } = await taken()
  expect((await undo(refill, neighbour)).rcode).toBe(101)
  await app.call(slotCalls.setQuantity, { sn: machine.sn, type: 2 }, { as: owner })
  expect((await undo(refill)).rcode).toBe(103)
  expect(await stand.firstStock(machine)).toEqual([0, 0, 0])
  app.clock.advance(3_601)
  expect((await undo(refill)).rcode).toBe(101)
})
