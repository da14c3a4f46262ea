/** What machines send that is not as the protocol says, counted by field. */
import type { SlipOutcome, SlipReason, UpName } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'

/** Slips of one kind since they were last stored. */
export type CountedSlip = {
  deviceId: string
  name: UpName
  field: string
  reason: SlipReason
  outcome: SlipOutcome
  count: number
  at: Date
  mid: string
}

export async function addSlips({ tx, tenantId }: TenantRef, slips: readonly CountedSlip[]): Promise<void> {
  const column = <T>(of: (slip: CountedSlip) => T): T[] => slips.map(of)
  await sql`
    insert into message_slip as s (tenant_id, device_id, name, field, reason, outcome, count, first_at, last_at, last_mid)
    select ${tenantId}::bigint, v.device_id, v.name, v.field, v.reason, v.outcome, v.count, v.at, v.at, v.mid
      from unnest(${column((one) => one.deviceId)}::bigint[], ${column((one) => one.name)}::text[],
                  ${column((one) => one.field)}::text[], ${column((one) => one.reason)}::text[],
                  ${column((one) => one.outcome)}::text[], ${column((one) => one.count)}::bigint[],
                  ${column((one) => one.at)}::timestamptz[], ${column((one) => one.mid)}::text[])
           as v (device_id, name, field, reason, outcome, count, at, mid)
     order by v.device_id, v.name, v.field, v.reason, v.outcome
    on conflict (tenant_id, device_id, name, field, reason, outcome) do update
       set count = s.count + excluded.count, last_at = greatest(s.last_at, excluded.last_at), last_mid = excluded.last_mid`.execute(
    tx,
  )
}

type StoredSlip = Omit<CountedSlip, 'deviceId' | 'count' | 'at' | 'mid'> & { count: string; last_at: Date }

/** The slips of a machine in these bindings, the latest first. */
export async function slipsOf(
  { tx, tenantId }: TenantRef,
  bindings: readonly string[],
  atMost: number,
): Promise<StoredSlip[]> {
  const { rows } = await sql<StoredSlip>`
    select name, field, reason, outcome, count, last_at from message_slip
     where tenant_id = ${tenantId} and device_id = any(${bindings}::bigint[])
     order by last_at desc, name, field, reason, outcome limit ${atMost}`.execute(tx)
  return rows
}

/** Deletes slips that did not happen again since the date. */
export const deleteSlipsBefore = (
  { tx, tenantId }: TenantRef,
  before: Date,
  atMost: number,
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('message_slip')
      .where('tenant_id', '=', tenantId)
      .where(
        sql<boolean>`(device_id, name, field, reason, outcome) in (
          select device_id, name, field, reason, outcome from message_slip
           where tenant_id = ${tenantId} and last_at < ${before} limit ${atMost})`,
      ),
  )
