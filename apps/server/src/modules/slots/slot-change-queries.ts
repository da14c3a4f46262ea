/** Changes of the slots of some goods, which their author can undo for a while. */
import { undoMinutes } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import type { SharedTerm } from '../../kernel/hooks.ts'
import { hundredths } from '../../kernel/percent.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { GoodsSlotRow, PlacedSlot, SlotTerms } from './goods-slot-queries.ts'

const undoMs = undoMinutes * 60_000

/** The new values of the fields that were changed. */
export type TermsEdit = Partial<Omit<SlotTerms, 'goods_id'>>

/** Rates are stored as they are in slots. */
const ratesOf = (slots: readonly Pick<SlotTerms, 'rate'>[]) => slots.map(({ rate }) => hundredths(rate))

export async function insertChange(
  ctx: Ctx,
  goodsId: string,
  edit: TermsEdit,
  before: readonly GoodsSlotRow[],
): Promise<string> {
  const { rows } = await sql<{ change_id: string }>`
    insert into slot_change (tenant_id, account_id, goods_id, edit, device_ids, channel_sns, prices, game_prices, rates,
           maxes, enabled, at)
    values (${ctx.tenant.id}, ${ctx.user.id}, ${goodsId}, ${JSON.stringify(edit)}::jsonb,
            ${before.map(({ device_id: id }) => id)}::bigint[], ${before.map(({ channel_sn: no }) => no)}::int[],
            ${before.map(({ price }) => price)}::int[], ${before.map(({ game_price: price }) => price)}::int[],
            ${ratesOf(before)}::int[], ${before.map(({ max }) => max)}::int[],
            ${before.map(({ enabled }) => enabled)}::boolean[], ${ctx.now}::timestamptz)
    returning change_id`.execute(ctx.tx)
  return rows[0]?.change_id ?? ''
}

/**
 * A change of slots that may hold different goods. They get the same values, or where `edits` has them, their own.
 * `turnedOn` are the settings of the machine that the change turned on.
 */
export async function insertEdited(
  ctx: Ctx,
  edit: TermsEdit,
  before: readonly (PlacedSlot & SlotTerms)[],
  {
    edits = null,
    turnedOn = [],
  }: { edits?: readonly TermsEdit[] | null; turnedOn?: readonly SharedTerm[] } = {},
): Promise<string> {
  const { rows } = await sql<{ change_id: string }>`
    insert into slot_change (tenant_id, account_id, edit, edits, device_ids, channel_sns, prices, game_prices, rates,
           maxes, enabled, goods_ids, turned_on, at)
    values (${ctx.tenant.id}, ${ctx.user.id}, ${JSON.stringify(edit)}::jsonb,
            ${edits && JSON.stringify(edits)}::jsonb,
            ${before.map(({ device_id: id }) => id)}::bigint[], ${before.map(({ channel_sn: no }) => no)}::int[],
            ${before.map(({ price }) => price)}::int[], ${before.map(({ game_price: price }) => price)}::int[],
            ${ratesOf(before)}::int[], ${before.map(({ max }) => max)}::int[],
            ${before.map(({ enabled }) => enabled)}::boolean[],
            ${before.map(({ goods_id: id }) => id)}::bigint[], ${turnedOn}::text[], ${ctx.now}::timestamptz)
    returning change_id`.execute(ctx.tx)
  return rows[0]?.change_id ?? ''
}

/**
 * A change in which each slot got a price of its own, and by a sheet a size, too. Returns null where there is nothing
 * to undo.
 */
export async function insertEach(
  ctx: Ctx,
  steps: readonly { before: GoodsSlotRow; after: GoodsSlotRow }[],
  { sizes }: { sizes: boolean },
): Promise<string | null> {
  if (steps.length === 0) return null
  const befores = steps.map(({ before }) => before)
  const { rows } = await sql<{ change_id: string }>`
    insert into slot_change (tenant_id, account_id, edit, device_ids, channel_sns, prices, maxes, enabled,
           goods_ids, given_prices, given_maxes, at)
    values (${ctx.tenant.id}, ${ctx.user.id}, '{}',
            ${befores.map(({ device_id: id }) => id)}::bigint[], ${befores.map(({ channel_sn: no }) => no)}::int[],
            ${befores.map(({ price }) => price)}::int[], ${befores.map(({ max }) => max)}::int[],
            ${befores.map(({ enabled }) => enabled)}::boolean[],
            ${befores.map(({ goods_id: id }) => id)}::bigint[], ${steps.map(({ after }) => after.price)}::int[],
            ${sizes ? steps.map(({ after }) => after.max) : null}::int[], ${ctx.now}::timestamptz)
    returning change_id`.execute(ctx.tx)
  return rows[0]?.change_id ?? null
}

const undoable = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('slot_change')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .where('undone_at', 'is', null)
    .where('at', '>', new Date(ctx.now.getTime() - undoMs))

/** Only a sheet gives sizes. */
const isImport = sql<boolean>`given_maxes is not null`

type Undoable = { change: string; slots: number; at: string; until: string }

type ChangesOf = { goods: string } | { device: string } | 'import'

/** The caller's last change of the slots of these goods or of this machine, or import, if it can still be undone. */
export async function lastChange(ctx: Ctx, of: ChangesOf): Promise<Undoable | null> {
  let query = undoable(ctx).select(['change_id', 'at', sql<number>`cardinality(channel_sns)`.as('slots')])
  if (of === 'import') query = query.where('goods_id', 'is', null).where(isImport)
  else if ('goods' in of) query = query.where('goods_id', '=', of.goods)
  else query = query.where(sql<boolean>`device_ids <@ ${[of.device]}::bigint[]`)
  const row = await query.orderBy('change_id', 'desc').limit(1).executeTakeFirst()
  if (!row) return null
  const until = new Date(row.at.getTime() + undoMs)
  return { change: row.change_id, slots: row.slots, at: row.at.toISOString(), until: until.toISOString() }
}

const percentIn = (rate: number | null): number | null => (rate === null ? null : rate / 100)

/** A slot as it was, what it holds, and what the change gave it. */
type SlotBefore = PlacedSlot & SlotTerms & { edit: TermsEdit }
/** `goodsId` is null where the slots may hold different goods. */
export type SlotChange = { goodsId: string | null; before: SlotBefore[]; turnedOn: SharedTerm[] }

/** A change of the caller that can still be undone. Locks it until the call ends. */
export async function lockChange(ctx: Ctx, changeId: string): Promise<SlotChange | undefined> {
  const row = await undoable(ctx)
    .select(['goods_id', sql<TermsEdit>`edit`.as('edit'), sql<TermsEdit[] | null>`edits`.as('edits')])
    .select(['device_ids', 'channel_sns', 'prices', 'game_prices', 'rates', 'maxes', 'enabled'])
    .select(['goods_ids', 'given_prices', 'given_maxes', sql<SharedTerm[] | null>`turned_on`.as('turned_on')])
    .where('change_id', '=', changeId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const { goods_id: goodsId, goods_ids: goods, given_prices: prices, given_maxes: maxes } = row
  const givenTo = (i: number): TermsEdit =>
    prices
      ? { price: prices[i] ?? null, ...(maxes ? { max: maxes[i] ?? 0 } : {}) }
      : (row.edits?.[i] ?? row.edit)
  return {
    goodsId,
    turnedOn: row.turned_on ?? [],
    before: row.device_ids.map((id, i) => ({
      device_id: id,
      channel_sn: row.channel_sns[i] ?? 0,
      goods_id: goods ? (goods[i] ?? null) : goodsId,
      price: row.prices[i] ?? null,
      game_price: row.game_prices?.[i] ?? null,
      rate: percentIn(row.rates?.[i] ?? null),
      max: row.maxes[i] ?? 0,
      enabled: row.enabled[i] ?? true,
      edit: givenTo(i),
    })),
  }
}

/** Leaves the change open for these of its slots, which could not be given back now. */
export async function keepOpen(
  ctx: Ctx,
  changeId: string,
  { goodsId, before }: Pick<SlotChange, 'goodsId' | 'before'>,
): Promise<void> {
  const given =
    goodsId === null
      ? sql`, edits = case when edits is not null then ${JSON.stringify(before.map(({ edit }) => edit))}::jsonb end,
          goods_ids = ${before.map(({ goods_id: id }) => id)}::bigint[],
          given_prices = case when given_prices is not null then ${before.map(({ edit }) => edit.price ?? null)}::int[] end,
          given_maxes = case when ${isImport} then ${before.map(({ edit }) => edit.max ?? 0)}::int[] end`
      : sql``
  await sql`
    update slot_change set device_ids = ${before.map(({ device_id: id }) => id)}::bigint[],
           channel_sns = ${before.map(({ channel_sn: no }) => no)}::int[],
           prices = ${before.map(({ price }) => price)}::int[],
           game_prices = ${before.map(({ game_price: price }) => price)}::int[], rates = ${ratesOf(before)}::int[],
           maxes = ${before.map(({ max }) => max)}::int[],
           enabled = ${before.map(({ enabled }) => enabled)}::boolean[] ${given}
     where tenant_id = ${ctx.tenant.id} and change_id = ${changeId}`.execute(ctx.tx)
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
