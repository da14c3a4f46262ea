/** Slots of many machines, for sheets. */
import { capabilities, type ExportDevChannel, type FaultCode, machineTypes } from '@slotwise/contract'
import { type Expression, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { percentOf } from '../../kernel/percent.ts'

export type Choice = Pick<
  z.output<typeof ExportDevChannel>,
  'all' | 'devs' | 'stores' | 'areas' | 'discard'
> & {
  /** A subquery: the machines of a filter. */
  listed: Expression<unknown> | undefined
}

const pieceSize = 1_000

/** Types whose slots hold nothing to count. */
const uncounted = machineTypes.filter((type) => capabilities[type].moves === 'pulses')

function isChosen({ all, listed, devs, stores, areas }: Choice): Expression<SqlBool> {
  if (all) return sql<SqlBool>`true`
  const isListed = listed ? sql`d.device_id in ${listed}` : sql`false`
  return sql<SqlBool>`(d.sn = any(${devs}::text[]) or d.store_id = any(${stores}::bigint[])
        or st.area_id = any(${areas}::bigint[]) or ${isListed})`
}

const chosen = (ctx: Ctx, choice: Choice) => sql`
  from channel c
  join device d on d.tenant_id = ${ctx.tenant.id} and d.device_id = c.device_id
  left join store st on st.tenant_id = ${ctx.tenant.id} and st.store_id = d.store_id
  left join area a on a.tenant_id = ${ctx.tenant.id} and a.area_id = st.area_id
  left join goods g on g.tenant_id = ${ctx.tenant.id} and g.goods_id = c.goods_id
  left join slot_report r on r.tenant_id = ${ctx.tenant.id} and r.device_id = c.device_id
        and r.channel_sn = c.channel_sn
 where c.tenant_id = ${ctx.tenant.id} and d.unbound_at is null and ${isChosen(choice)}
   and ${inDeviceScope(ctx, { device: 'd.device_id', store: 'd.store_id' })}
   and ${choice.discard ? sql`c.enabled` : sql`true`}`

export type SlotLine = {
  device_id: string
  sn: string
  device: string
  area: string | null
  store: string | null
  channel_sn: number
  goods: string | null
  code: string | null
  goods_id: string | null
  price: number | null
  game_price: number | null
  rate: number | null
  quantity: number
  max: number
  enabled: boolean
  state: 'ok' | 'off' | 'fault' | null
  fault: FaultCode | null
}

export async function countSlotLines(ctx: Ctx, choice: Choice): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${chosen(ctx, choice)}`.execute(
    ctx.tx,
  )
  return rows[0]?.count ?? 0
}

export const eachSlotLine = (ctx: Ctx, choice: Choice): AsyncGenerator<SlotLine[]> =>
  eachPiece(async (last) => {
    const after = last
      ? sql`and (c.device_id, c.channel_sn) > (${last.device_id}, ${last.channel_sn})`
      : sql``
    const { rows } = await sql<SlotLine>`
      select d.device_id, d.sn, d.title as device, a.area_name as area, st.store_name as store, c.channel_sn,
             g.title as goods, g.code, c.goods_id, c.price, c.game_price, ${percentOf('c.rate')} as rate, c.quantity, c.max, c.enabled,
             r.state, r.fault
      ${chosen(ctx, choice)} ${after} order by c.device_id, c.channel_sn limit ${pieceSize}`.execute(ctx.tx)
    return rows
  })

export type RefillLine = {
  goods: string
  code: string
  /** Null for slots of unknown size. */
  missing: number | null
  slot_count: number
  devices: number
}

/** What to bring so that every slot is full again. */
export async function readRefill(ctx: Ctx, choice: Choice): Promise<RefillLine[]> {
  const { rows } = await sql<RefillLine>`
    select g.title as goods, g.code, sum(c.max - c.quantity)::int as missing, count(*)::int as slot_count,
           count(distinct c.device_id)::int as devices
    ${chosen(ctx, choice)} and c.goods_id is not null and c.quantity < c.max
    group by g.goods_id, g.title, g.code order by missing desc, g.title`.execute(ctx.tx)
  return rows
}

/** Slots that sell goods and have no size, so that it is unknown what is missing in them. */
export async function countUnsized(
  ctx: Ctx,
  choice: Choice,
): Promise<Pick<RefillLine, 'slot_count' | 'devices'>> {
  const { rows } = await sql<{ slot_count: number; devices: number }>`
    select count(*)::int as slot_count, count(distinct c.device_id)::int as devices
    ${chosen(ctx, choice)} and c.goods_id is not null and c.max = 0 and d.type <> all(${uncounted}::text[])`.execute(
    ctx.tx,
  )
  return rows[0] ?? { slot_count: 0, devices: 0 }
}
