/** A change in the form of slots, undone. */
import { slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { changed, goodsSlotStand, standing } from '../../../test/goods-slot-stand.ts'
import type { BoundMachine } from '../../../test/machines.ts'

const app = await testApp()
const { owner, clerk, neighbour, fill } = await goodsSlotStand(app)

type Info = Omit<Parameters<typeof app.call<typeof slotCalls.setChannelInfo>>[1], 'sn'>
async function set({ sn }: BoundMachine, info: Info) {
  app.clock.advance(4)
  return (await app.call(slotCalls.setChannelInfo, { sn, ...info }, { as: owner })).body.result
}
const undoAt = async ({ sn }: BoundMachine, as = owner) =>
  (await app.call(slotCalls.getDevChannel, { sn }, { as })).body.result.undo

describe('an edit of slots', () => {
  test('gives slots with different goods their former prices back, for the author alone', async () => {
    const { lobby, gate, stored, undo } = await fill()
    const { change, undo: last } = await set(lobby, { channel_sn: [2, 3], price: 90 })
    expect(last).toMatchObject({ change, slots: 2 })
    expect(await stored()).toEqual(changed({ 3: 'Lobby/2 Cola 90 4/10', 4: 'Lobby/3 Water 90 4/10' }))
    expect(await undoAt(lobby)).toEqual(last)
    expect(await undoAt(gate)).toBeNull()
    expect(await undoAt(lobby, clerk)).toBeNull()
    for (const as of [clerk, neighbour]) expect((await undo(change, as)).body.rcode).toBe(101)
    expect((await undo(change)).body.result).toMatchObject({ slots: 2, refused: [], change: null })
    expect(await stored()).toEqual(standing)
    expect(await undoAt(lobby)).toBeNull()
  })

  test('of slots with the same goods is undone beside the slots of these goods, too', async () => {
    const { lobby, read, stored, undo } = await fill()
    const { change } = await set(lobby, { channel_sn: 1, price: 90, max: 12, enabled: false })
    expect((await read()).undo).toMatchObject({ change, slots: 1 })
    await undo(change)
    expect(await stored()).toEqual(standing)
  })

  test('is no import that could be undone', async () => {
    const { lobby } = await fill()
    await set(lobby, { channel_sn: [2, 3], price: 90 })
    const { body } = await app.call(slotCalls.getSlotImportUndo, {}, { as: owner })
    expect(body.result.undo).toBeNull()
  })

  test('of price and pieces gives the price back', async () => {
    const { lobby, stored, undo } = await fill()
    const { change } = await set(lobby, { channel_sn: 1, price: 90, quantity: 5, max: 5 })
    await undo(change)
    expect(await stored()).toEqual(changed({ 2: 'Lobby/1 Cola 300 5/5' }))
  })

  test('without anything to give back has no undo', async () => {
    const { lobby, water } = await fill()
    const edits = [{ quantity: 5 }, { price: 300 }, { goods: water, price: 90 }]
    for (const edit of edits) expect((await set(lobby, { channel_sn: 1, ...edit })).change).toBeNull()
    expect(await undoAt(lobby)).toBeNull()
  })
})
