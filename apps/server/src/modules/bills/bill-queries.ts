import { type RawBuilder, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { timeOf } from '../../kernel/orderno.ts'
import type { Bill } from './bill-model.ts'
import { type BillNames, nameColumns } from './name-queries.ts'

/** Stores new bills, and which goods they contain. Returns the numbers that were not taken yet. */
export async function insertBills({ tx, tenantId }: TenantRef, bills: readonly Bill[]): Promise<Set<string>> {
  const column = <T>(of: (bill: Bill) => T): T[] => bills.map(of)
  const { rows } = await sql<{ orderno: string }>`
    insert into bill (tenant_id, create_at, orderno, device_id, sn, dev_type, store_id, merchant_id, client, kind, status,
                      total_price, list_price, refunded, goods, oddities, sale_id, sent_ts, reported_at, command_id, cash)
    select ${tenantId}::bigint, v.create_at, v.orderno, v.device_id, v.sn, v.dev_type, v.store_id, v.merchant_id, v.client,
           v.kind, v.status, v.total_price, v.list_price, v.refunded, v.goods, string_to_array(v.oddities, ' '), v.sale_id,
           v.sent_ts, v.reported_at, v.command_id, v.cash
      from unnest(${column((bill) => bill.create_at)}::timestamptz[], ${column((bill) => bill.orderno)}::text[],
                  ${column((bill) => bill.device_id)}::bigint[], ${column((bill) => bill.sn)}::text[],
                  ${column((bill) => bill.dev_type)}::text[], ${column((bill) => bill.store_id)}::bigint[],
                  ${column((bill) => bill.merchant_id)}::bigint[], ${column((bill) => bill.client)}::text[],
                  ${column((bill) => bill.kind)}::text[], ${column((bill) => bill.status)}::smallint[],
                  ${column((bill) => bill.total_price)}::int[], ${column((bill) => bill.list_price)}::int[],
                  ${column((bill) => bill.refunded)}::int[],
                  ${column((bill) => JSON.stringify(bill.goods))}::jsonb[],
                  ${column((bill) => bill.oddities.join(' '))}::text[], ${column((bill) => bill.sale_id)}::text[],
                  ${column((bill) => bill.sent_ts)}::bigint[], ${column((bill) => bill.reported_at)}::timestamptz[],
                  ${column((bill) => bill.command_id)}::bigint[],
                  ${column((bill) => (bill.cash ? JSON.stringify(bill.cash) : null))}::jsonb[])
           as v (create_at, orderno, device_id, sn, dev_type, store_id, merchant_id, client, kind, status, total_price,
                 list_price, refunded, goods, oddities, sale_id, sent_ts, reported_at, command_id, cash)
    on conflict do nothing
    returning orderno`.execute(tx)
  const stored = new Set(rows.map(({ orderno }) => orderno))
  await insertGoods(
    { tx, tenantId },
    bills.filter(({ orderno }) => stored.has(orderno)),
  )
  return stored
}

async function insertGoods({ tx, tenantId }: TenantRef, bills: readonly Bill[]): Promise<void> {
  const pairs = bills.flatMap((bill) =>
    [...new Set(bill.goods.flatMap(({ goods_id }) => goods_id ?? []))].map((goods) => ({ bill, goods })),
  )
  if (pairs.length === 0) return
  await sql`
    insert into bill_goods (tenant_id, goods_id, create_at, orderno)
    select ${tenantId}::bigint, v.goods_id, v.create_at, v.orderno
      from unnest(${pairs.map(({ goods }) => goods)}::bigint[], ${pairs.map(({ bill }) => bill.create_at)}::timestamptz[],
                  ${pairs.map(({ bill }) => bill.orderno)}::text[]) as v (goods_id, create_at, orderno)
    on conflict do nothing`.execute(tx)
}

/** The columns of a bill `b`. */
export const billColumns = sql.raw(
  `b.orderno, b.create_at, b.device_id, b.sn, b.dev_type, b.store_id, b.merchant_id, b.client, b.kind, b.status,
   b.status_before, b.total_price, b.list_price, b.refunded, b.goods, b.oddities, b.sale_id, b.sent_ts, b.reported_at,
   b.command_id, b.cash`,
)

/** A bill is found by its number alone, because the number says in which month it is. */
const numbered = (tenantId: string, ordernos: readonly string[]): RawBuilder<unknown> => {
  const times = ordernos.map((orderno) => timeOf(orderno) ?? new Date(0))
  return sql`from bill b where b.tenant_id = ${tenantId} and b.create_at = any(${times}::timestamptz[])
      and b.orderno = any(${ordernos}::text[])`
}

export async function readBills({ tx, tenantId }: TenantRef, ordernos: readonly string[]): Promise<Bill[]> {
  if (ordernos.length === 0) return []
  const { rows } = await sql<Bill>`select ${billColumns} ${numbered(tenantId, ordernos)}`.execute(tx)
  return rows
}

export type NamedBill = Bill & BillNames

/** Bills as lists show them, in any order. */
export async function readNamedBills(
  { tx, tenantId }: TenantRef,
  ordernos: readonly string[],
): Promise<NamedBill[]> {
  if (ordernos.length === 0) return []
  const { rows } = await sql<NamedBill>`
    select ${billColumns}, ${nameColumns(tenantId)} ${numbered(tenantId, ordernos)}`.execute(tx)
  return rows
}

/** Reads bills and holds them until the transaction ends, in the order in which all transactions lock them. */
export async function lockBills({ tx, tenantId }: TenantRef, ordernos: readonly string[]): Promise<Bill[]> {
  if (ordernos.length === 0) return []
  const { rows } =
    await sql<Bill>`select ${billColumns} ${numbered(tenantId, ordernos)} order by b.create_at, b.orderno for update`.execute(
      tx,
    )
  return rows
}

/** Writes what may change in bills that the transaction has locked. */
export async function updateBills({ tx, tenantId }: TenantRef, bills: readonly Bill[]): Promise<void> {
  if (bills.length === 0) return
  const column = <T>(of: (bill: Bill) => T): T[] => bills.map(of)
  await sql`
    update bill b set status = v.status, status_before = v.status_before, refunded = v.refunded, goods = v.goods,
           oddities = string_to_array(v.oddities, ' '), sale_id = v.sale_id, sent_ts = v.sent_ts, reported_at = v.reported_at
      from unnest(${column((bill) => bill.create_at)}::timestamptz[], ${column((bill) => bill.orderno)}::text[],
                  ${column((bill) => bill.status)}::smallint[], ${column((bill) => bill.status_before)}::smallint[],
                  ${column((bill) => bill.refunded)}::int[], ${column((bill) => JSON.stringify(bill.goods))}::jsonb[],
                  ${column((bill) => bill.oddities.join(' '))}::text[], ${column((bill) => bill.sale_id)}::text[],
                  ${column((bill) => bill.sent_ts)}::bigint[], ${column((bill) => bill.reported_at)}::timestamptz[])
           as v (create_at, orderno, status, status_before, refunded, goods, oddities, sale_id, sent_ts, reported_at)
     where b.tenant_id = ${tenantId} and b.create_at = v.create_at and b.orderno = v.orderno
       and b.create_at = any(${column((bill) => bill.create_at)}::timestamptz[])`.execute(tx)
}
