/** A refill that is undone while persons count at the machine: what they saw holds. */
import { refillCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant } from '../../../test/factories.ts'
import { stockSlot } from '../../../test/goods-slot-samples.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { Phone } from '../../../test/refill-phone.ts'

const { refillDevices, undoRefill } = refillCalls

const app = await testApp()
const owner = await makeMerchant(app)

/** A machine with two slots, of 4 and 1 of 10 pieces, that was filled up a minute ago. */
async function makeStand() {
  const { goods_id: goods } = await makeGoods(app, owner)
  const machine = await makeBoundMachine(app, owner)
  await stockSlot(app, machine, 1, { goods, quantity: 4 })
  await stockSlot(app, machine, 2, { goods, quantity: 1 })
  const { body } = await app.call(refillDevices, { sns: [machine.sn] }, { as: owner })
  app.clock.advance(60)
  const stock = async () =>
    (
      await asOwner<{ quantity: number }>(
        app,
        'select quantity from channel where device_id = $1 and channel_sn <= 2 order by channel_sn',
        [machine.id],
      )
    ).map(({ quantity }) => quantity)
  return { machine, refill: body.result.refill, stock }
}

test('the undo leaves a slot alone that was counted since, also when the count equals the books', async () => {
  const { machine, refill, stock } = await makeStand()
  const phone = await Phone.at(app, machine, owner)
  expect(await phone.says([1, 10]).outcome()).toEqual([[1, 10]])
  const { body } = await app.call(undoRefill, { refill }, { as: owner })
  expect(body.result).toMatchObject({ pieces: 9, left: [{ channel_sn: [1], pieces: 6, reason: 'changed' }] })
  expect(await stock()).toEqual([10, 1])
})

test('a count that is sent after the undo is booked as it was counted, because an undo moves no pieces', async () => {
  const { machine, refill, stock } = await makeStand()
  const phone = (await Phone.at(app, machine, owner)).says([1, 10])
  app.clock.advance(60)
  await app.call(undoRefill, { refill }, { as: owner })
  expect(await stock()).toEqual([4, 1])
  app.clock.advance(60)
  expect(await phone.outcome()).toEqual([[1, 10]])
  expect(await stock()).toEqual([10, 1])
})
