/** The slots that sell some goods: who uses the goods, and which machines are told of them. */
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeGoods, makeMerchant, makeStaff } from '../../../test/factories.ts'
import { asMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { releaseDevice } from '../devices/index.ts'
import { slotsWith, tellGoodsLooks } from './index.ts'
import { machinesWith, markChanged } from './slot-queries.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const machine = await makeBoundMachine(app, owner, { title: 'Lobby', slots: 3 })
const sibling = await makeBoundMachine(app, owner, { title: '', slots: 3 })

beforeEach(async () => {
  await asOwner(app, 'update channel set goods_id = null, settings_rev = 0 where tenant_id = $1', [
    owner.tenantId,
  ])
})

/** The settings revisions of the machine and of its sibling, and those of their slots. */
const revisions = () =>
  asOwner<{ rev: number; slots: number[] }>(
    app,
    `select d.settings_rev::int as rev, array_agg(c.settings_rev::int order by c.channel_sn) as slots
       from device d join channel c on c.tenant_id = d.tenant_id and c.device_id = d.device_id
      where d.device_id = any($1) group by d.device_id, d.settings_rev order by d.device_id`,
    [[machine.id, sibling.id]],
  )

describe('the slots that sell goods', () => {
  test('are counted, and the first three are named where the caller sees the machine', async () => {
    const tea = (await makeGoods(app, owner, { title: 'Tea' })).goods_id
    const gone = await makeBoundMachine(app, owner)
    await asOwner(app, 'update channel set goods_id = $1 where device_id = any($2) and channel_sn < 3', [
      tea,
      [machine.id, sibling.id, gone.id],
    ])
    await asMachine(app, gone, (ctx) => releaseDevice(ctx, ctx.now))
    const clerk = await makeStaff(app, owner, { devices: [sibling.id] })
    expect(await asUser(app, owner, (ctx) => slotsWith(ctx, tea))).toEqual({
      count: 4,
      names: ['Lobby #1', 'Lobby #2', `${sibling.sn} #1`],
    })
    expect(await asUser(app, clerk, (ctx) => slotsWith(ctx, tea))).toEqual({
      count: 4,
      names: [`${sibling.sn} #1`, `${sibling.sn} #2`],
    })
    expect(await asUser(app, owner, (ctx) => machinesWith(ctx, [tea]))).toEqual([machine.id, sibling.id])
  })

  test('may be none', async () => {
    const { goods_id: unsold } = await makeGoods(app, owner)
    expect(await asUser(app, owner, (ctx) => slotsWith(ctx, unsold))).toEqual({ count: 0, names: [] })
  })

  test('are told to their machines when the goods look otherwise, and to no other machine', async () => {
    const tea = (await makeGoods(app, owner, { title: 'Tea' })).goods_id
    await asOwner(app, 'update channel set goods_id = $2 where device_id = $1 and channel_sn = 2', [
      machine.id,
      tea,
    ])
    const [before, other] = await revisions()
    await asUser(app, owner, (ctx) => tellGoodsLooks(ctx, []))
    expect(await revisions()).toEqual([before, other])
    await asUser(app, owner, (ctx) => tellGoodsLooks(ctx, [tea]))
    const rev = (before?.rev ?? 0) + 1
    expect(await revisions()).toEqual([{ rev, slots: [0, rev, 0] }, other])
  })

  test('are marked as changed at the settings revision of their machine; other slots are not', async () => {
    const tea = (await makeGoods(app, owner, { title: 'Tea' })).goods_id
    await asOwner(app, 'update device set settings_rev = 9 where device_id = $1', [machine.id])
    await asOwner(app, 'update channel set goods_id = $2 where device_id = $1 and channel_sn = 2', [
      machine.id,
      tea,
    ])
    await asUser(app, owner, (ctx) => markChanged(ctx, [tea]))
    expect((await revisions()).map(({ slots }) => slots)).toEqual([
      [0, 9, 0],
      [0, 0, 0],
    ])
  })
})
