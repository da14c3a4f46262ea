/** The slots of goods of a large merchant: 2,000 machines in the deep run. */
import { maxGoodsSlots, slotCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import { makeGoods, makeMerchant } from '../../../test/factories.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'

const { getGoodsSlots, setGoodsSlots, undoGoodsSlots } = slotCalls

const app = await testApp()
const owner = await makeMerchant(app)
const machines = storm({ usual: 50, deep: 2_000 })
const slots = machines * 3

const { goods_id: cola } = await makeGoods(app, owner, { title: 'Cola', price: 300 })
const model = await makeBoundMachine(app, owner, { slots: 1 })

/** Machines like the model, each with three slots of cola among others. */
await asOwner(
  app,
  `insert into device (tenant_id, sn, title, bound_at, settings)
   select tenant_id, (80000000 + n)::text, 'Machine ' || n, bound_at, settings
     from device, generate_series(1, $2::int) n where device_id = $1`,
  [model.id, machines],
)
await asOwner(
  app,
  `insert into device_state (tenant_id, device_id, since)
   select tenant_id, device_id, bound_at from device where tenant_id = $1 and device_id <> $2`,
  [owner.tenantId, model.id],
)
await asOwner(
  app,
  `insert into channel (tenant_id, device_id, channel_sn, goods_id, price, max)
   select tenant_id, device_id, no, case when no <= 3 then $3::bigint end, 300, 10
     from device, generate_series(1, 20) no where tenant_id = $1 and device_id <> $2`,
  [owner.tenantId, model.id, cola],
)
await asOwner(app, 'analyze device, device_state, channel')

const priced = async (price: number): Promise<number> => {
  const condition = { goods_id: cola, price }
  return (await app.call(getGoodsSlots, { pageSize: 1, condition }, { as: owner })).body.result.count
}

test('all slots of a large merchant are listed page by page, changed by one call, and undone by another', async () => {
  const page = { pageNum: machines, pageSize: 3, condition: { goods_id: cola } }
  const { data, count } = (await app.call(getGoodsSlots, page, { as: owner })).body.result
  expect([data.length, count]).toEqual([3, slots])

  const edit = { goods_id: cola, condition: { price: 300 }, price: 320 }
  const { body } = await app.call(setGoodsSlots, edit, { as: owner })
  expect(body.result).toMatchObject({ slots, devices: machines, refused: [] })
  expect([await priced(300), await priced(320)]).toEqual([0, slots])

  const undone = await app.call(undoGoodsSlots, { change: body.result.change ?? '' }, { as: owner })
  expect(undone.body.result).toMatchObject({ slots, devices: machines, refused: [] })
  expect([await priced(300), await priced(320)]).toEqual([slots, 0])
})

test('more slots than one call may change are refused before anything is locked', async () => {
  await asOwner(
    app,
    `insert into channel (tenant_id, device_id, channel_sn, goods_id, price, max)
     select tenant_id, device_id, no, $2::bigint, 300, 10 from device, generate_series(2, $3::int) no where device_id = $1`,
    [model.id, cola, maxGoodsSlots + 2],
  )
  const { body } = await app.call(setGoodsSlots, { goods_id: cola, condition: {}, price: 320 }, { as: owner })
  expect(body).toMatchObject({ rcode: 103, msg: expect.stringContaining('6000') })
  expect(await priced(320)).toBe(0)
})
