/** What machines do with vouchers: unused → used by an order, and back when its machine gave nothing. */
import type { VoucherState } from '@slotwise/contract'
import { sql } from 'kysely'

import type { MachineCtx, TenantRef } from '../../kernel/ctx.ts'

export type FoundVoucher = { state: VoucherState; goods_id: string; quantity: number; devices: string[] }

export async function findByCode(
  { tx, tenantId }: TenantRef,
  code: string,
): Promise<FoundVoucher | undefined> {
  const { rows } = await sql<FoundVoucher>`
    select v.state, b.goods_id, b.quantity, b.devices
      from voucher v join voucher_batch b on b.tenant_id = ${tenantId} and b.batch_id = v.batch_id
     where v.tenant_id = ${tenantId} and v.code = ${code}`.execute(tx)
  return rows[0]
}

/** Returns false when the voucher is not unused, also because another order uses it at the same moment. */
export async function useForOrder(
  { tx, tenantId, deviceId, now }: MachineCtx,
  code: string,
  orderno: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update voucher set state = 'used', used_at = ${now}, orderno = ${orderno}, device_id = ${deviceId}
     where tenant_id = ${tenantId} and code = ${code} and state = 'unused'`.execute(tx)
  return numAffectedRows === 1n
}

export async function setUnused({ tx, tenantId }: TenantRef, ordernos: readonly string[]): Promise<void> {
  await sql`
    update voucher set state = 'unused', used_at = null, orderno = null, device_id = null
     where tenant_id = ${tenantId} and orderno = any(${ordernos}::text[]) and state = 'used'`.execute(tx)
}
