/** What machines and slots have earned lately, to tell which of them matter most. */
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { placesOfSums } from './selected-queries.ts'

type Days = { from: string; to: string }

/** Those of the machines that earned most in some days, with their income. */
export async function mostEarning(
  ctx: Ctx,
  deviceIds: readonly string[],
  { from, to }: Days,
  most: number,
): Promise<{ device_id: string; income: number }[]> {
  const { rows } = await sql<{ device_id: string; income: number }>`
    select t.device_id, sum(t.income)::float8 as income from sales_device_day t
     where t.tenant_id = ${ctx.tenant.id} and t.device_id = any(${deviceIds}::bigint[])
       and t.day >= ${from}::date and t.day <= ${to}::date
     group by t.device_id having sum(t.income) > 0
     order by income desc, t.device_id limit ${most}`.execute(ctx.tx)
  return rows
}

export type SlotRef = { device_id: string; channel_sn: number }

/** Those of the slots, each named once, that earned most in some days, with their income. */
export async function mostEarningSlots(
  ctx: Ctx,
  slots: readonly SlotRef[],
  { from, to }: Days,
  most: number,
): Promise<(SlotRef & { income: number })[]> {
  // Each slot is added up by itself: grouping the rows of all slots would sort them first.
  const { rows } = await sql<SlotRef & { income: number }>`
    select s.device_id, s.channel_sn, earned.income
      from unnest(${slots.map((slot) => slot.device_id)}::bigint[], ${slots.map((slot) => slot.channel_sn)}::int[])
           as s (device_id, channel_sn),
           lateral (select sum(t.income)::float8 as income from sales_goods_day t
                     where t.tenant_id = ${ctx.tenant.id} and t.device_id = s.device_id and t.channel_sn = s.channel_sn
                       and t.day >= ${from}::date and t.day <= ${to}::date) earned
     where earned.income > 0
     order by earned.income desc, s.device_id, s.channel_sn limit ${most}`.execute(ctx.tx)
  return rows
}

/** Whether anything was ever sold in the caller's scope. */
export async function hasSales(ctx: Ctx): Promise<boolean> {
  const places = { stores: undefined, devices: undefined, client: undefined, scope: ctx.scope }
  const { rows } = await sql`
    select from sales_device_month t where t.tenant_id = ${ctx.tenant.id} ${placesOfSums(places)} limit 1`.execute(
    ctx.tx,
  )
  return rows.length > 0
}
