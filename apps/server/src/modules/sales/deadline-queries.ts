import type { BillStatus } from '@slotwise/contract'
import { sql } from 'kysely'

import { runJobAt } from '../../kernel/asked-jobs.ts'
import type { TenantRef } from '../../kernel/ctx.ts'

export const billDueTask = 'bill-due'

/** Queues a look at the bill for that time; the worker runs it even if this process ends. */
export const watchBill = (ref: TenantRef, orderno: string, at: Date): Promise<void> =>
  runJobAt(ref, billDueTask, { orderno }, at)

/** Bills of this time that have this status, the oldest first. */
export async function billsOfStatus(
  { tx, tenantId }: TenantRef,
  status: BillStatus,
  { from, to, atMost }: { from: Date; to: Date; atMost: number },
): Promise<string[]> {
  // The index of statuses leaves out status 0.
  const { rows } = await sql<{ orderno: string }>`
    select orderno from bill
     where tenant_id = ${tenantId} and status = ${status} and status <> 0 and create_at between ${from} and ${to}
     order by create_at, orderno limit ${atMost}`.execute(tx)
  return rows.map((row) => row.orderno)
}
