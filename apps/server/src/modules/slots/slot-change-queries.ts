/** Changes of the slots of some goods, which their author can undo for a while. */
import { undoMinutes } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { GoodsSlotRow, PlacedSlot, SlotTerms } from './goods-slot-queries.ts'

const undoMs = undoMinutes * 60_000

/** The new values of the fields that were changed. */
export type TermsEdit = Partial<Pick<SlotTerms, 'price' | 'max' | 'enabled'>>

export async function insertChange(
  ctx: Ctx,
  goodsId: string,
  edit: TermsEdit,
  before: readonly GoodsSlotRow[],
): Promise<string> {
  const { rows } = await sql<{ change_id: string }>`
    insert into slot_change (tenant_id, account_id, goods_id, edit, device_ids, channel_sns, prices, maxes, enabled, at)
    values (${ctx.tenant.id}, ${ctx.user.id}, ${goodsId}, ${JSON.stringify(edit)}::jsonb,
            ${before.map(({ device_id: id }) => id)}::bigint[], ${before.map(({ channel_sn: no }) => no)}::int[],
            ${before.map(({ price }) => price)}::int[], ${before.map(({ max }) => max)}::int[],
            ${before.map(({ enabled }) => enabled)}::boolean[], ${ctx.now}::timestamptz)
    returning change_id`.execute(ctx.tx)
  return rows[0]?.change_id ?? ''
}

const undoable = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('slot_change')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .where('undone_at', 'is', null)
    .where('at', '>', new Date(ctx.now.getTime() - undoMs))

type Undoable = { change: string; slots: number; at: string; until: string }

/** The caller's last change of the slots of these goods, if it can still be undone. */
export async function lastChange(ctx: Ctx, goodsId: string): Promise<Undoable | null> {
  const row = await undoable(ctx)
    .select(['change_id', 'at', sql<number>`cardinality(channel_sns)`.as('slots')])
    .where('goods_id', '=', goodsId)
    .orderBy('change_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const until = new Date(row.at.getTime() + undoMs)
  return { change: row.change_id, slots: row.slots, at: row.at.toISOString(), until: until.toISOString() }
}

type SlotBefore = PlacedSlot & Omit<SlotTerms, 'goods_id'>
export type SlotChange = { goodsId: string; edit: TermsEdit; before: SlotBefore[] }

/** A change of the caller that can still be undone. Locks it until the call ends. */
export async function lockChange(ctx: Ctx, changeId: string): Promise<SlotChange | undefined> {
  const row = await undoable(ctx)
    .select(['goods_id', sql<TermsEdit>`edit`.as('edit')])
    .select(['device_ids', 'channel_sns', 'prices', 'maxes', 'enabled'])
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      goodsId: row.goods_id,
      edit: row.edit,
      before: row.device_ids.map((id, i) => ({
        device_id: id,
        channel_sn: row.channel_sns[i] ?? 0,
        price: row.prices[i] ?? null,
        max: row.maxes[i] ?? 0,
        enabled: row.enabled[i] ?? true,
      })),
    }
  )
}

export async function markUndone(ctx: Ctx, changeId: string): Promise<void> {
  await ctx.tx
    .updateTable('slot_change')
    .set({ undone_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('change_id', '=', changeId)
    .execute()
}

/** Deletes changes that cannot be undone any more. */
export const forgetChanges = (tx: Tx, tenantId: string, now: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('slot_change')
      .where('tenant_id', '=', tenantId)
      .where('change_id', 'in', (eb) =>
        eb
          .selectFrom('slot_change')
          .select('change_id')
          .where('tenant_id', '=', tenantId)
          .where('at', '<', new Date(now.getTime() - undoMs))
          .limit(atMost),
      ),
  )
