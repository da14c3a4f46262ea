/** What machines and slots have earned, to tell which of them matter most. */
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { placesOfGoods, placesOfSums } from './places-queries.ts'

type Days = { from: string; to: string }

const placesOf = ({ scope }: Ctx) => ({ stores: undefined, devices: undefined, client: undefined, scope })

/**
 * The income of machines in some days, of the sales that the caller sees: a machine may have sold in stores outside of
 * the scope before. Those without sales are left out.
 */
export async function incomesOf(
  ctx: Ctx,
  deviceIds: readonly string[],
  { from, to }: Days,
): Promise<{ device_id: string; income: number }[]> {
  const { rows } = await sql<{ device_id: string; income: number }>`
    select t.device_id, sum(t.income)::float8 as income from sales_device_day t
     where t.tenant_id = ${ctx.tenant.id} and t.device_id = any(${deviceIds}::bigint[])
       and t.day >= ${from}::date and t.day <= ${to}::date ${placesOfSums(placesOf(ctx))}
     group by t.device_id`.execute(ctx.tx)
  return rows
}

export type SlotRef = { device_id: string; channel_sn: number }

/** The same of slots, each named once; null for slots without sales. */
export async function slotIncomesOf(
  ctx: Ctx,
  slots: readonly SlotRef[],
  { from, to }: Days,
): Promise<(SlotRef & { income: number | null })[]> {
  // Each slot is added up by itself: grouping the rows of all slots would sort them first.
  const { rows } = await sql<SlotRef & { income: number | null }>`
    select s.device_id, s.channel_sn, earned.income
      from unnest(${slots.map((slot) => slot.device_id)}::bigint[], ${slots.map((slot) => slot.channel_sn)}::int[])
           as s (device_id, channel_sn),
           lateral (select sum(t.income)::float8 as income from sales_goods_day t
                     where t.tenant_id = ${ctx.tenant.id} and t.device_id = s.device_id and t.channel_sn = s.channel_sn
                       and t.day >= ${from}::date and t.day <= ${to}::date ${placesOfGoods(placesOf(ctx))}) earned`.execute(
    ctx.tx,
  )
  return rows
}

/** Whether anything was ever sold in the caller's scope. */
export async function hasSales(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql`
    select from sales_device_month t where t.tenant_id = ${ctx.tenant.id} ${placesOfSums(placesOf(ctx))} limit 1`.execute(
    ctx.tx,
  )
  return rows.length > 0
}
