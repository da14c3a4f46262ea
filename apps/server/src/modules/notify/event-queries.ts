import type { NotifyKind } from '@slotwise/contract'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

export type NewEvent = {
  kind: NotifyKind
  phase: 'begin' | 'end'
  /** The number of the alert or of the refund. */
  subject: string
  deviceId: string
  storeId: string | null
  orderno: string | null
  amount: number | null
  low: number
  faults: readonly string[]
  at: Date
}

/** Stores events, each once, however often it is reported. Returns how many were new. */
export async function insertEvents(
  { tx, tenantId }: TenantRef,
  events: readonly NewEvent[],
): Promise<number> {
  const column = <Name extends keyof NewEvent>(name: Name): NewEvent[Name][] =>
    events.map((event) => event[name])
  const { rows } = await sql<{ event_id: string }>`
    insert into notice_event (tenant_id, kind, phase, subject, device_id, store_id, orderno, amount, low, faults, at)
    select ${tenantId}::bigint, v.kind, v.phase, v.subject, v.device_id, v.store_id, v.orderno, v.amount, v.low,
           string_to_array(v.faults, ','), v.at
      from unnest(${column('kind')}::text[], ${column('phase')}::text[], ${column('subject')}::bigint[],
                  ${column('deviceId')}::bigint[], ${column('storeId')}::bigint[], ${column('orderno')}::text[],
                  ${column('amount')}::int[], ${column('low')}::int[],
                  ${events.map(({ faults }) => faults.join(','))}::text[], ${column('at')}::timestamptz[])
           as v (kind, phase, subject, device_id, store_id, orderno, amount, low, faults, at)
    on conflict (tenant_id, kind, phase, subject) do nothing
    returning event_id`.execute(tx)
  return rows.length
}
