/**
 * Vouchers of the demo. The history has sales that were paid by vouchers; these batches are those vouchers, with some
 * that are still unused and some that were deleted. One batch is new.
 */
import { sql } from 'kysely'

import type { Ctx } from '../src/kernel/ctx.ts'
import { daysBefore } from '../src/kernel/moments.ts'
import { insertBatch } from '../src/modules/vouchers/voucher-queries.ts'
import { addGift } from '../src/modules/vouchers/voucher-service.ts'
import type { DemoMerchant } from './merchants/merchant.ts'

type Sold = { orderno: string; create_at: Date; device_id: string; goods: string }

const unusedCopies = 8
const deletedCopies = 2
/** A batch is handed out some days before its first voucher is used. */
const handedOutDays = 3
const mostUsed = 40
/** How many vouchers the new batch has, and pieces each of them. */
const fresh = { copies: 12, quantity: 2 }

/** Goods that customers got for vouchers, those of most sales first, each with its sales. */
async function giftSales(ctx: Ctx): Promise<Sold[][]> {
  const { rows } = await sql<Sold>`
    select orderno, create_at, device_id, goods -> 0 ->> 'goods_id' as goods from bill
     where tenant_id = ${ctx.tenant.id} and client = 'gift' and status = 0
       and jsonb_array_length(goods) = 1 and (goods -> 0 ->> 'quantity')::int = 1
       and goods -> 0 ->> 'goods_id' is not null
     order by create_at`.execute(ctx.tx)
  return [...Map.groupBy(rows, ({ goods }) => goods).values()].toSorted((a, b) => b.length - a.length)
}

export async function seedVouchers(
  ctx: Ctx,
  { voucherNames }: DemoMerchant,
  referrers: readonly string[],
): Promise<void> {
  const [newest = '', ...names] = voucherNames
  const sold = await giftSales(ctx)
  for (const [nth, name] of names.entries()) {
    const sales = (sold[nth] ?? []).slice(-mostUsed)
    const goods = sales[0]?.goods ?? (await anyGoods(ctx, nth))
    const referrer = referrers[nth] ?? null
    const copies = sales.length + unusedCopies + deletedCopies
    const made = { ...ctx, now: daysBefore(sales[0]?.create_at ?? ctx.now, handedOutDays) }
    const { batch } = await insertBatch(made, { name, goods, quantity: 1, referrer, device: [], copies })
    await useFor(ctx, batch, sales)
  }
  const goods = sold[names.length]?.[0]?.goods ?? (await anyGoods(ctx, names.length))
  const device = await machinesWith(ctx, goods)
  await addGift(ctx, { name: newest, goods, referrer: referrers.at(-1) ?? null, device, ...fresh })
}

/** Uses the first vouchers of a batch for sales, and deletes the last ones. */
async function useFor(ctx: Ctx, batch: string, sales: readonly Sold[]): Promise<void> {
  const rows = await ctx.tx
    .selectFrom('voucher')
    .select('gift_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('batch_id', '=', batch)
    .orderBy('gift_id')
    .execute()
  const ids = rows.map(({ gift_id: id }) => id)
  await sql`
    update voucher set state = 'used', used_at = s.at, orderno = s.orderno, device_id = s.device
      from unnest(${ids.slice(0, sales.length)}::bigint[], ${sales.map(({ orderno }) => orderno)}::text[],
                  ${sales.map(({ create_at: at }) => at)}::timestamptz[],
                  ${sales.map(({ device_id: device }) => device)}::bigint[]) s (id, orderno, at, device)
     where voucher.tenant_id = ${ctx.tenant.id} and voucher.gift_id = s.id`.execute(ctx.tx)
  await sql`
    update voucher set state = 'deleted'
     where tenant_id = ${ctx.tenant.id} and gift_id = any(${ids.slice(-deletedCopies)}::bigint[])`.execute(
    ctx.tx,
  )
}

async function anyGoods(ctx: Ctx, nth: number): Promise<string> {
  const { goods_id: goods } = await ctx.tx
    .selectFrom('goods')
    .select('goods_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('goods_id')
    .offset(nth)
    .limit(1)
    .executeTakeFirstOrThrow()
  return goods
}

/** Two machines that sell these goods. */
async function machinesWith(ctx: Ctx, goods: string): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select sn from device d
     where d.tenant_id = ${ctx.tenant.id} and d.unbound_at is null and exists (
       select from channel c
        where c.tenant_id = ${ctx.tenant.id} and c.device_id = d.device_id and c.goods_id = ${goods})
     order by d.device_id limit 2`.execute(ctx.tx)
  return rows.map(({ sn }) => sn)
}
