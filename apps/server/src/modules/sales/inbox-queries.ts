import { sql } from 'kysely'

import type { MachineRef, TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'

/** A report of a sale by its name, the saleId. */
export type Named = {
  deviceId: string
  ref: string
  mid: string
  ts: string
  digest: Buffer
}

type Arrival = Named & { orderno: string; at: Date; doubtful: boolean; now: Date }

const nameOf = ({ deviceId, ref }: Pick<Named, 'deviceId' | 'ref'>): string => JSON.stringify([deviceId, ref])

/** Notes reports. Returns those whose names the machines have not used before. */
export async function noteReports<Report extends Arrival>(
  { tx, tenantId }: TenantRef,
  reports: readonly Report[],
): Promise<Report[]> {
  const column = <T>(of: (report: Report) => T): T[] => reports.map(of)
  const { rows } = await sql<{ deviceId: string; ref: string; orderno: string }>`
    insert into machine_inbox (tenant_id, device_id, ref, mid, ts, digest, orderno, happened_at, clock_doubtful, received_at)
    select ${tenantId}::bigint, v.device_id, v.ref, v.mid, v.ts, v.digest, v.orderno, v.happened_at, v.doubtful, v.received_at
      from unnest(${column((one) => one.deviceId)}::bigint[], ${column((one) => one.ref)}::text[],
                  ${column((one) => one.mid)}::text[], ${column((one) => one.ts)}::bigint[],
                  ${column((one) => one.digest)}::bytea[], ${column((one) => one.orderno)}::text[],
                  ${column((one) => one.at)}::timestamptz[], ${column((one) => one.doubtful)}::boolean[],
                  ${column((one) => one.now)}::timestamptz[])
           as v (device_id, ref, mid, ts, digest, orderno, happened_at, doubtful, received_at)
    on conflict do nothing
    returning device_id as "deviceId", ref, orderno`.execute(tx)
  const fresh = new Map(rows.map((row) => [nameOf(row), row.orderno]))
  // Of two reports with one name in the same batch, the first is stored.
  return reports.filter((report) => {
    const isFirst = fresh.get(nameOf(report)) !== undefined
    fresh.delete(nameOf(report))
    return isFirst
  })
}

/** Whether this very report is known: the same name, time and contents. */
export async function isNoted({ tx, tenantId }: TenantRef, report: Named): Promise<boolean> {
  const row = await tx
    .selectFrom('machine_inbox')
    .select('ref')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', report.deviceId)
    .where('ref', '=', report.ref)
    .where('ts', '=', report.ts)
    .where('digest', '=', report.digest)
    .executeTakeFirst()
  return row !== undefined
}

/** Corrects the number of a sale whose first number was taken by another one of the same millisecond. */
export async function renumberReport(
  { tx, tenantId, deviceId }: MachineRef,
  ref: string,
  orderno: string,
): Promise<void> {
  await tx
    .updateTable('machine_inbox')
    .set({ orderno })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('ref', '=', ref)
    .execute()
}

/** Deletes reports that no machine will send again. */
export const deleteReports = (
  { tx, tenantId }: TenantRef,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('machine_inbox')
      .where('tenant_id', '=', tenantId)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('device_id', 'ref'),
          'in',
          selectFrom('machine_inbox')
            .select(['device_id', 'ref'])
            .where('tenant_id', '=', tenantId)
            .where('received_at', '<', before)
            .limit(atMost)
            .$asTuple('device_id', 'ref'),
        ),
      ),
  )

/** When a sale happened by the machine's corrected clock; undefined when its report is not known. */
export async function happenedAt(
  { tx, tenantId, deviceId }: MachineRef,
  saleId: string | null,
): Promise<Date | undefined> {
  if (saleId === null) return undefined
  const row = await tx
    .selectFrom('machine_inbox')
    .select('happened_at')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('ref', '=', saleId)
    .executeTakeFirst()
  return row?.happened_at
}

/** The number of the bill of a sale that this machine has reported under this name. */
export async function ordernoOfSale(
  { tx, tenantId, deviceId }: MachineRef,
  saleId: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('machine_inbox')
    .select('orderno')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('ref', '=', saleId)
    .executeTakeFirst()
  return row?.orderno
}
