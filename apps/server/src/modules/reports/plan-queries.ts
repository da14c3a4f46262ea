import type { AddReportPlan, Page, PlanRhythm } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { atRev, changesOne, countDeleted } from '../../kernel/rows.ts'
import { isOneOf } from '../../kernel/search.ts'

/** What a plan orders each time: a report without its days. */
export type Content = Omit<AddReportPlan, 'name' | 'rhythm'>

export type PlanRow = {
  plan_id: string
  account_id: string
  name: string
  rhythm: PlanRhythm
  content: Content
  /** The merchant's day on which the next report is made. */
  next_on: string
  rev: number
}

const columns = ['plan_id', 'account_id', 'name', 'rhythm', 'content', 'next_on', 'rev'] as const

const own = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('report_plan')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)

type Ids = readonly string[] | undefined

export const listPlans = (ctx: Ctx, page: Page, ids: Ids): Promise<PlanRow[]> =>
  own(ctx)
    .select(columns)
    .where(isOneOf(ids, 'plan_id'))
    .orderBy('plan_id', 'desc')
    .$call(atPage(page))
    .$castTo<PlanRow>()
    .execute()

export const countPlans = (ctx: Ctx, ids?: Ids): Promise<number> =>
  countOf(own(ctx).where(isOneOf(ids, 'plan_id')))

export const findPlan = (ctx: Ctx, id: string): Promise<PlanRow | undefined> =>
  own(ctx).select(columns).where('plan_id', '=', id).$castTo<PlanRow>().executeTakeFirst()

/** Locks the caller's plans for counting and adding, so that concurrent calls cannot exceed the limit. */
export async function lockPlans(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reportPlan:${ctx.tenant.id}:${ctx.user.id}`}, 0))`.execute(
    ctx.tx,
  )
}

type Draft = { name: string; rhythm: PlanRhythm; content: Content; next_on: string }

export async function insertPlan(ctx: Ctx, { content, ...draft }: Draft): Promise<string> {
  const { plan_id: id } = await ctx.tx
    .insertInto('report_plan')
    .values({
      ...draft,
      content: JSON.stringify(content),
      tenant_id: ctx.tenant.id,
      account_id: ctx.user.id,
      created_at: ctx.now,
    })
    .returning('plan_id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns false when the plan is gone or was changed since `rev`. */
export const updatePlan = (
  ctx: Ctx,
  id: string,
  rev: number | undefined,
  { content, ...draft }: Draft,
): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('report_plan')
      .set((eb) => ({ ...draft, content: JSON.stringify(content), rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('account_id', '=', ctx.user.id)
      .where('plan_id', '=', id)
      .where(atRev(rev)),
  )

export const deletePlan = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await countDeleted(
    ctx.tx
      .deleteFrom('report_plan')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('account_id', '=', ctx.user.id)
      .where('plan_id', '=', id),
  )) === 1

/** The plans of a merchant whose day has come. */
export const duePlans = ({ tx, tenantId }: TenantRef, today: string): Promise<PlanRow[]> =>
  tx
    .selectFrom('report_plan')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('next_on', '<=', today)
    .orderBy('plan_id')
    .$castTo<PlanRow>()
    .execute()

/** Moves a plan to its next day. Returns false when another worker has done so, or the plan is gone. */
export const advancePlan = (
  { tx, tenantId }: TenantRef,
  { plan_id: id, next_on: on }: PlanRow,
  next: string,
): Promise<boolean> =>
  changesOne(
    tx
      .updateTable('report_plan')
      .set({ next_on: next })
      .where('tenant_id', '=', tenantId)
      .where('plan_id', '=', id)
      .where('next_on', '=', on),
  )
