/** Sales of machines that were kept whole, as cases. */
import type { CaseReason, PayClient } from '@slotwise/contract'
import type { SlipReason } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { MachineRef, TenantRef } from '../../kernel/ctx.ts'

export type NewUnclear = {
  reason: CaseReason
  subject: string
  orderno: string | null
  orderAt: Date | null
  deviceId: string
  storeId: string | null
  client: PayClient | null
  amount: number
  since: Date
  doubtful: boolean
  mid: string
  sentTs: number | null
  field: string
  slip: string
  payload: Buffer
}

/** How much may wait: messages and their bytes. */
export type Bounds = { count: number; bytes: number }

/** Whether a machine, or its merchant, has room for another message. */
export async function hasRoom(
  { tx, tenantId }: TenantRef,
  deviceId: string,
  bytes: number,
  most: { ofMachine: Bounds; ofMerchant: Bounds },
): Promise<boolean> {
  const { rows } = await sql<{ count: number; bytes: number; of_all: number; bytes_of_all: number }>`
    select count(*) filter (where device_id = ${deviceId})::int as count,
           coalesce(sum(octet_length(payload)) filter (where device_id = ${deviceId}), 0)::int as bytes,
           count(*)::int as of_all, coalesce(sum(octet_length(payload)), 0)::int as bytes_of_all
      from exception_case
     where tenant_id = ${tenantId} and kind = 'sale_unclear' and closed_at is null and done_at is null`.execute(
    tx,
  )
  const [now = { count: 0, bytes: 0, of_all: 0, bytes_of_all: 0 }] = rows
  return (
    now.count < most.ofMachine.count &&
    now.bytes + bytes <= most.ofMachine.bytes &&
    now.of_all < most.ofMerchant.count &&
    now.bytes_of_all + bytes <= most.ofMerchant.bytes
  )
}

/**
 * Whether a sale waits that came since then, and may be that of the order: it names the order; or it names none that can be
 * read, and was paid alike or cannot be read at all.
 */
export async function mayBeReported(
  { tx, tenantId, deviceId }: MachineRef,
  { orderno, client, since }: { orderno: string; client: PayClient; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from exception_case
     where tenant_id = ${tenantId} and device_id = ${deviceId} and kind = 'sale_unclear'
       and closed_at is null and done_at is null and found_at >= ${since}
       and (orderno = ${orderno} or orderno is null and (reason = 'unreadable' or client = ${client}))
     limit 1`.execute(tx)
  return rows.length > 0
}

export async function isKept({ tx, tenantId }: TenantRef, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from exception_case
     where tenant_id = ${tenantId} and kind = 'sale_unclear' and subject = ${subject}`.execute(tx)
  return rows.length > 0
}

/** Stores a case. Returns false where another gateway was faster with the same message. */
export async function insertUnclear(
  { tx, tenantId }: TenantRef,
  one: NewUnclear,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into exception_case (tenant_id, kind, reason, subject, orderno, order_at, device_id, store_id, client, amount,
                                since, found_at, mid, sent_ts, field, slip, payload, doubtful)
    values (${tenantId}, 'sale_unclear', ${one.reason}, ${one.subject}, ${one.orderno}, ${one.orderAt}, ${one.deviceId},
            ${one.storeId}, ${one.client}, ${one.amount}, ${one.since}, ${now}, ${one.mid}, ${one.sentTs}, ${one.field},
            ${one.slip}, ${one.payload}, ${one.doubtful})
    on conflict do nothing
    returning case_id`.execute(tx)
  return rows.length > 0
}

export type KeptMessage = {
  device_id: string
  since: Date
  reason: CaseReason
  mid: string
  sent_ts: string | null
  field: string
  slip: SlipReason
  payload: Buffer
  doubtful: boolean
}

/** The message of a case. */
export async function keptMessage(
  { tx, tenantId }: TenantRef,
  caseId: string,
): Promise<KeptMessage | undefined> {
  const { rows } = await sql<KeptMessage>`
    select device_id, since, reason, mid, sent_ts, field, slip, payload, doubtful from exception_case
     where tenant_id = ${tenantId} and case_id = ${caseId} and kind = 'sale_unclear'`.execute(tx)
  return rows[0]
}

/** Says that a case is closed, because its sale was booked. */
export async function closeUnclear(
  { tx, tenantId }: TenantRef,
  caseId: string,
  { now, orderno, orderAt }: { now: Date; orderno: string; orderAt: Date },
): Promise<void> {
  await tx
    .updateTable('exception_case')
    .set({ closed_at: now, orderno, order_at: orderAt })
    .where('tenant_id', '=', tenantId)
    .where('case_id', '=', caseId)
    .execute()
}
