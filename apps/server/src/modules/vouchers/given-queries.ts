import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { newCode } from './code-model.ts'

type Given = { orderno: string; name: string; goodsId: string; quantity: number }

/** A voucher of a batch of its own, which all machines of the merchant take. */
export async function insertGiven(
  { tx, tenantId, now }: TenantRef & { now: Date },
  { orderno, name, goodsId, quantity }: Given,
): Promise<void> {
  await sql`
    with batch as (
      insert into voucher_batch (tenant_id, name, goods_id, quantity, created_at, for_orderno)
      values (${tenantId}, ${name}, ${goodsId}, ${quantity}, ${now}, ${orderno})
      returning batch_id)
    insert into voucher (tenant_id, batch_id, code)
    select ${tenantId}::bigint, batch_id, ${newCode()} from batch
    returning gift_id`.execute(tx)
}

/** The codes of the unused vouchers that were made for an order. */
export async function unusedGiven({ tx, tenantId }: TenantRef, orderno: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select v.code from voucher_batch b
      join voucher v on v.tenant_id = ${tenantId} and v.batch_id = b.batch_id and v.state = 'unused'
     where b.tenant_id = ${tenantId} and b.for_orderno = ${orderno}
     order by v.gift_id`.execute(tx)
  return rows.map(({ code }) => code)
}

/** Deletes the unused vouchers that were made for an order. */
export async function deleteGiven({ tx, tenantId }: TenantRef, orderno: string): Promise<void> {
  await sql`
    update voucher v set state = 'deleted' from voucher_batch b
     where v.tenant_id = ${tenantId} and b.tenant_id = ${tenantId} and v.batch_id = b.batch_id
       and b.for_orderno = ${orderno} and v.state = 'unused'`.execute(tx)
}
