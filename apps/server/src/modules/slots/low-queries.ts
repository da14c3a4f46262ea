/** The thresholds of slots: from how many pieces on a slot is low. */
import { usualThreshold } from '@slotwise/contract'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { ThresholdPlace } from '../../kernel/hooks.ts'

/**
 * Copies the thresholds that count into the slots of a machine, of a store, or of the whole merchant: the machine's own,
 * else those of its store, else the merchant's, else the usual one. Slots that have them already are not written.
 */
export async function applyThresholds(
  { tx, tenantId }: TenantRef,
  { store, device }: ThresholdPlace,
): Promise<void> {
  const place =
    device !== undefined
      ? sql`and d.device_id = ${device}`
      : store !== undefined
        ? sql`and d.store_id = ${store}`
        : sql``
  const first = (name: 'low_mode' | 'low_value') =>
    sql`case when own.low_mode is not null then own.${sql.ref(name)}
             when ofstore.low_mode is not null then ofstore.${sql.ref(name)}
             else ofall.${sql.ref(name)} end`
  await sql`
    update channel c set low_share = r.share, low_pieces = r.pieces
      from (select device_id, case when mode = 'share' then value else ${usualThreshold.low.value} end as share,
                   case when mode = 'pieces' then value end as pieces
              from (select d.device_id, ${first('low_mode')} as mode, ${first('low_value')} as value
                      from device d
                      left join threshold own
                        on own.tenant_id = ${tenantId} and own.device_id = d.device_id and own.store_id = 0
                      left join threshold ofstore
                        on ofstore.tenant_id = ${tenantId} and ofstore.store_id = d.store_id and ofstore.device_id = 0
                      left join threshold ofall
                        on ofall.tenant_id = ${tenantId} and ofall.store_id = 0 and ofall.device_id = 0
                     where d.tenant_id = ${tenantId} ${place}) first) r
     where c.tenant_id = ${tenantId} and c.device_id = r.device_id
       and (c.low_share, coalesce(c.low_pieces, -1)) <> (r.share, coalesce(r.pieces, -1))`.execute(tx)
}
