/**
 * Bills one after the other, for files with very many of them: a piece is one statement, and only the columns that a
 * file shows are read.
 */
import type { BillGoods, BillStatus, MachineType, PayClient } from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { contentsOfBills, placesOfBills, type Selection } from './selected-queries.ts'

export type DealRow = {
  orderno: string
  /** As the database writes it. */
  create_at: string
  device_id: string
  sn: string
  dev_type: MachineType
  store_id: string | null
  client: PayClient
  status: BillStatus
  total_price: number
  list_price: number
  refunded: number
  goods: BillGoods[]
}

const columns = sql.raw(
  `b.orderno, b.create_at, b.device_id::text, b.sn, b.dev_type, b.store_id::text, b.client, b.status, b.total_price,
   b.list_price, b.refunded, b.goods`,
)

/** A single machine or store is followed by its own index. */
export type Along = { column: 'device_id' | 'store_id'; id: string } | undefined

/** The bills of a selection before `last`, the newest first. */
export async function readDeals(
  ctx: Ctx,
  selection: Selection,
  { last, along, limit }: { last: DealRow | undefined; along: Along; limit: number },
): Promise<DealRow[]> {
  const { since, before } = selection
  // The database writes a piece as one JSON text, which is read several times faster than rows of twelve columns.
  const { rows } = await sql<{ deals: DealRow[] }>`
    select coalesce(json_agg(d order by d.create_at desc, d.orderno desc), '[]') as deals from (
      select ${columns} from bill b
       where b.tenant_id = ${ctx.tenant.id}
         ${along ? sql`and ${sql.ref(`b.${along.column}`)} = ${along.id}` : sql``}
         ${contentsOfBills(selection)} ${placesOfBills(selection)}
         ${since ? sql`and b.create_at >= ${since}` : sql``}
         ${last ? after(last) : before ? sql`and b.create_at < ${before}` : sql``}
       order by b.create_at desc, b.orderno desc limit ${limit}) d`.execute(ctx.tx)
  return rows[0]?.deals ?? []
}

/** The plain limit chooses the months; PostgreSQL does not see them in the comparison of two columns. */
const after = ({ create_at: at, orderno }: DealRow): RawBuilder<unknown> =>
  sql`and b.create_at <= ${at}::timestamptz and (b.create_at, b.orderno) < (${at}::timestamptz, ${orderno})`
