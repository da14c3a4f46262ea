/** Plans: reports that come by themselves each day, week or month. Accounts see and change only their own. */
import {
  type AddReportPlan,
  countryFacts,
  type List,
  maxReportPlans,
  nextPlanDay,
  type ParsedInputOf,
  type reportCalls,
  type ReportPlan,
  startOfDay,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { deviceTitlesBySn } from '../devices/index.ts'
import { knowsAreas, knowsStores } from '../regions/index.ts'
import { todayOf } from '../statistics/index.ts'
import { placeNamesOf, type ReportPlaces } from './place-names.ts'
import * as queries from './plan-queries.ts'

type Input<Name extends keyof typeof reportCalls> = ParsedInputOf<(typeof reportCalls)[Name]>

async function asPlans(ctx: Ctx, rows: readonly queries.PlanRow[]): Promise<ReportPlan[]> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const names = await placeNamesOf(
    ctx,
    rows.map(({ content }) => content),
  )
  return rows.flatMap(({ plan_id: plan, next_on: next, name, rhythm, rev, content }, index) => {
    const places = names[index]
    const next_at = startOfDay(next, utcOffsetMinutes).toISOString()
    return places ? [{ plan, rev, name, rhythm, ...content, next_at, ...places }] : []
  })
}

export async function getReportPlans(
  ctx: Ctx,
  { condition: { ids }, ...page }: Input<'getReportPlans'>,
): Promise<List<ReportPlan>> {
  return {
    data: await asPlans(ctx, await queries.listPlans(ctx, page, ids)),
    count: await queries.countPlans(ctx, ids),
  }
}

async function demandPlan(ctx: Ctx, id: string): Promise<ReportPlan> {
  const row = await queries.findPlan(ctx, id)
  const [plan] = row ? await asPlans(ctx, [row]) : []
  if (!plan) throw new AppError('notFound')
  return plan
}

/** A plan for a place that the caller does not see would only make empty reports. */
async function demandPlaces(ctx: Ctx, { area, store, sn }: ReportPlaces): Promise<void> {
  const isSeen =
    (area === undefined || (await knowsAreas(ctx, [area]))) &&
    (store === undefined || (await knowsStores(ctx, [store]))) &&
    (sn === undefined || (await deviceTitlesBySn(ctx, [sn])).has(sn))
  if (!isSeen) throw new AppError('notFound')
}

const draftOf = (ctx: Ctx, { name, rhythm, ...content }: AddReportPlan) => ({
  name,
  rhythm,
  content,
  next_on: nextPlanDay(rhythm, todayOf(ctx)),
})

export async function addReportPlan(ctx: Ctx, input: Input<'addReportPlan'>): Promise<ReportPlan> {
  await demandPlaces(ctx, input)
  await queries.lockPlans(ctx)
  if ((await queries.countPlans(ctx)) >= maxReportPlans)
    throw new AppError('tooManyPlans', { max: maxReportPlans })
  const after = await demandPlan(ctx, await queries.insertPlan(ctx, draftOf(ctx, input)))
  await audit(ctx, { call: 'addReportPlan', object: 'reportPlan', objectId: after.plan, after })
  return after
}

export async function editReportPlan(
  ctx: Ctx,
  { plan, rev, ...input }: Input<'editReportPlan'>,
): Promise<ReportPlan> {
  const before = await demandPlan(ctx, plan)
  await demandPlaces(ctx, input)
  if (!(await queries.updatePlan(ctx, plan, rev, draftOf(ctx, input)))) throw new AppError('changedMeanwhile')
  const after = await demandPlan(ctx, plan)
  await audit(ctx, { call: 'editReportPlan', object: 'reportPlan', objectId: plan, before, after })
  return after
}

export async function delReportPlan(
  ctx: Ctx,
  { plan }: Input<'delReportPlan'>,
): Promise<Record<string, never>> {
  const before = await demandPlan(ctx, plan)
  if (!(await queries.deletePlan(ctx, plan))) throw new AppError('notFound')
  await audit(ctx, { call: 'delReportPlan', object: 'reportPlan', objectId: plan, before })
  return {}
}
