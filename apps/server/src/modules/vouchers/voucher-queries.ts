import type { AddGift, GiftBatchFilter, GiftFilter, List, Page, VoucherState } from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { atPage, countOf, sortedBy } from '../../kernel/paging.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { contains, isOneOf } from '../../kernel/search.ts'
import { codeOf, newCode } from './code-model.ts'

type Filter = z.output<typeof GiftFilter>
type BatchFilter = z.output<typeof GiftBatchFilter>

type BatchFacts = {
  batch: string
  name: string
  goods: string
  quantity: number
  referrer: string | null
  device: string[]
  created_at: Date
}
/** A voucher with what its batch says; the service adds names. */
export type VoucherRow = BatchFacts & {
  gift_id: string
  code: string
  state: VoucherState
  used_at: Date | null
  orderno: string | null
  device_id: string | null
}
export type BatchRow = BatchFacts & { unused: number; used: number; deleted: number }

const pieceSize = 500

const batchColumns = [
  'b.batch_id as batch',
  'b.name',
  'b.goods_id as goods',
  'b.quantity',
  'b.referrer_id as referrer',
  'b.devices as device',
  'b.created_at',
] as const

type Joined = Database & { v: Database['voucher']; b: Database['voucher_batch'] }

const vouchers = (ctx: Ctx): SelectQueryBuilder<Joined, 'v' | 'b', object> =>
  ctx.tx
    .selectFrom('voucher as v')
    .innerJoin('voucher_batch as b', (join) =>
      join.on('b.tenant_id', '=', ctx.tenant.id).onRef('b.batch_id', '=', 'v.batch_id'),
    )
    .where('v.tenant_id', '=', ctx.tenant.id)

function listed(ctx: Ctx, filter: Filter) {
  const { q } = filter
  let query = vouchers(ctx).where(isOneOf(filter.ids, 'v.gift_id'))
  if (q) query = query.where((eb) => eb.or([contains(q, ['b.name']), eb('v.code', '=', codeOf(q))]))
  if (filter.state !== undefined) query = query.where('v.state', '=', filter.state)
  if (filter.batch !== undefined) query = query.where('v.batch_id', '=', filter.batch)
  if (filter.referrer !== undefined) query = query.where('b.referrer_id', '=', filter.referrer)
  if (filter.goods !== undefined) query = query.where('b.goods_id', '=', filter.goods)
  return query
}

const asVoucher = <O>(query: SelectQueryBuilder<Joined, 'v' | 'b', O>) =>
  query
    .select([...batchColumns, 'v.gift_id', 'v.code', 'v.used_at', 'v.orderno', 'v.device_id'])
    .select(sql<VoucherState>`v.state`.as('state'))

/** The newest first, so that those of a batch follow each other. */
export async function listVouchers(ctx: Ctx, page: Page, filter: Filter): Promise<List<VoucherRow>> {
  const data = await asVoucher(listed(ctx, filter)).orderBy('v.gift_id', 'desc').$call(atPage(page)).execute()
  return { data, count: await countVouchers(ctx, filter) }
}

export const countVouchers = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** All vouchers of a filter in pieces, for exports. */
export const eachVoucher = (ctx: Ctx, filter: Filter): AsyncGenerator<VoucherRow[]> =>
  inPieces(
    ({ gift_id: id }) => id,
    (before) => {
      const query = asVoucher(listed(ctx, filter)).orderBy('v.gift_id', 'desc').limit(pieceSize)
      return (before ? query.where('v.gift_id', '<', before) : query).execute()
    },
  )

export const findVoucher = (ctx: Ctx, id: string): Promise<VoucherRow | undefined> =>
  asVoucher(vouchers(ctx)).where('v.gift_id', '=', id).executeTakeFirst()

/** The unused vouchers of a batch or among some, in the order in which they were made. */
export const unusedVouchers = (ctx: Ctx, filter: Filter, most: number): Promise<VoucherRow[]> =>
  asVoucher(listed(ctx, { ...filter, state: 'unused' }))
    .orderBy('v.gift_id')
    .limit(most)
    .execute()

const stateCount = (ctx: Ctx, state: VoucherState) => sql<number>`(
  select count(*)::int from voucher v
   where v.tenant_id = ${ctx.tenant.id} and v.batch_id = b.batch_id and v.state = ${state})`

function batches(ctx: Ctx, filter: BatchFilter) {
  let query = ctx.tx
    .selectFrom('voucher_batch as b')
    .where('b.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(filter.ids, 'b.batch_id'))
    .where(contains(filter.q, ['b.name']))
  if (filter.referrer !== undefined) query = query.where('b.referrer_id', '=', filter.referrer)
  if (filter.goods !== undefined) query = query.where('b.goods_id', '=', filter.goods)
  return query
}

const asBatches = (ctx: Ctx, filter: BatchFilter) =>
  batches(ctx, filter)
    .select(batchColumns)
    .select([
      stateCount(ctx, 'unused').as('unused'),
      stateCount(ctx, 'used').as('used'),
      stateCount(ctx, 'deleted').as('deleted'),
    ])
    .$call(sortedBy(filter.order, { name: sql`b.name`, used: sql`used` }))
    .orderBy('b.batch_id', 'desc')

export async function listBatches(ctx: Ctx, page: Page, filter: BatchFilter): Promise<List<BatchRow>> {
  const data = await asBatches(ctx, filter).$call(atPage(page)).execute()
  return { data, count: await countBatches(ctx, filter) }
}

export const countBatches = (ctx: Ctx, filter: BatchFilter): Promise<number> => countOf(batches(ctx, filter))

/** All batches of a filter in pieces, for exports. */
export const eachBatch = (ctx: Ctx, filter: BatchFilter): AsyncGenerator<BatchRow[]> =>
  inPieces(
    ({ batch }) => batch,
    (before) => {
      const query = asBatches(ctx, filter).limit(pieceSize)
      return (before ? query.where('b.batch_id', '<', before) : query).execute()
    },
  )

/** Stores a batch and its vouchers. Returns the number of the batch and those of its vouchers. */
export async function insertBatch(
  ctx: Ctx,
  draft: z.output<typeof AddGift>,
): Promise<{ batch: string; ids: string[] }> {
  const { name, goods, quantity, referrer, device, copies } = draft
  const { batch_id: batch } = await ctx.tx
    .insertInto('voucher_batch')
    .values({
      tenant_id: ctx.tenant.id,
      name,
      goods_id: goods,
      quantity,
      referrer_id: referrer,
      devices: device,
      created_at: ctx.now,
    })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  const codes = Array.from({ length: copies }, newCode)
  const { rows } = await sql<{ gift_id: string }>`
    with made as (
      insert into voucher (tenant_id, batch_id, code)
      select ${ctx.tenant.id}::bigint, ${batch}::bigint, code from unnest(${codes}::text[]) code
      returning gift_id)
    select gift_id from made order by gift_id`.execute(ctx.tx)
  return { batch, ids: rows.map((row) => row.gift_id) }
}

/** Returns false when the voucher is not unused. */
export async function deleteVoucher(ctx: Ctx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update voucher set state = 'deleted'
     where tenant_id = ${ctx.tenant.id} and gift_id = ${id} and state = 'unused'`.execute(ctx.tx)
  return numAffectedRows === 1n
}

/** Makes a voucher unused again that an order used. Returns false when it is not used by this order any more. */
export async function freeVoucher(ctx: Ctx, id: string, orderno: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update voucher set state = 'unused', used_at = null, orderno = null, device_id = null
     where tenant_id = ${ctx.tenant.id} and gift_id = ${id} and orderno = ${orderno} and state = 'used'`.execute(
    ctx.tx,
  )
  return numAffectedRows === 1n
}

/** Deletes the unused vouchers of a batch. Returns how many there were. */
export async function deleteBatch(ctx: Ctx, batch: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update voucher set state = 'deleted'
     where tenant_id = ${ctx.tenant.id} and batch_id = ${batch} and state = 'unused'`.execute(ctx.tx)
  return Number(numAffectedRows ?? 0)
}
