/** The refill list of a large merchant: 2,000 machines of 60 slots in the deep run. */
import { maxRefillSlots, refillCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import { makeGoods, makeMerchant, makeStore } from '../../../test/factories.ts'
import { makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'

const { getRefillList, refillDevices, undoRefill } = refillCalls

const app = await testApp()
const owner = await makeMerchant(app)
const machines = storm({ usual: 40, deep: 2_000 })
const slots = 60

const goods = [
  (await makeGoods(app, owner, { title: 'Cola' })).goods_id,
  (await makeGoods(app, owner, { title: 'Water' })).goods_id,
]
const store = (await makeStore(app, owner, { store_name: 'Station' }))._id
const model = await makeBoundMachine(app, owner, { slots: 1 })

/** Machines like the model, each with sixty slots that lack three pieces; every tenth slot is low. */
await asOwner(
  app,
  `insert into device (tenant_id, sn, title, bound_at, settings, store_id)
   select tenant_id, (80000000 + n)::text, 'Machine ' || n, bound_at, settings, case when n % 2 = 0 then $3::bigint end
     from device, generate_series(1, $2::int) n where device_id = $1`,
  [model.id, machines, store],
)
await asOwner(
  app,
  `insert into device_state (tenant_id, device_id, since)
   select tenant_id, device_id, bound_at from device where tenant_id = $1 and device_id <> $2`,
  [owner.tenantId, model.id],
)
await asOwner(
  app,
  `insert into channel (tenant_id, device_id, channel_sn, goods_id, price, max, quantity)
   select tenant_id, device_id, no, ($3::bigint[])[1 + no % 2], 300, 10, case when no % 10 = 0 then 1 else 7 end
     from device, generate_series(1, $4::int) no where tenant_id = $1 and device_id <> $2`,
  [owner.tenantId, model.id, goods, slots],
)
await asOwner(app, 'analyze device, device_state, channel')

const missing = machines * (54 * 3 + 6 * 9)

test('the list of a large merchant is read page by page, with the sums of all machines', async () => {
  const page = { pageNum: 2, pageSize: 20, condition: {} }
  const began = performance.now()
  const {
    data,
    count,
    pieces,
    slots: all,
    stores,
    goods: sums,
  } = (await app.call(getRefillList, page, { as: owner })).body.result
  const took = performance.now() - began
  expect([data.length, count, pieces, all]).toEqual([20, machines, missing, machines * slots])
  expect(data.every((device) => device.slots.length === slots)).toBe(true)
  expect(stores.map(({ store_name: name, devices }) => [name, devices])).toEqual([
    ['Station', machines / 2],
    [null, machines / 2],
  ])
  expect(sums.map(({ devices }) => devices)).toEqual([machines, machines])
  // Far above what it takes, so that only a statement for each machine or slot fails here.
  expect(took).toBeLessThan(3_000)
})

test('as many slots as one call may fill are filled and undone by one call each, and more are refused', async () => {
  const most = Math.min(machines, maxRefillSlots / slots)
  const sns = Array.from({ length: most }, (_, n) => String(80_000_001 + n))
  const { body } = await app.call(refillDevices, { sns }, { as: owner })
  expect(body.result).toMatchObject({ slots: most * slots, devices: most, refused: [] })
  const undone = await app.call(undoRefill, { refill: body.result.refill }, { as: owner })
  expect(undone.body.result).toMatchObject({ slots: most * slots, devices: most, left: [] })

  const addSlots = (from: number, to: number) =>
    asOwner(
      app,
      `insert into channel (tenant_id, device_id, channel_sn, goods_id, price, max)
       select tenant_id, device_id, no, $2::bigint, 300, 10 from device, generate_series($3::int, $4::int) no where device_id = $1`,
      [model.id, goods[0], from, to],
    )
  // The first slot of this machine has no goods.
  await addSlots(2, maxRefillSlots + 1)
  const full = await app.call(refillDevices, { sns: [model.sn] }, { as: owner })
  expect(full.body.result).toMatchObject({ slots: maxRefillSlots, refused: [] })
  await asOwner(app, 'update channel set quantity = 0 where device_id = $1', [model.id])
  await addSlots(maxRefillSlots + 2, maxRefillSlots + 2)
  const more = await app.call(refillDevices, { sns: [model.sn] }, { as: owner })
  expect(more.body).toMatchObject({ rcode: 103, msg: expect.stringContaining('6000') })
})
