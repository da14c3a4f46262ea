/** What slots held before: every change of goods keeps it, and sales that come late are of it. */
import { slotCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { asTenant } from '../../../test/as-user.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { slotsAt, sweep } from './index.ts'

const stand = await SlotStand.start()

/** A machine with cola in slot 1, water in slot 2 and nothing in slot 3; it counts them. */
async function makeMachine(): Promise<BoundMachine> {
  const machine = await makeOnlineMachine(stand.app, stand.owner, { slots: 3 })
  await stand.put(machine, 1, stand.cola, 9)
  await stand.put(machine, 2, stand.water, 3)
  await stand.counts(machine, 1, { 1: 9, 2: 3, 3: 0 })
  stand.app.clock.advance(10)
  return machine
}

/** What slots 1 to 4 held then; undefined where there was no slot. */
async function goodsAt(machine: BoundMachine, at: Date, as = stand.owner) {
  const asked = [1, 2, 3, 4].map((ch) => ({ deviceId: machine.id, ch, at }))
  const titles = new Map([
    [stand.cola, 'Cola'],
    [stand.water, 'Water'],
  ])
  return (await asTenant(stand.app, as, (ref) => slotsAt(ref, asked))).map(
    (slot) => slot && (slot.goodsId === null ? null : titles.get(slot.goodsId)),
  )
}

const pastOf = ({ id }: BoundMachine) =>
  asOwner(stand.app, 'select channel_sn from slot_past_goods where device_id = $1 order by 1', [id])

const done = async (machine: BoundMachine, order: Parameters<typeof stand.give>[1]): Promise<void> => {
  const id = await stand.give(machine, order)
  await stand.says(machine, 'result', { id, ok: true, items: [] })
}

const before = ['Cola', 'Water', null, undefined]

const changes: [string, (machine: BoundMachine) => Promise<unknown>, unknown[]][] = [
  [
    'an edit of slots',
    (machine) => stand.put(machine, 1, stand.water, 2),
    ['Water', 'Water', null, undefined],
  ],
  [
    'taking goods out',
    async ({ sn }) => {
      stand.app.clock.advance(4)
      await stand.app.call(slotCalls.putDownGoods, { sn, channel_sn: [2] }, { as: stand.owner })
    },
    ['Cola', null, null, undefined],
  ],
  [
    'a copy of another machine',
    async ({ sn }) => {
      const model = await makeBoundMachine(stand.app, stand.owner, { slots: 4 })
      for (const slot of [1, 3, 4]) await stand.put(model, slot, stand.water, 0)
      stand.app.clock.advance(4)
      await stand.app.call(slotCalls.copyChannels, { sn, from: model.sn }, { as: stand.owner })
    },
    ['Water', null, 'Water', undefined],
  ],
  [
    'a sheet',
    async ({ sn }) => {
      stand.app.clock.advance(4)
      const lines = ['Serial number,Slot,Goods no.,Price,Capacity', `${sn},1,${stand.water},2.00,9`]
      const { result } = (
        await stand.app.post(slotCalls.previewSlotImport.path, Buffer.from(lines.join('\n')), {
          as: stand.owner,
          locale: 'en-US',
        })
      ).body
      const input = { import: (result as { import: string }).import }
      await stand.app.call(slotCalls.applySlotImport, input, { as: stand.owner })
    },
    ['Water', 'Water', null, undefined],
  ],
  [
    'new numbers',
    (machine) =>
      done(machine, {
        op: 'resetSlot',
        args: {
          slots: [
            { from: 1, to: 2 },
            { from: 2, to: 4 },
          ],
        },
      }),
    [undefined, 'Cola', null, 'Water'],
  ],
  [
    'new numbers of the machine, of which it has no second and a fourth',
    async (machine) => {
      const id = await stand.give(machine, { op: 'setChannels', args: { count: 3 } })
      await stand.counts(machine, 2, { 1: 9, 3: 0, 4: 0 })
      await stand.says(machine, 'result', { id, ok: true, items: [] })
    },
    ['Cola', undefined, null, null],
  ],
]

test.each(changes)('%s keeps what the slots held', async (_what, change, after) => {
  const [machine, sibling] = [await makeMachine(), await makeMachine()]
  const [past, neighbour] = [await pastOf(sibling), await makeMerchant(stand.app)]
  const then = stand.app.clock.now
  stand.app.clock.advance(10)
  await change(machine)
  stand.app.clock.advance(10)
  expect(await goodsAt(machine, stand.app.clock.now)).toEqual(after)
  const found = await goodsAt(machine, then)
  // A number that got its first slot since held nothing, or is not known at all.
  expect([...found.slice(0, 3), found[3] ?? undefined]).toEqual(before)
  expect(await pastOf(sibling)).toEqual(past)
  expect(await goodsAt(sibling, then)).toEqual(before)
  expect(await goodsAt(machine, then, neighbour)).toEqual([undefined, undefined, undefined, undefined])
})

test('a change that leaves the goods keeps nothing', async () => {
  const machine = await makeMachine()
  const past = await pastOf(machine)
  await stand.put(machine, 1, stand.cola, 4)
  expect(await pastOf(machine)).toEqual(past)
})

test('a late sale takes back what a count has shown missing of its goods, and not of those after them', async () => {
  const machine = await makeMachine()
  const sold = stand.buys(machine, { 1: 1 })
  await stand.put(machine, 1, stand.water, 9)
  await stand.counts(machine, 2, { 1: 8, 2: 3, 3: 0 })
  const lines = await stand.lines(machine)
  expect(lines.at(-1)).toMatchObject({ slot: 1, reason: 'machine', before: 9, after: 8 })
  await stand.sells(sold)
  expect(await stand.lines(machine)).toEqual(lines)
  expect(await stand.books(machine)).toContainEqual([1, 8])
})

test('what slots held more than thirteen months ago is forgotten', async () => {
  const machine = await makeMachine()
  await asOwner(stand.app, 'delete from slot_past_goods where device_id = $1', [machine.id])
  const { tenantId } = stand.owner
  const keep = (days: number, goods: string) =>
    asOwner(
      stand.app,
      `insert into slot_past_goods (tenant_id, device_id, channel_sn, until, goods_id)
       values ($1, $2, 1, $3, $4)`,
      [tenantId, machine.id, new Date(stand.app.clock.now.getTime() - days * 86_400_000), goods],
    )
  await keep(397, stand.cola)
  await keep(395, stand.water)
  await sweep(stand.app.deps, tenantId, stand.app.clock.now)
  expect(
    await asOwner(stand.app, 'select goods_id from slot_past_goods where device_id = $1', [machine.id]),
  ).toEqual([{ goods_id: stand.water }])
})
