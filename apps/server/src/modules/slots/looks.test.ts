/** A change by which a slot may become low, or stop being low, asks for a look that opens and closes alerts. */
import { slotCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { askedLooks } from '../../../test/alert-stand.ts'
import { makeOnlineMachine } from '../../../test/machines.ts'
import { SlotStand } from '../../../test/slot-stand.ts'

const stand = await SlotStand.start()

/** The looks that the work asks for. */
async function looksAfter(work: () => Promise<unknown>): Promise<string[]> {
  await askedLooks(stand.app, stand.owner)
  await work()
  return (await askedLooks(stand.app, stand.owner)).map(({ task }) => task)
}

test('an edit of a slot, or of all slots of some goods', async () => {
  const { app, owner, cola } = stand
  const machine = await makeOnlineMachine(app, owner, { slots: 2 })
  expect(await looksAfter(() => stand.put(machine, 1, cola, 4))).toEqual(['look'])
  app.clock.advance(4)
  const edit = { goods_id: cola, condition: {}, max: 30 }
  expect(await looksAfter(() => app.call(slotCalls.setGoodsSlots, edit, { as: owner }))).toEqual(['look'])
})

test('the size of a slot that its machine names for the first time, but not its next count', async () => {
  const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 2 })
  expect(await looksAfter(() => stand.counts(machine, 1, { 1: 4, 2: 4 }))).toEqual(['look'])
  expect(await looksAfter(() => stand.counts(machine, 2, { 1: 4, 2: 4 }))).toEqual([])
})

test('a count by which a slot becomes low or stops being so, and no other', async () => {
  const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 2 })
  await stand.put(machine, 1, stand.cola, 20)
  await stand.counts(machine, 1, { 1: 20, 2: 0 })
  const counts = [19, 5, 4, 3, 5, 6]
  const looks = []
  for (const [i, count] of counts.entries())
    looks.push(await looksAfter(() => stand.counts(machine, i + 2, { 1: count, 2: 0 })))
  // A slot of 20 pieces is low with 4.
  expect(looks).toEqual([[], [], ['look'], [], ['look'], []])
  expect(await stand.books(machine)).toEqual([
    [1, 6],
    [2, 0],
  ])
})

test('a sale by which a slot becomes low, and no other', async () => {
  const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 2 })
  await stand.put(machine, 1, stand.cola, 6)
  const looks = []
  for (const orderno of ['one', 'two', 'three'])
    looks.push(await looksAfter(() => stand.sells(stand.buys(machine, { 1: 1 }, orderno))))
  expect(looks).toEqual([[], ['look'], []])
})

test('an empty slot that the machine has no more', async () => {
  const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 3 })
  await stand.counts(machine, 1, { 1: 0, 2: 0, 3: 0 })
  await stand.put(machine, 3, stand.cola, 0)
  const id = await stand.give(machine, { op: 'setChannels', args: { count: 2 } })
  const looks = await looksAfter(async () => {
    await stand.counts(machine, 2, { 1: 0, 2: 0 })
    await stand.says(machine, 'result', { id, ok: true, items: [] })
  })
  expect(looks).toEqual(['look'])
  expect(await stand.slots(machine)).toHaveLength(2)
})
