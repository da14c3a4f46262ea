import { historyCalls } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { readExport } from '../../../test/exports.ts'
import { makeGoods, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { sweep } from '../../worker/housekeeping.ts'
import { inTenant } from '../../kernel/db.ts'
import { changedSince, stockLinesOf } from './index.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let cola: string
let water: string

const daySeconds = 86_400

type Line = {
  slot: number
  goods: string | null
  reason: string
  before: number
  after: number
  days: number
}

/** Writes lines of the ledger that are some days old. */
async function book(of: BoundMachine, lines: readonly Line[]): Promise<void> {
  await asOwner(
    app,
    `insert into stock_move (tenant_id, device_id, channel_sn, goods_id, reason, before, after, username, at)
     select $1, $2, slot, goods::bigint, reason, before, after, 'Lin', $3::timestamptz - days * interval '1 day'
       from jsonb_to_recordset($4) as l (slot int, goods text, reason text, before int, after int, days int)`,
    [of.tenantId, of.id, app.clock.now, JSON.stringify(lines)],
  )
}
const ledger = (of: BoundMachine) =>
  asOwner<Omit<Line, 'days'>>(
    app,
    `select channel_sn as slot, goods_id::text as goods, reason, before, after
       from stock_move where device_id = $1 order by channel_sn, at, move_id`,
    [of.id],
  )
const sums = () =>
  asOwner(
    app,
    `select device_id, channel_sn, goods_id, sum(after - before) as pieces
       from stock_move group by 1, 2, 3 order by 1, 2, 3`,
  )

beforeEach(async () => {
  owner = await makeMerchant(app)
  machine = await makeOnlineMachine(app, owner, { slots: 3 })
  cola = (await makeGoods(app, owner, { title: 'Cola' })).goods_id
  water = (await makeGoods(app, owner, { title: 'Water' })).goods_id
})

test('lines older than 13 months become one opening line for each slot and its goods; all sums stay', async () => {
  const sibling = await makeOnlineMachine(app, owner, { slots: 3 })
  const lines: Line[] = [
    { slot: 1, goods: water, reason: 'fill', before: 0, after: 6, days: 500 },
    { slot: 1, goods: water, reason: 'putDown', before: 6, after: 0, days: 490 },
    { slot: 1, goods: cola, reason: 'fill', before: 0, after: 10, days: 480 },
    { slot: 1, goods: cola, reason: 'sale', before: 10, after: 7, days: 470 },
    { slot: 1, goods: cola, reason: 'sale', before: 7, after: 6, days: 300 },
    { slot: 2, goods: cola, reason: 'edit', before: 0, after: 4, days: 397 },
    { slot: 3, goods: null, reason: 'machine', before: 0, after: 2, days: 395 },
  ]
  await book(machine, lines)
  await book(sibling, lines.slice(2, 3))
  const before = await sums()
  await sweep(app.deps)
  expect(await sums()).toEqual(before)
  const folded = [
    { slot: 1, goods: water, reason: 'opening', before: 0, after: 0 },
    { slot: 1, goods: cola, reason: 'opening', before: 0, after: 7 },
    { slot: 1, goods: cola, reason: 'sale', before: 7, after: 6 },
    { slot: 2, goods: cola, reason: 'opening', before: 0, after: 4 },
    { slot: 3, goods: null, reason: 'machine', before: 0, after: 2 },
  ]
  expect(await ledger(machine)).toEqual(folded)
  expect(await ledger(sibling)).toEqual([{ slot: 1, goods: cola, reason: 'opening', before: 0, after: 10 }])

  await sweep(app.deps)
  expect(await ledger(machine), 'nothing is left to fold').toEqual(folded)

  app.clock.advance(120 * daySeconds)
  await sweep(app.deps)
  expect(await sums()).toEqual(before)
  expect((await ledger(machine))[1]).toEqual({
    slot: 1,
    goods: cola,
    reason: 'opening',
    before: 0,
    after: 6,
  })
})

test('a long ledger is folded in portions, and a neighbour keeps the lines of the year', async () => {
  const neighbour = await makeMerchant(app)
  const other = await makeOnlineMachine(app, neighbour)
  await book(other, [{ slot: 1, goods: null, reason: 'machine', before: 0, after: 2, days: 30 }])
  const many = Array.from({ length: 1_250 }, (_, i): Line[] => [
    { slot: 1, goods: cola, reason: 'fill', before: 3, after: 9, days: 2_000 - i },
    { slot: 1, goods: cola, reason: 'sale', before: 9, after: 3, days: 2_000 - i },
  ])
  await book(machine, [
    { slot: 1, goods: cola, reason: 'fill', before: 0, after: 3, days: 2_001 },
    ...many.flat(),
  ])
  await sweep(app.deps)
  expect(await ledger(machine)).toEqual([{ slot: 1, goods: cola, reason: 'opening', before: 0, after: 3 }])
  expect(await ledger(other)).toEqual([{ slot: 1, goods: null, reason: 'machine', before: 0, after: 2 }])
})

test('the history shows the opening line as the work of the system', async () => {
  await book(machine, [
    { slot: 1, goods: cola, reason: 'fill', before: 0, after: 10, days: 480 },
    { slot: 1, goods: cola, reason: 'sale', before: 10, after: 7, days: 470 },
  ])
  await sweep(app.deps)
  const { page } = longListOf(app, historyCalls.getDevHistory, { sn: machine.sn }, owner)
  expect((await page({ pageSize: 10 })).data).toMatchObject([
    { kind: 'stock', channel_sn: 1, goods: 'Cola', reason: 'opening', before: 0, after: 7 },
  ])
  const input = { condition: { sn: machine.sn } }
  const [, line] = await readExport(app, historyCalls.exportDevHistory, input, owner)
  expect(line?.slice(2)).toEqual([
    'Opening stock: older changes combined in one line',
    '1',
    'Cola',
    '0',
    '7',
    '7',
    'By the system',
  ])
})

test('a slot has changed since a line when a person or the machine put other pieces into it, not when pieces left', async () => {
  const sibling = await makeOnlineMachine(app, owner, { slots: 9 })
  machine = await makeOnlineMachine(app, owner, { slots: 9 })
  const line = { goods: cola, before: 5, after: 4, days: 1 }
  await book(machine, [{ ...line, slot: 9, reason: 'fill' }])
  const [last] = await asOwner<{ move_id: string; at: Date }>(
    app,
    'select move_id, at from stock_move where device_id = $1',
    [machine.id],
  )
  const { move_id: lastMove = '', at = app.clock.now } = last ?? {}
  const left = ['sale', 'remote', 'test', 'machine'].map((reason, i) => ({ ...line, slot: i + 1, reason }))
  const came = [
    { ...line, slot: 5, reason: 'machine', after: 6 },
    { ...line, slot: 6, reason: 'visit' },
    { ...line, slot: 8, reason: 'visit' },
  ]
  await book(machine, [...left, ...came, { ...line, slot: 7, reason: 'machine', after: 6 }])
  // A late sale takes the correction of the machine back.
  await asOwner(app, 'update stock_move set takes_back = $2 where device_id = $1 and channel_sn = 7', [
    machine.id,
    lastMove,
  ])
  // Servers may differ by five minutes in their clocks.
  const backdate = (slot: number, ms: number) =>
    asOwner(app, 'update stock_move set at = $3 where device_id = $1 and channel_sn = $2', [
      machine.id,
      slot,
      new Date(at.getTime() - ms),
    ])
  await backdate(6, 300_000)
  await backdate(8, 300_001)
  await book(sibling, [{ ...line, slot: 1, reason: 'fill' }])
  const slotsOf = ({ id }: BoundMachine) =>
    Array.from({ length: 9 }, (_, i) => ({ device_id: id, channel_sn: i + 1 }))
  const changed = (slots: ReturnType<typeof slotsOf>, as = owner) =>
    asUser(app, as, (ctx) => changedSince(ctx, slots, { at, lastMove }))
  const found = await changed(slotsOf(machine))
  expect(found.map(({ channel_sn: slot }) => slot).toSorted()).toEqual([5, 6])
  expect(await changed(slotsOf(machine).slice(0, 5))).toEqual([{ device_id: machine.id, channel_sn: 5 }])
  expect(await changed(slotsOf(machine), await makeMerchant(app))).toEqual([])
})

test('the lines of a bill are those with its number, in the order of booking', async () => {
  const line = { slot: 2, reason: 'sale', before: 5, after: 4, days: 0 }
  const other = await makeOnlineMachine(app, await makeMerchant(app))
  await book(machine, [
    { ...line, goods: cola, after: 3 },
    { ...line, goods: null, reason: 'machine', before: 3, after: 5 },
    { ...line, goods: water, slot: 1 },
  ])
  await book(other, [{ ...line, goods: null }])
  await asOwner(app, `update stock_move set orderno = 'b1' where channel_sn = 2 and device_id = any($1)`, [
    [machine.id, other.id],
  ])
  const { tenantId } = owner
  const lines = await inTenant(app.deps.db.main, tenantId, (tx) => stockLinesOf({ tx, tenantId }, 'b1'))
  const common = { at: app.clock.now, channel_sn: 2 }
  expect(lines).toEqual([
    { ...common, goods: 'Cola', reason: 'sale', before: 5, after: 3 },
    { ...common, goods: null, reason: 'machine', before: 3, after: 5 },
  ])
})
