/**
 * Bills one after the other, for files with very many of them: a piece is one statement, and only the columns that a
 * file shows are read.
 */
import type { BillGoods, BillStatus, MachineType, PayClient } from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import { type Along, contentsOfBills, followed, placesOfBills, type Selection } from './selected-queries.ts'

type DealRow = {
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
  /** Of the refund that has not failed. */
  remarks: string | null
}

/** The bills of a piece, column by column. */
export type DealColumns = { [Name in keyof DealRow]: readonly DealRow[Name][] }

const names: (keyof DealRow)[] = [
  'orderno',
  'create_at',
  'device_id',
  'sn',
  'dev_type',
  'store_id',
  'client',
  'status',
  'total_price',
  'list_price',
  'refunded',
  'goods',
  'remarks',
]

/**
 * The database writes each column of a piece as one JSON array: names of columns that do not repeat are read several
 * times faster than rows of thirteen columns.
 */
const arrays = sql.raw(
  names.map((name) => `json_agg(d.${name} order by d.create_at desc, d.orderno desc) as ${name}`).join(),
)

const columns = sql.raw(
  `b.orderno, b.create_at, b.device_id::text, b.sn, b.dev_type, b.store_id::text, b.client, b.status, b.total_price,
   b.list_price, b.refunded, b.goods`,
)

/** Where the next piece begins. */
export type LastDeal = Pick<DealRow, 'create_at' | 'orderno'>

/** The bills of a selection before `last`, the newest first; undefined when there are none. */
export async function readDeals(
  ctx: Ctx,
  selection: Selection,
  { last, along, limit }: { last: LastDeal | undefined; along: Along; limit: number },
): Promise<DealColumns | undefined> {
  const { since, before } = selection
  const { id: tenant } = ctx.tenant
  const { rows } = await sql<DealColumns | Record<keyof DealColumns, null>>`
    select ${arrays} from (
      select ${columns},
             case when b.status = 5 or b.status >= 8 then (
               select r.remarks from bill_refund r
                where r.tenant_id = ${tenant} and r.orderno = b.orderno and r.state <> 'failed') end as remarks
        from bill b
       where b.tenant_id = ${tenant}
         ${followed(along)}
         ${contentsOfBills(selection)} ${placesOfBills(selection)}
         ${since ? sql`and b.create_at >= ${since}` : sql``}
         ${last ? after(last) : before ? sql`and b.create_at < ${before}` : sql``}
       order by b.create_at desc, b.orderno desc limit ${limit}) d`.execute(ctx.tx)
  const [found] = rows
  return found?.orderno ? found : undefined
}

/** The plain limit chooses the months; PostgreSQL does not see them in the comparison of two columns. */
const after = ({ create_at: at, orderno }: LastDeal): RawBuilder<unknown> =>
  sql`and b.create_at <= ${at}::timestamptz and (b.create_at, b.orderno) < (${at}::timestamptz, ${orderno})`
