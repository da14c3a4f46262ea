/** What slots sell, for pricing sales and orders. */
import { slotCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { machineSettings } from '../../gateway/machine-settings.ts'
import { makeGoods, makeMerchant } from '../../../test/factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { inTenant } from '../../kernel/db.ts'
import { slotSettings, slotsForSale } from './index.ts'

const stand = await SlotStand.start()

const slots = async (...machines: BoundMachine[]) => {
  const { tenantId } = stand.owner
  return inTenant(stand.app.deps.db.main, tenantId, (tx) =>
    slotsForSale(
      { tx, tenantId },
      machines.map(({ id }) => id),
    ),
  )
}

test('slots have their own price, else that of their goods, and nothing where they hold nothing', async () => {
  const [machine, sibling] = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  for (const slot of [1, 2]) await stand.put(machine, slot, stand.cola, 6)
  await stand.put(sibling, 1, stand.water, 3)
  const { goods_id: bag } = await makeGoods(stand.app, stand.owner, {
    title: 'Bag',
    price: null,
    min_price: 150,
    max_price: 900,
  })
  stand.app.clock.advance(4)
  const edit = { sn: machine.sn, channel_sn: 1, price: 410, enabled: false }
  await stand.app.call(slotCalls.setChannelInfo, edit, { as: stand.owner })
  const text = 'update channel set price = null, goods_id = $3 where device_id = $1 and channel_sn = $2'
  await asOwner(stand.app, text, [machine.id, 2, stand.cola])
  await asOwner(stand.app, text, [machine.id, 3, bag])
  const found = await slots(machine, sibling)
  const cola = { goodsId: stand.cola, title: 'Cola', gamePrice: null, quantity: 6, max: 20 }
  const empty = { gamePrice: null, quantity: 0, max: 0, enabled: true }
  expect(found.get(machine.id)?.slice(0, 4)).toEqual([
    { ...cola, ch: 1, price: 410, enabled: false },
    { ...cola, ch: 2, price: 350, enabled: true },
    { ...empty, ch: 3, goodsId: bag, title: 'Bag', price: 150 },
    { ...empty, ch: 4, goodsId: null, title: '', price: null },
  ])
  expect(found.get(sibling.id)?.[0]).toMatchObject({ ch: 1, title: 'Water', price: 200, quantity: 3 })
  expect(found.size).toBe(2)
})

test('slots have the game price that their machine is told', async () => {
  const machine = await makeBoundMachine(stand.app, stand.owner, { type: 'lipstick', slots: 2 })
  stand.app.clock.advance(4)
  const put = { sn: machine.sn, channel_sn: 2, goods: stand.cola, max: 9, game_price: 120 }
  expect((await stand.app.call(slotCalls.setChannelInfo, put, { as: stand.owner })).body.rcode).toBe(0)
  expect((await slots(machine)).get(machine.id)?.map(({ gamePrice }) => gamePrice)).toEqual([null, 120])
  const sent = await asMachine(stand.app, machine, machineSettings)
  expect(sent?.settings).toMatchObject({ slots: [{ ch: 1 }, { ch: 2, gamePrice: 120 }] })
})

test('a machine is told of the rate of a slot that has one', async () => {
  const machine = await makeBoundMachine(stand.app, stand.owner, { type: 'gashapon', slots: 2 })
  stand.app.clock.advance(4)
  const put = { sn: machine.sn, channel_sn: 2, goods: stand.cola, max: 9, rate: 12.34 }
  await stand.app.call(slotCalls.setChannelInfo, put, { as: stand.owner })
  expect(await asMachine(stand.app, machine, slotSettings)).toEqual([
    { ch: 1, goods: null, title: '', price: 2, enabled: false },
    { ch: 2, goods: stand.cola, title: 'Cola', price: 350, rate: 12.34, enabled: true },
  ])
})

test('a neighbour’s slots are not shown', async () => {
  const machine = await makeBoundMachine(stand.app, await makeMerchant(stand.app))
  expect((await slots(machine)).get(machine.id)).toEqual([])
})
