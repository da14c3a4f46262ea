/** Several users who edit the same slots at the same time. */
import { goodsCalls, type ImportPreview, jobCalls, slotCalls } from '@slotwise/contract'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'

import { makeGoods, makeMerchant } from '../../../test/factories.ts'
import { goodsSheet } from '../../../test/goods-sheet.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'

const stand = await SlotStand.start()

const revs = async (machine: BoundMachine): Promise<Record<string, number>> =>
  Object.fromEntries((await stand.slots(machine)).map(({ channel_sn: number, rev }) => [String(number), rev]))
test('renaming goods, putting them into slots and copying slots at the same time does not deadlock', async () => {
  const [one, two] = [
    await makeBoundMachine(stand.app, stand.owner),
    await makeBoundMachine(stand.app, stand.owner),
  ]
  const goods = await makeGoods(stand.app, stand.owner, { title: 'Tea', price: 300 })
  for (const machine of [one, two]) await stand.put(machine, 1, goods.goods_id, 5)
  for (let round = 1; round <= 10; round += 1) {
    stand.app.clock.advance(4)
    const answers = await Promise.all([
      stand.app.call(
        goodsCalls.editPrivate,
        { goods_id: goods.goods_id, rev: round, title: `Tea ${round}`, price: 300 },
        { as: stand.owner },
      ),
      stand.app.call(
        slotCalls.setChannelInfo,
        { sn: one.sn, channel_sn: 2, goods: round % 2 === 0 ? stand.cola : goods.goods_id, max: 9 },
        { as: stand.owner },
      ),
      stand.app.call(slotCalls.copyChannels, { sn: two.sn, from: one.sn }, { as: stand.owner }),
    ])
    expect(answers.map(({ body }) => body.rcode)).toEqual([0, 0, 0])
  }
})

test('importing a long sheet that renames goods does not deadlock with putting them into slots', async () => {
  const { app } = stand
  await app.work()
  const owner = await makeMerchant(app)
  const machine = await makeBoundMachine(app, owner)
  const lines = Array.from({ length: 251 }, (_, i) => [`Tea ${i}`, 1])
  const bring = async (sheet: Buffer): Promise<string> => {
    const { body } = await app.post(goodsCalls.previewImport.path, sheet, { as: owner, locale: 'en-US' })
    const { import: id } = body.result as ImportPreview
    return (await app.call(goodsCalls.applyImport, { import: id }, { as: owner })).body.result.job
  }
  const stateOf = (job: string) => async () =>
    (await app.call(jobCalls.getJob, { job }, { as: owner })).body.result.state
  await expect.poll(stateOf(await bring(await goodsSheet(['goods_title', 'price'], lines)))).toBe('done')
  const listed = await app.call(goodsCalls.getGoods, { pageSize: 999 }, { as: owner })
  const goods = listed.body.result.data.toSorted((a, b) => Number(a.goods_id) - Number(b.goods_id))
  const put = (at: number, slot: number) =>
    app.call(
      slotCalls.setChannelInfo,
      { sn: machine.sn, channel_sn: slot, goods: goods.at(at)!.goods_id, max: 9 },
      { as: owner },
    )
  expect((await put(0, 1)).body.rcode).toBe(0)
  app.clock.advance(4)

  // Another connection locks the goods of the sheet's last line, so that the import stops when nearly all is
  // renamed.
  const holder = new pg.Client({ connectionString: app.deps.db.url })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query(`begin; select from goods where goods_id = ${goods.at(-1)!.goods_id} for share`)
  const waiting = async () =>
    (
      await asOwner(
        app,
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).length
  const renamed = goods.map((one) => [one.goods_id, `${one.title} new`, 1])
  const job = await bring(await goodsSheet(['goods_id', 'goods_title', 'price'], renamed))
  await expect.poll(waiting).toBe(1)
  let isPut = false
  const putting = put(-1, 2).finally(() => (isPut = true))
  await expect.poll(async () => isPut || (await waiting()) === 2).toBe(true)
  await holder.query('commit')
  expect((await putting).body.rcode).toBe(0)
  await expect.poll(stateOf(job)).toBe('done')
})

describe('a change that another user made meanwhile', () => {
  test.each([
    ['putDownGoods', { channel_sn: 1 }],
    ['setQuantity', { type: 2 }],
    ['copyChannels', {}],
  ] as const)('is not overwritten silently: %s', async (name, extra) => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    const other = await makeBoundMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, 5)
    const read = await revs(machine)
    await stand.put(machine, 1, stand.water, 20)
    stand.app.clock.advance(4)
    const input = { sn: machine.sn, ...extra, ...(name === 'copyChannels' ? { from: other.sn } : {}) }
    const ask = (seen: Record<string, number>) =>
      stand.app.call(slotCalls[name], { ...input, revs: seen } as never, { as: stand.owner })
    expect((await ask(read)).body).toMatchObject({ rcode: 103, msg: expect.stringContaining('Someone else') })
    expect((await stand.slots(machine))[0]).toMatchObject({ goods: { title: 'Water' }, quantity: 20 })
    expect((await ask(await revs(machine))).body.rcode).toBe(0)
    expect((await stand.slots(machine))[0]?.quantity).toBe(0)
  })

  test('a typed quantity does not undo pieces that left the slot since it was counted', async () => {
    const machine = await makeBoundMachine(stand.app, stand.owner)
    await stand.put(machine, 1, stand.cola, 10)
    await stand.counts(machine, 1, { 1: 10 })
    await stand.counts(machine, 2, { 1: 7 })
    stand.app.clock.advance(4)
    const type = (was: number) =>
      stand.app.call(
        slotCalls.setChannelInfo,
        { sn: machine.sn, channel_sn: 1, quantity: 12, was: { 1: was } },
        { as: stand.owner },
      )
    expect((await type(10)).body).toMatchObject({ rcode: 103, msg: expect.stringContaining('Someone else') })
    expect((await stand.slots(machine))[0]?.quantity).toBe(7)
    expect((await type(7)).body.rcode).toBe(0)
    // An edit without a quantity compares none.
    stand.app.clock.advance(4)
    const price = { sn: machine.sn, channel_sn: 1, price: 400, was: { 1: 10 } }
    expect((await stand.app.call(slotCalls.setChannelInfo, price, { as: stand.owner })).body.rcode).toBe(0)
  })
})
