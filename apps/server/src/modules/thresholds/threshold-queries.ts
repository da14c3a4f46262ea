import type { LowRule } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'

/** Of the merchant where both numbers are 0, of a store, or of a machine. */
export type ThresholdRow = {
  store_id: string
  device_id: string
  low: LowRule | null
  offline_minutes: number | null
}
type ThresholdKey = Pick<ThresholdRow, 'store_id' | 'device_id'>

export async function readThresholds({ tx, tenantId }: TenantRef): Promise<ThresholdRow[]> {
  const rows = await tx
    .selectFrom('threshold')
    .select(['store_id', 'device_id', 'low_mode', 'low_value', 'offline_minutes'])
    .where('tenant_id', '=', tenantId)
    .orderBy('store_id')
    .orderBy('device_id')
    .execute()
  return rows.map(({ low_mode: mode, low_value: value, ...row }) => ({
    ...row,
    low: mode === null ? null : ({ mode, value } as LowRule),
  }))
}

/** A threshold without any value is as good as none. */
export async function deleteThreshold({ tx, tenantId }: TenantRef, key: ThresholdKey): Promise<void> {
  await tx
    .deleteFrom('threshold')
    .where('tenant_id', '=', tenantId)
    .where('store_id', '=', key.store_id)
    .where('device_id', '=', key.device_id)
    .execute()
}

export async function storeThreshold(
  { tx, tenantId }: TenantRef,
  { low, ...row }: ThresholdRow,
): Promise<void> {
  const values = {
    low_mode: low?.mode ?? null,
    low_value: low?.value ?? null,
    offline_minutes: row.offline_minutes,
  }
  await tx
    .insertInto('threshold')
    .values({ tenant_id: tenantId, store_id: row.store_id, device_id: row.device_id, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'store_id', 'device_id']).doUpdateSet(values))
    .execute()
}

/** Gives a machine the thresholds of another one: none, where that one has none. */
export async function copyThreshold(ref: TenantRef, from: string, to: string): Promise<void> {
  const found = (await readThresholds(ref)).find(({ device_id: id }) => id === from)
  if (found) await storeThreshold(ref, { ...found, device_id: to })
  else await deleteThreshold(ref, { store_id: '0', device_id: to })
}
