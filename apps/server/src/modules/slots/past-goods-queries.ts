/** What slots held before, for sales that come late. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { SlotRef } from './sale-stock-queries.ts'

/** A slot and what it is about to hold. */
export type Filled = SlotRef & { goods: string | null }

/**
 * Keeps what slots hold that are about to hold something else. The caller changes the slots in the same transaction. A
 * number that no slot has held nothing.
 */
export async function keepPastGoods(
  { tx, tenantId, now }: TenantRef & { now: Date },
  slots: readonly Filled[],
): Promise<void> {
  if (slots.length === 0) return
  await sql`
    insert into slot_past_goods (tenant_id, device_id, channel_sn, until, goods_id)
    select ${tenantId}::bigint, v.device_id, v.ch, ${now}::timestamptz, c.goods_id
      from unnest(${slots.map(({ deviceId }) => deviceId)}::bigint[], ${slots.map(({ ch }) => ch)}::int[],
                  ${slots.map(({ goods }) => goods)}::bigint[]) as v (device_id, ch, goods)
      left join channel c on c.tenant_id = ${tenantId} and c.device_id = v.device_id and c.channel_sn = v.ch
     where coalesce(c.goods_id, 0) <> coalesce(v.goods, 0)
    on conflict do nothing`.execute(tx)
}

/** Deletes what slots held until before that time. */
export const forgetPastGoods = (tx: Tx, tenantId: string, before: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('slot_past_goods')
      .where('tenant_id', '=', tenantId)
      .where((eb) =>
        eb(
          eb.refTuple('device_id', 'channel_sn', 'until'),
          'in',
          eb
            .selectFrom('slot_past_goods')
            .select(['device_id', 'channel_sn', 'until'])
            .where('tenant_id', '=', tenantId)
            .where('until', '<', before)
            .limit(atMost)
            .$asTuple('device_id', 'channel_sn', 'until'),
        ),
      ),
  )
