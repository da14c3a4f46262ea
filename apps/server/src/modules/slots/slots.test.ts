import { type Channel, deviceCalls, type MachineType, slotCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, type BoundMachine, makeBoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { giveCommand } from '../commands/index.ts'
import { takeConfig } from '../devices/index.ts'
import { lockState } from '../presence/index.ts'
import { takeSlots } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const cola = (await makeGoods(app, owner, { title: 'Cola', price: 350 })).goods_id
const water = (await makeGoods(app, owner, { title: 'Water', price: 200 })).goods_id

type Info = Parameters<typeof edit>[1]
/** Edits a slot after the pause between edits. */
const edit = (
  { sn }: BoundMachine,
  info: Omit<Parameters<typeof app.call<typeof slotCalls.setChannelInfo>>[1], 'sn'>,
  as: Merchant = owner,
) => {
  app.clock.advance(4)
  return app.call(slotCalls.setChannelInfo, { sn, ...info }, { as })
}
const slots = async ({ sn }: BoundMachine): Promise<Channel[]> =>
  (await app.call(slotCalls.getDevChannel, { sn }, { as: owner })).body.result.data
const slot = async (machine: BoundMachine, number: number) =>
  (await slots(machine)).find((one) => one.channel_sn === number)
const ledger = ({ id }: BoundMachine) =>
  asOwner(
    app,
    `select channel_sn, reason, before, after, username from stock_move where device_id = $1 order by move_id`,
    [id],
  )
/** The revision of a machine's settings, and the one with which it got its second slot. */
const settingsRevs = `
  select settings_rev::int as rev from device where device_id = $1
  union all select settings_rev::int from channel where device_id = $1 and channel_sn = 2`
const fieldOf = (body: { result: unknown }) =>
  (body.result as { errors?: { path: string; message: string }[] } | null)?.errors?.[0]

describe('a slot', () => {
  test('gets goods, price and stock, and every change of stock is a line with who and why', async () => {
    const machine = await makeBoundMachine(app, owner)
    const hear = await listenAs(app, owner)
    const { body } = await edit(machine, { channel_sn: 2, goods: cola, price: 400, max: 8, quantity: 5 })
    expect(body.rcode).toBe(0)
    expect(await hear()).toContainEqual({ kind: 'slots', data: { sn: machine.sn, slots: [2] } })
    expect(await slot(machine, 2)).toMatchObject({
      goods: { title: 'Cola' },
      price: 400,
      quantity: 5,
      max: 8,
      enabled: true,
      applied: false,
    })
    await edit(machine, { channel_sn: 2, quantity: 3 })
    app.clock.advance(4)
    const revs = async () => (await slots(machine)).map(({ rev }) => rev)
    const [first = 0, second = 0, ...others] = await revs()
    await app.call(slotCalls.setQuantity, { sn: machine.sn, type: 1 }, { as: owner })
    expect(await revs()).toEqual([first, second + 1, ...others])
    await edit(machine, { channel_sn: 2, goods: water, price: 200, quantity: 1 })
    app.clock.advance(4)
    const settings = async () =>
      (await asOwner<{ rev: number }>(app, settingsRevs, [machine.id])).map(({ rev }) => rev)
    const [ofMachine = 0, ofSlot] = await settings()
    await app.call(slotCalls.putDownGoods, { sn: machine.sn, channel_sn: 2 }, { as: owner })
    expect([ofSlot, ...(await settings())]).toEqual([ofMachine, ofMachine + 1, ofMachine + 1])
    const by = owner.username
    expect(await ledger(machine)).toEqual([
      { channel_sn: 2, reason: 'edit', before: 0, after: 5, username: by },
      { channel_sn: 2, reason: 'edit', before: 5, after: 3, username: by },
      { channel_sn: 2, reason: 'fill', before: 3, after: 8, username: by },
      { channel_sn: 2, reason: 'goods', before: 8, after: 0, username: by },
      { channel_sn: 2, reason: 'edit', before: 0, after: 1, username: by },
      { channel_sn: 2, reason: 'putDown', before: 1, after: 0, username: by },
    ])
    expect(await slot(machine, 2)).toMatchObject({ goods: null, quantity: 0, price: 200 })
    const audited = await asOwner<{ call: string; before: object; after: object }>(
      app,
      'select call, before, after from audit where object_id = $1 order by audit_id',
      [machine.id],
    )
    const { sn } = machine
    expect(audited).toEqual([
      {
        call: 'setChannelInfo',
        before: { goods: null, price: null, quantity: 0, max: 0 },
        after: { sn, channel_sn: '2', goods: 'Cola', price: 400, max: 8, quantity: 5 },
      },
      { call: 'setChannelInfo', before: { quantity: 5 }, after: { sn, channel_sn: '2', quantity: 3 } },
      { call: 'setQuantity', before: null, after: { sn, reason: 'fill', channel_sn: '2' } },
      {
        call: 'setChannelInfo',
        before: { goods: 'Cola', price: 400, quantity: 8 },
        after: { sn, channel_sn: '2', goods: 'Water', price: 200, quantity: 1 },
      },
      { call: 'putDownGoods', before: { goods: 'Water' }, after: { sn, channel_sn: '2' } },
    ])
  })

  test('becomes smaller together with its stock', async () => {
    const machine = await makeBoundMachine(app, owner)
    await edit(machine, { channel_sn: 1, goods: cola, max: 9, quantity: 8 })
    expect((await edit(machine, { channel_sn: 1, max: 4, quantity: 3 })).body.rcode).toBe(0)
    expect(await slot(machine, 1)).toMatchObject({ max: 4, quantity: 3 })
    expect((await ledger(machine)).at(-1)).toMatchObject({ reason: 'edit', before: 8, after: 3 })
  })

  test('whose quantity is another than the editor saw is not set', async () => {
    const machine = await makeBoundMachine(app, owner)
    await edit(machine, { channel_sn: 1, goods: cola, max: 9, quantity: 8 })
    const set = async (was: Record<string, number>, info: Info) =>
      (await edit(machine, { was, ...info })).body.rcode
    expect(await set({ 1: 7 }, { channel_sn: 1, quantity: 2 })).toBe(103)
    expect((await slot(machine, 1))?.quantity).toBe(8)
    // Other fields do not depend on it, nor does another slot.
    expect(await set({ 1: 7 }, { channel_sn: 1, price: 300 })).toBe(0)
    expect(await set({ 1: 8, 2: 5 }, { channel_sn: 1, quantity: 2 })).toBe(0)
  })

  test('takes the price of its goods where none is given, and needs one', async () => {
    const machine = await makeBoundMachine(app, owner)
    await edit(machine, { channel_sn: 1, goods: cola })
    expect((await slot(machine, 1))?.price).toBe(350)
    const span = await makeGoods(app, owner, { title: 'Span', price: null, min_price: 100, max_price: 300 })
    const { body } = await edit(machine, { channel_sn: 2, goods: span.goods_id })
    expect(fieldOf(body)).toEqual({ path: 'price', message: 'A slot with goods needs a price' })
    expect((await slot(machine, 2))?.goods).toBeNull()
  })

  test.each<[string, Info, string, string]>([
    ['a price below the least', { channel_sn: 1, price: 1 }, 'price', 'The price must be at least 0.02'],
    ['half a cent', { channel_sn: 1, price: 10.5 }, 'price', 'Enter an amount with at most 2 decimals'],
    [
      'more than fits',
      { channel_sn: 1, goods: '@cola', quantity: 6, max: 5 },
      'quantity',
      'The stock cannot exceed the capacity',
    ],
    [
      'more than fits as it is',
      { channel_sn: 1, quantity: 99 },
      'quantity',
      'The stock cannot exceed the capacity',
    ],
    [
      'less room than there are pieces',
      { channel_sn: 1, max: 1 },
      'max',
      'The capacity cannot be below the stock',
    ],
    [
      'stock of nothing',
      { channel_sn: 2, quantity: 1, max: 5 },
      'quantity',
      'Slot 2 has no goods, so it cannot have stock',
    ],
    ['number 0', { channel_sn: 0, price: 200 }, 'channel_sn', 'The channel id must not be 0'],
    ['no such slot', { channel_sn: 77, price: 200 }, 'channel_sn', 'There is no slot 77'],
    ['no such goods', { channel_sn: 1, goods: '999999' }, 'goods', 'These goods do not exist'],
    [
      'a rate where nothing is won',
      { channel_sn: 1, rate: 10 },
      'rate',
      'Devices of this type do not have this setting',
    ],
  ])('refuses %s, at its field', async (_what, info, path, message) => {
    const machine = await makeBoundMachine(app, owner)
    await edit(machine, { channel_sn: 1, goods: cola, price: 350, max: 5, quantity: 3 })
    const goods = info.goods === '@cola' ? cola : info.goods
    const { body } = await edit(machine, { ...info, ...(goods === undefined ? {} : { goods }) })
    expect(body.rcode).toBe(100)
    expect(fieldOf(body)).toMatchObject({ path: expect.stringContaining(path), message })
    expect(await slot(machine, 1)).toMatchObject({ quantity: 3, max: 5, price: 350 })
  })

  test.each<[MachineType, 'game_price' | 'quantity' | 'max', number]>([
    ['vending', 'game_price', 100],
    ['gashapon', 'game_price', 100],
    ['pulse', 'quantity', 1],
    ['pulse', 'max', 5],
  ])('of a %s has no %s', async (type, path, value) => {
    const machine = await makeBoundMachine(app, owner, { type, slots: 1 })
    const put = (info: object) => edit(machine, { channel_sn: 1, goods: cola, ...info })
    const { body } = await put({ [path]: value })
    expect(fieldOf(body)).toEqual({ path, message: 'Devices of this type do not have this setting' })
    expect((await put({ [path]: path === 'game_price' ? null : 0 })).body.rcode).toBe(0)
  })

  test.each([
    [0.5, 'The winning rate is from 1% to 100%'],
    [100.01, 'The rate is at most 100%'],
    [12.345, 'At most 2 decimals'],
  ])('with a chance has a rate from 1 to 100 %% with two decimals, not %d', async (rate, message) => {
    const machine = await makeBoundMachine(app, owner, { type: 'gashapon' })
    expect(fieldOf((await edit(machine, { channel_sn: 1, rate })).body)).toEqual({ path: 'rate', message })
    await edit(machine, { channel_sn: 1, rate: 12.34 })
    expect((await slot(machine, 1))?.rate).toBe(12.34)
  })

  test('that two people edit at once tells the second, and keeps what the first did', async () => {
    const machine = await makeBoundMachine(app, owner)
    const [{ rev } = { rev: 0 }] = await slots(machine)
    expect((await edit(machine, { channel_sn: 1, goods: cola, revs: { 1: rev } })).body.rcode).toBe(0)
    const { body } = await edit(machine, { channel_sn: 1, goods: water, revs: { 1: rev } })
    expect(body).toMatchObject({ rcode: 103, msg: expect.stringContaining('Someone else') })
    expect((await slot(machine, 1))?.goods?.title).toBe('Cola')
  })

  test('is edited once in three seconds for each machine, and a batch is one edit', async () => {
    const machine = await makeBoundMachine(app, owner)
    const other = await makeBoundMachine(app, owner)
    expect((await edit(machine, { channel_sn: [1, 2, 3], goods: cola })).body.rcode).toBe(0)
    app.clock.advance(1)
    const now = { sn: machine.sn, channel_sn: 1, price: 300 }
    expect((await app.call(slotCalls.setChannelInfo, now, { as: owner })).body).toMatchObject({
      rcode: 105,
      msg: 'Try again in 2 seconds',
      result: { retryAfter: 2 },
    })
    const elsewhere = { ...now, sn: other.sn }
    expect((await app.call(slotCalls.setChannelInfo, elsewhere, { as: owner })).body.rcode).toBe(0)
    app.clock.advance(2)
    expect((await app.call(slotCalls.setChannelInfo, now, { as: owner })).body.rcode).toBe(0)
    expect((await slots(machine)).map(({ goods }) => goods?.title ?? null)).toEqual([
      'Cola',
      'Cola',
      'Cola',
      null,
      null,
      null,
    ])
  })

  test('is not edited while the machine looks for its slots', async () => {
    const machine = await makeOnlineMachine(app, owner)
    await asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
    expect((await edit(machine, { channel_sn: 1, price: 300 })).body.rcode).toBe(401)
    await asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'done', slots: 6 }))
    expect((await edit(machine, { channel_sn: 1, price: 300 })).body.rcode).toBe(0)
  })

  test('gets only goods that its editor may use', async () => {
    const machine = await makeBoundMachine(app, owner)
    const clerk = await makeStaff(app, owner, {
      permissions: ['device.manage', 'goods.manage'],
      goods: 'own',
    })
    expect(fieldOf((await edit(machine, { channel_sn: 1, goods: cola }, clerk)).body)?.path).toBe('goods')
  })
})

test('other goods come with their own price', async () => {
  const machine = await makeBoundMachine(app, owner)
  await edit(machine, { channel_sn: 1, goods: water, price: 150 })
  await edit(machine, { channel_sn: 1, goods: cola })
  expect((await slot(machine, 1))?.price).toBe(350)
})

test('edits, reports and results at once neither stop each other nor lose a piece', async () => {
  const machine = await makeOnlineMachine(app, owner, { type: 'lipstick', slots: 4 })
  await edit(machine, { channel_sn: [1, 2, 3, 4], goods: cola, max: 100, quantity: 50 })
  const by = { id: null, username: 'tester' }
  let rev = 0
  // Each report counts one piece less than the last.
  const report = () =>
    asMachine(app, machine, async (ctx) => {
      await lockState(ctx)
      rev += 1
      const qty = 51 - rev
      await takeSlots(ctx, {
        rev,
        full: true,
        slots: [1, 2, 3, 4].map((ch) => ({ ch, qty, max: 100, state: 'ok' as const })),
      })
    })
  await report()
  const outcomes = await Promise.all([
    ...Array.from({ length: 8 }, () => report()),
    ...Array.from({ length: 4 }, (_, i) =>
      app.call(deviceCalls.editDev, { sn: machine.sn, same_gp: true, game_price: 200 + i }, { as: owner }),
    ),
    edit(machine, { channel_sn: [4, 1], price: 400 }),
    asMachine(app, machine, (ctx) => giveCommand(ctx, { op: 'led', args: { on: true }, by })),
  ])
  expect(outcomes.flatMap((one) => (one && 'body' in one ? [one.body.rcode] : []))).toEqual([0, 0, 0, 0, 0])
  expect((await slots(machine)).map(({ quantity }) => quantity)).toEqual([42, 42, 42, 42])
  const lines = await ledger(machine)
  const last = lines.findLast((line) => (line as { channel_sn: number }).channel_sn === 1)
  expect(last).toMatchObject({ after: 42 })
})

describe('what the machine counts', () => {
  const report = (machine: BoundMachine, rev: number, quantities: readonly number[], full = true) =>
    asMachine(app, machine, async (ctx) => {
      await takeSlots(ctx, {
        rev,
        full,
        slots: quantities.map((qty, i) => ({ ch: i + 1, qty, max: 10, state: 'ok' as const })),
      })
    })
  const quantities = async (machine: BoundMachine) =>
    (await slots(machine)).slice(0, 2).map((one) => one.quantity)

  test('is taken over for slots with goods whose quantity was never set, and only for those', async () => {
    const machine = await makeBoundMachine(app, owner)
    await edit(machine, { channel_sn: 1, goods: cola })
    await report(machine, 1, [7, 6])
    expect(await quantities(machine)).toEqual([7, 0])
    expect((await slots(machine)).slice(0, 2).map(({ max }) => max)).toEqual([10, 10])
    expect((await slot(machine, 2))?.reported).toMatchObject({ quantity: 6, max: 10, state: 'ok' })
  })

  test('corrects our count by what changed there, and leaves it alone where nothing did', async () => {
    const machine = await makeBoundMachine(app, owner)
    await report(machine, 1, [4, 4])
    await edit(machine, { channel_sn: [1, 2], goods: cola, quantity: 10 })
    await report(machine, 2, [4, 4])
    expect(await quantities(machine)).toEqual([10, 10])
    const rev = (await slot(machine, 1))?.rev
    await report(machine, 3, [3, 4], false)
    expect(await quantities(machine)).toEqual([9, 10])
    // A count is no edit, so it does not refuse the edit of a user who read the slot before.
    expect((await slot(machine, 1))?.rev).toBe(rev)
    // An outdated report.
    await report(machine, 2, [0, 0])
    expect(await quantities(machine)).toEqual([9, 10])
    // The machine was refilled on site; a count above the size is limited to it.
    await report(machine, 4, [10, 4], false)
    expect(await quantities(machine)).toEqual([10, 10])
    expect((await ledger(machine)).filter(({ reason }) => reason === 'machine')).toEqual([
      { channel_sn: 1, reason: 'machine', before: 10, after: 9, username: '' },
      { channel_sn: 1, reason: 'machine', before: 9, after: 10, username: '' },
    ])
  })
})

test('one game price for all slots stays one', async () => {
  const machine = await makeBoundMachine(app, owner, { type: 'lipstick' })
  const turnOn = (extra = {}) =>
    app.call(deviceCalls.editDev, { sn: machine.sn, same_gp: true, ...extra }, { as: owner })
  expect(fieldOf((await turnOn()).body)).toEqual({
    path: 'game_price',
    message: 'Enter the game price for all slots',
  })
  expect((await turnOn({ game_price: 300 })).body.rcode).toBe(0)
  const before = await slots(machine)
  await edit(machine, { channel_sn: 2, game_price: 500 })
  // The version of each slot rises by one, that of the chosen slot too.
  expect(await slots(machine)).toEqual(
    before.map((one) => ({ ...one, game_price: 500, rev: one.rev + 1, applied: false })),
  )
})

test('a price or a rate for all slots is changed, not removed', async () => {
  const machine = await makeBoundMachine(app, owner, { type: 'lipstick' })
  const same = { same_gp: true, game_price: 300, same_pb: true, rate: 25 }
  await app.call(deviceCalls.editDev, { sn: machine.sn, ...same }, { as: owner })
  for (const path of ['game_price', 'rate'])
    expect(fieldOf((await edit(machine, { channel_sn: 2, [path]: null })).body)).toMatchObject({ path })
  expect((await edit(machine, { channel_sn: 2, rate: 30 })).body.rcode).toBe(0)
  expect((await slots(machine)).every((one) => one.rate === 30 && one.game_price === 300)).toBe(true)
})
