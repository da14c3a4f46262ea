/** Stock of many machines that moves at once. As for one machine: locked before, then updated and written to the ledger. */
import type { StockReason } from '@slotwise/contract'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { lastOf, type Mover } from './stock-queries.ts'

/** A locked slot with the pieces in it before and after. */
type LockedMove = {
  device_id: string
  channel_sn: number
  goods_id: string | null
  before: number
  after: number
}

/** Moves the stock of locked slots. Returns the number of the last line of the ledger; '0' where nothing moved. */
export async function moveLocked(
  { tx, tenantId, now }: TenantRef & { now: Date },
  slots: readonly LockedMove[],
  reason: StockReason,
  by: Mover,
): Promise<string> {
  const moved = slots.filter(({ before, after }) => before !== after)
  if (moved.length === 0) return '0'
  const devices = moved.map(({ device_id: id }) => id)
  const numbers = moved.map(({ channel_sn: number }) => number)
  const afters = moved.map(({ after }) => after)
  await sql`
    update channel c set quantity = v.after, rev = c.rev + 1
      from unnest(${devices}::bigint[], ${numbers}::int[], ${afters}::int[]) as v (device_id, ch, after)
     where c.tenant_id = ${tenantId} and c.device_id = v.device_id and c.channel_sn = v.ch`.execute(tx)
  const { rows } = await sql<{ move_id: string }>`
    insert into stock_move (tenant_id, device_id, channel_sn, goods_id, reason, before, after, at, account_id, username)
    select ${tenantId}::bigint, v.device_id, v.ch, v.goods, ${reason}, v.before, v.after, ${now}::timestamptz,
           ${by.id}::bigint, ${by.username}
      from unnest(${devices}::bigint[], ${numbers}::int[], ${moved.map(({ goods_id: id }) => id)}::bigint[],
                  ${moved.map(({ before }) => before)}::int[], ${afters}::int[]) as v (device_id, ch, goods, before, after)
    returning move_id`.execute(tx)
  return lastOf(rows.map(({ move_id: id }) => id))
}

type Stocked = { device_id: string; channel_sn: number; goods_id: string | null; quantity: number }

/** Takes all pieces out of locked slots, of one machine or of many. */
export const takeOut = (
  ref: TenantRef & { now: Date },
  slots: readonly Stocked[],
  reason: StockReason,
  by: Mover,
): Promise<string> =>
  moveLocked(
    ref,
    slots.map(({ quantity, ...slot }) => ({ ...slot, before: quantity, after: 0 })),
    reason,
    by,
  )
