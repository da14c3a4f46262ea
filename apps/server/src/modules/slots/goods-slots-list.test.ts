/** The slots of all machines that hold the same goods, listed. */
import { slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeStaff } from '../../../test/factories.ts'
import { all, goodsSlotStand } from '../../../test/goods-slot-stand.ts'
import { asMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeConfig } from '../devices/index.ts'

const { getGoodsSlots } = slotCalls

const app = await testApp()
const { owner, neighbour, area, here, elsewhere, clerk, fill } = await goodsSlotStand(app)

describe('the list', () => {
  test('shows each slot with its machine, and what the machine has taken of it', async () => {
    const { lobby, read } = await fill()
    const { data, count, waiting, min_price, max_price, goods, undo: undoable } = await read()
    expect({ count, waiting, min_price, max_price, goods: goods.title, undoable }).toEqual({
      min_price: 300,
      max_price: 350,
      count: 4,
      waiting: 4,
      goods: 'Cola',
      undoable: null,
    })
    expect(data.map(({ title, channel_sn: slot, price }) => [title, slot, price])).toEqual([
      ['Gate', 1, 300],
      ['Gate', 4, 350],
      ['Lobby', 1, 300],
      ['Lobby', 2, 300],
    ])
    expect(data[2]).toMatchObject({
      sn: lobby.sn,
      store: here,
      store_name: 'Station',
      quantity: 4,
      max: 10,
      enabled: true,
      counts: true,
      state: 'waiting',
      online: true,
      busy: false,
    })
    expect(data[0]).toMatchObject({ online: false })
  })

  test('says of a slot that the machine has taken it, waits, or does not have it', async () => {
    const { lobby, read, edit } = await fill()
    await edit({ ...all, price: 310 })
    const states = async () => (await read()).data.map(({ title, state }) => `${title} ${state}`)
    const [row] = await asOwner<{ rev: string }>(
      app,
      'select settings_rev as rev from device where device_id = $1',
      [lobby.id],
    )
    await asMachine(app, lobby, (ctx) => takeConfig(ctx, { rev: Number(row?.rev) }))
    expect(await states()).toEqual(['Gate waiting', 'Gate waiting', 'Lobby applied', 'Lobby applied'])
    expect((await read()).waiting).toBe(2)
    await asOwner(
      app,
      `insert into slot_report (tenant_id, device_id, channel_sn, quantity, max, state, at)
       select tenant_id, device_id, 2, 4, 10, 'ok', now() from device where device_id = $1`,
      [lobby.id],
    )
    expect(await states()).toEqual(['Gate waiting', 'Gate waiting', 'Lobby absent', 'Lobby applied'])
    expect((await read()).waiting).toBe(3)
  })

  test('is narrowed by machine, place, price and state', async () => {
    const { gate, read } = await fill()
    const found = async (condition: object) =>
      (await read(condition)).data.map(({ title, channel_sn: slot }) => `${title}/${slot}`)
    expect(await found({ q: 'lob' })).toEqual(['Lobby/1', 'Lobby/2'])
    expect(await found({ q: gate.sn })).toEqual(['Gate/1', 'Gate/4'])
    expect(await found({ store: elsewhere })).toEqual(['Gate/1', 'Gate/4'])
    expect(await found({ area })).toEqual(['Lobby/1', 'Lobby/2'])
    expect(await found({ price: 350 })).toEqual(['Gate/4'])
    expect(await found({ waiting: false })).toEqual([])
  })

  test('shows nothing outside of the caller’s scope, not even a number', async () => {
    const { cola, read } = await fill()
    expect(await read({}, clerk)).toMatchObject({ count: 2, waiting: 2 })
    const { body } = await app.call(getGoodsSlots, { condition: { goods_id: cola } }, { as: neighbour })
    expect(body.rcode).toBe(101)
  })

  test('hides goods of others from a caller who sees only own goods, unless a slot in scope holds them', async () => {
    const { water } = await fill()
    const options = { permissions: ['device.manage', 'goods.manage'], goods: 'own' } as const
    const rcode = async (stores: string[]) => {
      const as = await makeStaff(app, owner, { ...options, stores })
      return (await app.call(getGoodsSlots, { condition: { goods_id: water } }, { as })).body.rcode
    }
    expect(await rcode([here])).toBe(0)
    expect(await rcode([elsewhere])).toBe(101)
  })
})
