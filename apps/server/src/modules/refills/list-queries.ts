/** Refills that their author can undo for a while, and the order in which an account visits stores. */
import { maxUndos, type RefillKind, refillUndoMinutes } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import type { RefilledSlots } from '../../kernel/hooks.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { isOneOf } from '../../kernel/search.ts'

const undoMs = refillUndoMinutes * 60_000

/** Pieces that came into a slot, or left it. `countedAt` is undefined where no person at the machine has counted. */
export type Added = {
  device_id: string
  channel_sn: number
  goods_id: string
  pieces: number
  countedAt?: Date | null | undefined
}

export async function insertRefill(ctx: Ctx, { kind, slots, lastMove }: RefilledSlots): Promise<string> {
  const counted = slots.map(({ counted_at: at }) => at?.toISOString() ?? null)
  const { rows } = await sql<{ refill_id: string }>`
    insert into bulk_refill (tenant_id, account_id, kind, device_ids, channel_sns, goods_ids, pieces, counted_ats,
                             last_move, at)
    values (${ctx.tenant.id}, ${ctx.user.id}, ${kind}, ${slots.map(({ device_id: id }) => id)}::bigint[],
            ${slots.map(({ channel_sn: no }) => no)}::int[], ${slots.map(({ goods_id: id }) => id)}::bigint[],
            ${slots.map(({ pieces }) => pieces)}::int[],
            ${kind === 'visit' ? counted : null}::timestamptz[], ${lastMove}, ${ctx.now}::timestamptz)
    returning refill_id`.execute(ctx.tx)
  return rows[0]?.refill_id ?? ''
}

const undoable = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('bulk_refill')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .where('undone_at', 'is', null)
    .where('at', '>', new Date(ctx.now.getTime() - undoMs))

type Undoable = {
  refill: string
  kind: RefillKind
  pieces: number
  devices: number
  at: string
  until: string
}

/** The caller's last refills, as far as they can still be undone. */
export async function lastRefills(ctx: Ctx): Promise<Undoable[]> {
  const rows = await undoable(ctx)
    .select(['refill_id', sql<RefillKind>`kind`.as('kind'), 'at', 'device_ids', 'pieces'])
    .orderBy('refill_id', 'desc')
    .limit(maxUndos)
    .execute()
  return rows.map((row) => ({
    refill: row.refill_id,
    kind: row.kind,
    pieces: row.pieces.reduce((sum, one) => sum + Math.abs(one), 0),
    devices: new Set(row.device_ids).size,
    at: row.at.toISOString(),
    until: new Date(row.at.getTime() + undoMs).toISOString(),
  }))
}

export type DoneRefill = { at: Date; lastMove: string; added: Added[] }

/** A refill of the caller that can still be undone. Locks it until the call ends. */
export async function lockRefill(ctx: Ctx, refillId: string): Promise<DoneRefill | undefined> {
  const row = await undoable(ctx)
    .select(['at', 'last_move', 'device_ids', 'channel_sns', 'goods_ids', 'pieces', 'counted_ats'])
    .where('refill_id', '=', refillId)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      at: row.at,
      lastMove: row.last_move,
      added: row.device_ids.map((id, i) => ({
        device_id: id,
        channel_sn: row.channel_sns[i] ?? 0,
        goods_id: row.goods_ids[i] ?? '',
        pieces: row.pieces[i] ?? 0,
        countedAt: row.counted_ats ? (row.counted_ats[i] ?? null) : undefined,
      })),
    }
  )
}

/** Ends the undo of a refill, or leaves these slots of it to be undone later. */
export async function markUndone(ctx: Ctx, refillId: string, later: readonly Added[]): Promise<void> {
  await ctx.tx
    .updateTable('bulk_refill')
    .set(
      later.length === 0
        ? { undone_at: ctx.now }
        : {
            device_ids: later.map(({ device_id: id }) => id),
            channel_sns: later.map(({ channel_sn: no }) => no),
            goods_ids: later.map(({ goods_id: id }) => id),
            pieces: later.map(({ pieces }) => pieces),
            counted_ats: later.some(({ countedAt }) => countedAt !== undefined)
              ? later.map(({ countedAt }) => countedAt ?? null)
              : null,
          },
    )
    .where('tenant_id', '=', ctx.tenant.id)
    .where('refill_id', '=', refillId)
    .execute()
}

export const forgetRefills = (tx: Tx, tenantId: string, now: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('bulk_refill')
      .where('tenant_id', '=', tenantId)
      .where('refill_id', 'in', (eb) =>
        eb
          .selectFrom('bulk_refill')
          .select('refill_id')
          .where('tenant_id', '=', tenantId)
          .where('at', '<', new Date(now.getTime() - undoMs))
          .limit(atMost),
      ),
  )

/** The stores in the caller's order; stores that were never put in order are not in it. */
export async function routeOf(ctx: Ctx): Promise<string[]> {
  const row = await ctx.tx
    .selectFrom('refill_route')
    .select('store_ids')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .executeTakeFirst()
  return row?.store_ids ?? []
}

/** The same, locked until the transaction ends, so that orders that are stored at once do not lose each other's stores. */
export async function lockRoute(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ store_ids: string[] }>`
    insert into refill_route (tenant_id, account_id, store_ids)
    values (${ctx.tenant.id}, ${ctx.user.id}, '{}')
    on conflict (tenant_id, account_id) do update set store_ids = refill_route.store_ids
    returning store_ids`.execute(ctx.tx)
  return rows[0]?.store_ids ?? []
}

export async function storeRoute(ctx: Ctx, stores: readonly string[]): Promise<void> {
  await sql`
    update refill_route set store_ids = ${stores}::bigint[]
     where tenant_id = ${ctx.tenant.id} and account_id = ${ctx.user.id}`.execute(ctx.tx)
}

export const forgetRoutesOf = ({ tx, tenantId }: TenantRef, accounts: readonly string[]): Promise<number> =>
  countDeleted(
    tx.deleteFrom('refill_route').where('tenant_id', '=', tenantId).where(isOneOf(accounts, 'account_id')),
  )

/** Takes stores out of all routes of a merchant. */
export async function leaveOutOfRoutes(
  { tx, tenantId }: TenantRef,
  stores: readonly string[],
): Promise<void> {
  await sql`
    update refill_route
       set store_ids = array(select s from unnest(store_ids) with ordinality as u (s, place)
                              where s <> all (${stores}::bigint[]) order by place)
     where tenant_id = ${tenantId} and store_ids && ${stores}::bigint[]`.execute(tx)
}
