/** A change of the slots of some goods, undone. */
import { slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff } from '../../../test/factories.ts'
import { all, changed, goodsSlotStand, standing } from '../../../test/goods-slot-stand.ts'
import { asMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeConfig } from '../devices/index.ts'

const { setChannelInfo, setQuantity } = slotCalls

const app = await testApp()
const { owner, neighbour, here, elsewhere, fill } = await goodsSlotStand(app)

const cheaper = { ...all, price: 120 }

describe('undoing', () => {
  test('gives each slot back what it had, at once', async () => {
    const { read, edit, undo, stored } = await fill()
    const { change: id } = (await edit({ ...all, price: 120, enabled: false, max: 12 })).body.result
    expect((await read()).undo).toMatchObject({ change: id, slots: 4 })
    const { body } = await undo(id)
    expect(body.result).toMatchObject({ slots: 4, devices: 2, refused: [], change: null })
    expect(await stored()).toEqual(standing)
    expect((await read()).undo).toBeNull()
    expect((await read()).waiting).toBe(4)
    expect((await undo(id)).body.rcode).toBe(101)
  })

  test('leaves slots as they are that were changed again', async () => {
    const { lobby, gate, edit, undo, stored } = await fill()
    const { change: id } = (await edit(cheaper)).body.result
    app.clock.advance(4)
    await app.call(setChannelInfo, { sn: lobby.sn, channel_sn: 1, price: 250 }, { as: owner })
    await app.call(setQuantity, { sn: gate.sn, type: 1 }, { as: owner })
    const { body } = await undo(id)
    expect(body.result).toMatchObject({
      slots: 3,
      refused: [{ sn: lobby.sn, channel_sn: [1], reason: 'changed' }],
    })
    expect(await stored()).toEqual(
      changed({ 0: 'Gate/1 Cola 300 10/10', 1: 'Gate/4 Cola 350 10/10', 2: 'Lobby/1 Cola 250 4/10' }),
    )
  })

  test('is refused while no slot can be given back, and is possible afterwards', async () => {
    const { gate, edit, undo, stored } = await fill()
    const { change: id } = (await edit({ slots: [{ sn: gate.sn, channel_sn: 1 }], price: 120 })).body.result
    await asMachine(app, gate, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
    expect((await undo(id)).body.rcode).toBe(401)
    await asMachine(app, gate, (ctx) => takeConfig(ctx, { init: 'done', slots: 6 }))
    expect((await undo(id)).body.rcode).toBe(0)
    expect(await stored()).toEqual(standing)
  })

  test('is for the author alone, in the author’s scope, and for an hour', async () => {
    const { read, edit, undo } = await fill()
    const { change: id } = (await edit(cheaper)).body.result
    const other = await makeStaff(app, owner, { permissions: ['device.manage'] })
    for (const as of [other, neighbour]) expect((await undo(id, as)).body.rcode).toBe(101)
    expect((await read({}, other)).undo).toBeNull()
    app.clock.advance(3_601)
    expect((await undo(id)).body.rcode).toBe(101)
    expect((await read()).undo).toBeNull()
  })

  test('does not reach machines that the author no longer sees', async () => {
    const { edit, undo, stored } = await fill()
    const moving = await makeStaff(app, owner, { permissions: ['device.manage'], stores: [here, elsewhere] })
    const { change: id } = (await edit({ ...all, price: 120 }, moving)).body.result
    await asOwner(app, 'delete from account_store where account_id = $1 and store_id = $2', [
      moving.accountId,
      elsewhere,
    ])
    expect((await undo(id, moving)).body.result).toMatchObject({ slots: 2, devices: 1, refused: [] })
    expect(await stored()).toEqual(changed({ 0: 'Gate/1 Cola 120 4/10', 1: 'Gate/4 Cola 120 4/10' }))
  })
})
