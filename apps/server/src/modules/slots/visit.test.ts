/** What a person said of slots, as it is booked: the stock at that moment, and what has moved since. */
import type { SlotStatement } from '@slotwise/contract'
import { beforeEach, describe, expect, test } from 'vitest'

import { asUser } from '../../../test/as-user.ts'
import { billOf, makeBills } from '../../../test/bills.ts'
import { asMachine, type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { SlotStand } from '../../../test/slot-stand.ts'
import { ordernoOf } from '../../kernel/orderno.ts'
import { bookVisit, lockMachine } from './index.ts'
import { countTimes } from './visit-stock-queries.ts'

const stand = await SlotStand.start()
let machine: BoundMachine
let sibling: BoundMachine
let readAt: Date

/** Two machines with 8 colas in slot 1, 5 in slot 2, and water in slot 3; each slot holds 20. */
beforeEach(async () => {
  machine = await makeOnlineMachine(stand.app, stand.owner)
  sibling = await makeOnlineMachine(stand.app, stand.owner)
  await stand.stock(machine, sibling)
  readAt = stand.app.clock.now
})

type Statement = { set: SlotStatement; at?: Date; goods?: string; max?: number }
const full: SlotStatement = { kind: 'full' }
const held = (quantity: number): SlotStatement => ({ kind: 'count', quantity })

/** The stock of each slot after the visit, or why the statement was not booked. */
async function visit(statements: Record<number, Statement>, at = readAt): Promise<Record<string, unknown>> {
  const stated = Object.entries(statements).map(
    ([number, { set, goods = stand.cola, max = 20, ...when }]) => ({
      channel_sn: Number(number),
      seen: { goods_id: goods, max },
      set,
      at: when.at ?? at,
    }),
  )
  const results = await asUser(stand.app, stand.owner, async (ctx) =>
    bookVisit(ctx, await lockMachine(ctx, machine.sn), { readAt: at, stated }),
  )
  return Object.fromEntries(
    results.slots.map(({ channel_sn: number, conflict, after }) => [number, conflict ?? after]),
  )
}
const stock = async (one = machine) => (await stand.books(one)).slice(0, 3).map(([, quantity]) => quantity)
const reasons = async () =>
  (await stand.lines(machine))
    .slice(3)
    .map(({ slot, reason, before, after }) => `${slot} ${reason} ${before} ${after}`)
const later = (seconds: number): Date => {
  stand.app.clock.advance(seconds)
  return stand.app.clock.now
}
/** Customers have bought at a moment; the server hears of it now. */
const sells = (items: Record<number, number>, at: Date) =>
  stand.sells({ ...stand.buys(machine, items), at, orderno: ordernoOf(at, [machine.sn]) })

/** A bill says that two pieces of slot 1 came out, and the ledger has no line of them. */
async function sellUnbooked(at: Date): Promise<void> {
  const cola = { goods_id: stand.cola, title: 'Cola', price: 350, fault: null }
  const goods = [{ ...cola, channel_sn: 1, quantity: 2, delivered: 2 }]
  await makeBills(stand.app, stand.owner, [billOf({ ...machine, store: null }, { create_at: at, goods })])
}

test('full slots and counts are booked as visits, the machine’s own count as one, and moments as they were', async () => {
  await stand.counts(machine, 1, { 1: 8, 2: 5, 3: 7 })
  const at = later(1)
  const statements = {
    1: { set: full },
    2: { set: held(3) },
    3: { set: { kind: 'machine' }, goods: stand.water },
  } as const
  expect(await visit(statements, at)).toEqual({ 1: 20, 2: 3, 3: 7 })
  expect([await stock(), await stock(sibling)]).toEqual([
    [20, 3, 7],
    [8, 5, 5],
  ])
  expect((await reasons()).toSorted()).toEqual(['1 visit 8 20', '2 visit 5 3', '3 count 5 7'])
  expect(await asMachine(stand.app, machine, countTimes)).toEqual(
    new Map([
      [1, at],
      [2, at],
    ]),
  )
})

describe('pieces that have left', () => {
  test('since the moment are not in the slot any more; those before were not counted', async () => {
    const before = later(-5)
    later(5)
    const at = later(10)
    await sells({ 1: 3 }, later(5))
    await sells({ 2: 2 }, before)
    expect(await visit({ 1: { set: held(10), at }, 2: { set: held(10), at } })).toEqual({ 1: 7, 2: 10 })
  })

  test('while the books had none are known from the bills', async () => {
    const at = later(10)
    await sellUnbooked(later(5))
    expect(await visit({ 1: { set: held(10), at }, 2: { set: held(10), at } })).toEqual({ 1: 8, 2: 10 })
  })

  test('while the books had none, and are missing in a later count, are not taken off twice', async () => {
    const at = later(10)
    await sellUnbooked(later(5))
    await asOwner(
      stand.app,
      `insert into stock_move (tenant_id, device_id, channel_sn, reason, before, after, at, username)
       values ($1, $2, 1, 'machine', 8, 6, $3, '')`,
      [machine.tenantId, machine.id, later(5)],
    )
    expect(await visit({ 1: { set: held(10), at } })).toEqual({ 1: 8 })
  })
})

describe('a statement is not booked', () => {
  test('about other goods, another size, more than fits, or a slot that the machine never counted', async () => {
    expect(
      await visit({
        1: { set: held(3), goods: stand.water },
        2: { set: full, max: 10 },
        3: { set: held(21), goods: stand.water },
        9: { set: full },
      }),
    ).toEqual({ 1: 'goods', 2: 'max', 3: 'max', 9: 'gone' })
    expect(await visit({ 1: { set: { kind: 'machine' } } })).toEqual({ 1: 'uncounted' })
    expect([await stock(), await reasons()]).toEqual([[8, 5, 5], []])
    // A count does not depend on the size that was seen.
    expect(await visit({ 2: { set: held(20), max: 10 } })).toEqual({ 2: 20 })
  })

  test('when the stock was set later, by the merchant or by another person at the machine', async () => {
    const at = later(10)
    await stand.put(machine, 1, stand.cola, 9)
    expect(await visit({ 2: { set: held(4), at: later(5) } })).toEqual({ 2: 4 })
    const statements = {
      1: { set: held(3), at },
      2: { set: held(3), at },
      3: { set: held(3), at, goods: stand.water },
    }
    expect(await visit(statements)).toEqual({ 1: 'newer', 2: 'newer', 3: 3 })
  })

  test('when the slot got another number, or the machine was bound anew, since the slots were read', async () => {
    const [before, finished] = [later(1), later(1)]
    await asOwner(
      stand.app,
      `insert into command (tenant_id, device_id, sn, op, args, attach, username, state, created_at, expires_at, due_at, finished_at)
       values ($1, $2, $3, 'resetSlot', '{"slots":[{"from":1,"to":7}]}', '', 'tester', 'done', $4, $4, $4, $4)`,
      [machine.tenantId, machine.id, machine.sn, finished],
    )
    expect(await visit({ 1: { set: full }, 2: { set: full } }, before)).toEqual({ 1: 'renumbered', 2: 20 })
    later(1)
    expect(await visit({ 1: { set: full } }, finished)).toEqual({ 1: 20 })
    const [row] = await asOwner<{ bound_at: Date }>(
      stand.app,
      'select bound_at from device where device_id = $1',
      [machine.id],
    )
    const unbound = new Date((row?.bound_at.getTime() ?? 0) - 1)
    expect(await visit({ 3: { set: full, goods: stand.water } }, unbound)).toEqual({ 3: 'gone' })
  })
})
