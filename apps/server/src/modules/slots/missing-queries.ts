/** What is missing in the slots of many machines. Every statement works on all of them at once. */
import type { RefillSlotChoice } from '@slotwise/contract'
import { sql, type SqlBool } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { isOneOf } from '../../kernel/search.ts'
import type { PlacedSlot } from './goods-slot-queries.ts'

/** Enabled slots with goods that have room. For low slots, the condition is that of their index. */
const isMissing = (choice: RefillSlotChoice) =>
  choice === 'low'
    ? sql<SqlBool>`c.goods_id is not null and c.enabled and c.max > 0 and c.quantity <= c.low_level
        and c.quantity < c.max`
    : sql<SqlBool>`c.goods_id is not null and c.enabled and c.max > 0 and c.quantity < c.max`

type Sums = { pieces: number; slots: number }
type MissingFigures = {
  devices: Map<string, Sums>
  goods: Map<string, Sums & { devices: number }>
}

/** What is missing by machine and by goods. The slots are read once, and only their sums leave the database. */
export async function missingFigures(
  ctx: Ctx,
  deviceIds: readonly string[],
  choice: RefillSlotChoice,
): Promise<MissingFigures> {
  const { rows } = await sql<{
    device_id: string | null
    goods_id: string | null
    pieces: number
    slots: number
    devices: number
  }>`
    select device_id, goods_id, sum(pieces)::int as pieces, sum(slots)::int as slots, count(*)::int as devices
      from (select c.device_id, c.goods_id, sum(c.max - c.quantity) as pieces, count(*) as slots
              from channel c
             where c.tenant_id = ${ctx.tenant.id} and c.device_id = any(${deviceIds}::bigint[]) and ${isMissing(choice)}
             group by c.device_id, c.goods_id) missing
     group by grouping sets ((device_id), (goods_id))`.execute(ctx.tx)
  const figures: MissingFigures = { devices: new Map(), goods: new Map() }
  for (const { device_id: device, goods_id: goods, pieces, slots, devices } of rows) {
    if (device !== null) figures.devices.set(device, { pieces, slots })
    if (goods !== null) figures.goods.set(goods, { pieces, slots, devices })
  }
  return figures
}

/** The same by machine alone. */
export async function missingByDevice(
  ctx: Ctx,
  deviceIds: readonly string[],
  choice: RefillSlotChoice,
): Promise<Map<string, Sums>> {
  const rows = await ctx.tx
    .selectFrom('channel as c')
    .select(['c.device_id', sql<number>`sum(c.max - c.quantity)::int`.as('pieces')])
    .select(sql<number>`count(*)::int`.as('slots'))
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(deviceIds, 'c.device_id'))
    .where(isMissing(choice))
    .groupBy('c.device_id')
    .execute()
  return new Map(rows.map(({ device_id: id, ...sums }) => [id, sums]))
}

type MissingSlot = PlacedSlot & { goods_id: string; quantity: number; max: number; low: boolean }

/** The slots of these machines that have room. */
export const missingSlots = (
  ctx: Ctx,
  deviceIds: readonly string[],
  choice: RefillSlotChoice,
): Promise<MissingSlot[]> =>
  ctx.tx
    .selectFrom('channel as c')
    .select(['c.device_id', 'c.channel_sn', sql<string>`c.goods_id`.as('goods_id'), 'c.quantity', 'c.max'])
    .select(sql<boolean>`c.quantity <= c.low_level`.as('low'))
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(deviceIds, 'c.device_id'))
    .where(isMissing(choice))
    .orderBy('c.device_id')
    .orderBy('c.channel_sn')
    .execute()

/** Slots that sell goods and have no size, so that it is unknown what is missing in them. */
export async function countUnsizedIn(
  ctx: Ctx,
  deviceIds: readonly string[],
): Promise<{ slots: number; devices: number }> {
  const row = await ctx.tx
    .selectFrom('channel as c')
    .select([
      sql<number>`count(*)::int`.as('slots'),
      sql<number>`count(distinct c.device_id)::int`.as('devices'),
    ])
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(deviceIds, 'c.device_id'))
    .where('c.goods_id', 'is not', null)
    .where('c.enabled', '=', true)
    .where('c.max', '=', 0)
    .executeTakeFirst()
  return row ?? { slots: 0, devices: 0 }
}

export type StockedSlot = PlacedSlot & {
  goods_id: string | null
  quantity: number
  max: number
  low_level: number
  enabled: boolean
  /** When a person at the machine counted it last. */
  counted_at: Date | null
}

/** Locks all slots of these machines, in the order of every path that locks several. */
export const lockStock = (ctx: Ctx, deviceIds: readonly string[]): Promise<StockedSlot[]> =>
  ctx.tx
    .selectFrom('channel')
    .select(['device_id', 'channel_sn', 'goods_id', 'quantity', 'max', 'low_level', 'enabled', 'counted_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(deviceIds, 'device_id'))
    .orderBy('device_id')
    .orderBy('channel_sn')
    .forUpdate()
    .execute()

/** Servers may differ by this much in their clocks; the number of the line decides. */
const clockSlackMs = 5 * 60_000

/**
 * Slots whose stock was changed since a line of the ledger by more than what leaves a machine: counted, filled, emptied,
 * given other goods or another number. A correction by the machine that takes pieces away, or that a late sale takes
 * back, is a piece that left.
 */
export async function changedSince(
  ctx: Ctx,
  slots: readonly PlacedSlot[],
  { at, lastMove }: { at: Date; lastMove: string },
): Promise<PlacedSlot[]> {
  const { rows } = await sql<PlacedSlot>`
    select distinct m.device_id, m.channel_sn
      from stock_move m
      join unnest(${slots.map(({ device_id: id }) => id)}::bigint[], ${slots.map(({ channel_sn: no }) => no)}::int[])
           as v (device_id, ch) on v.device_id = m.device_id and v.ch = m.channel_sn
     where m.tenant_id = ${ctx.tenant.id} and m.at >= ${new Date(at.getTime() - clockSlackMs)}::timestamptz
       and m.move_id > ${lastMove}
       and not (m.reason in ('sale', 'remote', 'test')
                or m.reason = 'machine' and (m.after < m.before or m.takes_back is not null))`.execute(ctx.tx)
  return rows
}
