import {
  type Area,
  type AreaPick,
  joinNames,
  type List,
  type ParsedInputOf,
  type regionCalls,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import * as queries from './area-queries.ts'

type Input<Name extends keyof typeof regionCalls> = ParsedInputOf<(typeof regionCalls)[Name]>

export const getArea = (ctx: Ctx, { condition, ...page }: Input<'getArea'>): Promise<List<Area>> =>
  queries.listAreas(ctx, page, condition)

/** Areas that the caller may assign, for pickers. */
export const getAllArea = (ctx: Ctx, { condition, ...page }: Input<'getAllArea'>): Promise<List<AreaPick>> =>
  queries.pickAreas(ctx, page, condition)

/** Areas belong to the whole merchant: users limited to some stores see those of their stores, but may not change them. */
function demandWholeScope(ctx: Ctx): void {
  if (!ctx.scope.all) throw new AppError('outOfScope')
}

async function demandArea(ctx: Ctx, id: string): Promise<Area> {
  const area = await queries.findArea(ctx, id)
  if (!area) throw new AppError('notFound')
  return area
}

export async function addArea(ctx: Ctx, draft: Input<'addArea'>): Promise<Area> {
  demandWholeScope(ctx)
  const area = await demandArea(ctx, await queries.insertArea(ctx, draft))
  await audit(ctx, { call: 'addArea', object: 'area', objectId: area._id, after: area })
  return area
}

export async function editArea(ctx: Ctx, { _id, rev, ...draft }: Input<'editArea'>): Promise<Area> {
  demandWholeScope(ctx)
  const before = await demandArea(ctx, _id)
  if (!(await queries.updateArea(ctx, _id, rev, draft))) throw new AppError('changedMeanwhile')
  const after = await demandArea(ctx, _id)
  await audit(ctx, { call: 'editArea', object: 'area', objectId: _id, before, after })
  return after
}

export async function delArea(ctx: Ctx, { _id }: Input<'delArea'>): Promise<Record<string, never>> {
  demandWholeScope(ctx)
  if (!(await queries.lockArea(ctx, _id, 'update'))) throw new AppError('notFound')
  const inside = await queries.storesInside(ctx, _id)
  if (inside.count > 0)
    throw new AppError('areaInUse', { count: inside.count, names: joinNames(ctx.locale, inside.names) })
  const staff = await ctx.deps.hooks.areaStaff(ctx, _id)
  if (staff.count > 0)
    throw new AppError(staff.names.length > 0 ? 'areaOfStaffNamed' : 'areaOfStaff', {
      count: staff.count,
      names: joinNames(ctx.locale, staff.names),
    })
  const before = await demandArea(ctx, _id)
  await queries.setAreaDeleted(ctx, _id, true)
  await audit(ctx, { call: 'delArea', object: 'area', objectId: _id, before })
  return {}
}

/** Restores a deleted area. */
export async function restoreArea(ctx: Ctx, { _id }: Input<'restoreArea'>): Promise<Area> {
  demandWholeScope(ctx)
  if (!(await queries.setAreaDeleted(ctx, _id, false))) throw new AppError('notFound')
  const after = await demandArea(ctx, _id)
  await audit(ctx, { call: 'restoreArea', object: 'area', objectId: _id, after })
  return after
}
