/** Stock that sales take out of slots. Each statement is for many sales of many machines of one merchant. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

export type SlotRef = { deviceId: string; ch: number }
export type SoldSlot = SlotRef & { goods: string | null; quantity: number; lowLevel: number }

const devicesOf = (slots: readonly SlotRef[]) => slots.map(({ deviceId }) => deviceId)
const numbersOf = (slots: readonly SlotRef[]) => slots.map(({ ch }) => ch)

/** Locks those of the slots that exist, always in the same order, so that two callers never deadlock. */
export async function lockSoldSlots(
  { tx, tenantId }: TenantRef,
  slots: readonly SlotRef[],
): Promise<SoldSlot[]> {
  const { rows } = await sql<SoldSlot>`
    select c.device_id as "deviceId", c.channel_sn as ch, c.goods_id as goods, c.quantity, c.low_level as "lowLevel"
      from unnest(${devicesOf(slots)}::bigint[], ${numbersOf(slots)}::int[]) as v (device_id, ch)
      join channel c on c.tenant_id = ${tenantId} and c.device_id = v.device_id and c.channel_sn = v.ch
     order by c.device_id, c.channel_sn for update of c`.execute(tx)
  return rows
}

/** `past`: what the slot held until then; absent where only the ledger shows that it held other goods. */
export type SlotTurn = SlotRef & { at: Date; past: string | null; isKnown: boolean }

/** When slots held other goods or had another number since the given times, by their history and the ledger. */
export async function turnsSince(
  { tx, tenantId }: TenantRef,
  slots: readonly (SoldSlot & { since: Date })[],
): Promise<SlotTurn[]> {
  const { rows } = await sql<SlotTurn>`
    select v.device_id as "deviceId", v.ch, t.at, t.past, t.is_known as "isKnown"
      from unnest(${devicesOf(slots)}::bigint[], ${numbersOf(slots)}::int[],
                  ${slots.map(({ goods }) => goods)}::bigint[],
                  ${slots.map(({ since }) => since.toISOString())}::timestamptz[]) as v (device_id, ch, goods, since)
     cross join lateral (
       select max(m.at) as at, null::bigint as past, false as is_known from stock_move m
        where m.tenant_id = ${tenantId} and m.device_id = v.device_id and m.channel_sn = v.ch and m.at >= v.since
          and m.orderno is null and (coalesce(m.goods_id, 0) <> coalesce(v.goods, 0) or m.reason = 'renumber')
       having max(m.at) is not null
        union all
       select p.until, p.goods_id, true from slot_past_goods p
        where p.tenant_id = ${tenantId} and p.device_id = v.device_id and p.channel_sn = v.ch and p.until > v.since) t
     order by t.at`.execute(tx)
  return rows
}

export async function setQuantities({ tx, tenantId }: TenantRef, slots: readonly SoldSlot[]): Promise<void> {
  await sql`
    update channel c set quantity = v.quantity
      from unnest(${devicesOf(slots)}::bigint[], ${numbersOf(slots)}::int[],
                  ${slots.map(({ quantity }) => quantity)}::int[]) as v (device_id, ch, quantity)
     where c.tenant_id = ${tenantId} and c.device_id = v.device_id and c.channel_sn = v.ch`.execute(tx)
}

/**
 * A line of the ledger. `takesBack` names the line of a count that turned out to be the sale, and `command` the test for
 * which it was booked: the test may have dropped another piece.
 */
export type SaleLine = SlotRef & {
  goods: string | null
  reason: 'machine' | 'test' | 'sale'
  before: number
  after: number
  orderno: string
  takesBack: string | null
  command: string | null
}

/** Writes lines in their order, as the machine's own moves. */
export async function writeSaleLines(
  { tx, tenantId, now }: TenantRef & { now: Date },
  lines: readonly SaleLine[],
): Promise<void> {
  await sql`
    insert into stock_move (tenant_id, device_id, channel_sn, goods_id, reason, before, after, at, username, orderno, takes_back,
                            command_id)
    select ${tenantId}::bigint, v.device_id, v.ch, v.goods, v.reason, v.before, v.after, ${now}::timestamptz, '',
           v.orderno, v.takes_back, v.command
      from unnest(${devicesOf(lines)}::bigint[], ${numbersOf(lines)}::int[],
                  ${lines.map(({ goods }) => goods)}::bigint[], ${lines.map(({ reason }) => reason)}::text[],
                  ${lines.map(({ before }) => before)}::int[], ${lines.map(({ after }) => after)}::int[],
                  ${lines.map(({ orderno }) => orderno)}::text[], ${lines.map(({ takesBack }) => takesBack)}::bigint[],
                  ${lines.map(({ command }) => command)}::bigint[])
           with ordinality as v (device_id, ch, goods, reason, before, after, orderno, takes_back, command, no)
     order by v.no
    returning move_id`.execute(tx)
}
