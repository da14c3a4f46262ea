import {
  addDays,
  dayOf,
  type List,
  type ParsedInputOf,
  type Referrer,
  type referrerCalls,
  type ReferrerPick,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { whenTaken } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { knowsStores, storeNamesOf } from '../regions/index.ts'
import * as queries from './referrer-queries.ts'
import { offsetOf, todayOf, withFigures } from './statement-service.ts'

type Input<Name extends keyof typeof referrerCalls> = ParsedInputOf<(typeof referrerCalls)[Name]>

export const getAllReferrer = (
  ctx: Ctx,
  { condition, ...page }: Input<'getAllReferrer'>,
): Promise<List<ReferrerPick>> => queries.pickReferrers(ctx, page, condition)

async function demandRow(ctx: Ctx, id: string): Promise<queries.ReferrerRow> {
  const row = await queries.findReferrer(ctx, id, { withDeleted: false })
  if (!row) throw new AppError('notFound')
  return row
}

/** Stores that the region has already may stay, although they are deleted. */
async function demandStores(
  ctx: Ctx,
  region: readonly string[],
  present: readonly string[] = [],
): Promise<void> {
  const added = region.filter((id) => !present.includes(id))
  if (added.length > 0 && !(await knowsStores(ctx, added))) throw AppError.atField('region', 'unknownStore')
}

const numberTaken = whenTaken(() => AppError.atField('number', 'referrerNumber'))

/** What the audit records. */
async function factsOf(ctx: Ctx, row: queries.ReferrerRow) {
  const { name, number, region, commission } = row
  const names = await storeNamesOf(refOf(ctx), region)
  return { name, number, region, region_names: region.map((id) => names.get(id) ?? id), commission }
}

export async function addReferrer(ctx: Ctx, input: Input<'addReferrer'>): Promise<Referrer> {
  const draft = { ...input, region: [...new Set(input.region)] }
  await demandStores(ctx, draft.region)
  const id = await queries.insertReferrer(ctx, draft).catch(numberTaken)
  const row = await demandRow(ctx, id)
  await audit(ctx, {
    call: 'addReferrer',
    object: 'referrer',
    objectId: id,
    after: await factsOf(ctx, row),
  })
  return withFigures(ctx, row)
}

const isSameRegion = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

/** Fields that are left out stay as they are. New terms hold from today on; statements of the days before stay. */
export async function editReferrer(
  ctx: Ctx,
  { referrer_id: id, rev, ...edited }: Input<'editReferrer'>,
): Promise<Referrer> {
  const before = await queries.lockReferrer(ctx, id)
  if (!before) throw new AppError('notFound')
  const { region, commission } = before
  const draft = {
    name: edited.name ?? before.name,
    number: edited.number ?? before.number,
    region: [...new Set(edited.region ?? before.region)],
    commission: edited.commission ?? before.commission,
  }
  await demandStores(ctx, draft.region, before.region)
  if (!(await queries.updateReferrer(ctx, id, rev, draft).catch(numberTaken)))
    throw new AppError('changedMeanwhile')
  if (draft.commission !== commission || !isSameRegion(draft.region, region))
    await queries.insertPastTerms(ctx, id, { until: todayOf(ctx), region, commission })
  const after = await demandRow(ctx, id)
  await audit(ctx, {
    call: 'editReferrer',
    object: 'referrer',
    objectId: id,
    before: await factsOf(ctx, before),
    after: await factsOf(ctx, after),
  })
  return withFigures(ctx, after)
}

/** A deleted referrer stays in the statements of past months, and its vouchers stay valid. */
export async function delReferrer(
  ctx: Ctx,
  { referrer_id: id }: Input<'delReferrer'>,
): Promise<Record<string, never>> {
  const before = await demandRow(ctx, id)
  if (!(await queries.setReferrerDeleted(ctx, id, true))) throw new AppError('notFound')
  await audit(ctx, {
    call: 'delReferrer',
    object: 'referrer',
    objectId: id,
    before: await factsOf(ctx, before),
  })
  return {}
}

/** Days on which the referrer was deleted do not count, also after it was restored. */
async function keepAbsence(
  ctx: Ctx,
  { referrer_id: id, region, commission }: queries.ReferrerRow,
  deletedAt: Date,
) {
  const today = todayOf(ctx)
  const first = addDays(dayOf(deletedAt, offsetOf(ctx)), 1)
  if (first >= today) return
  await queries.insertPastTerms(ctx, id, { until: first, region, commission })
  await queries.insertPastTerms(ctx, id, { until: today, region, commission: null })
}

export async function restoreReferrer(
  ctx: Ctx,
  { referrer_id: id }: Input<'restoreReferrer'>,
): Promise<Referrer> {
  const gone = await queries.findReferrer(ctx, id, { withDeleted: true })
  if (!gone?.deleted_at) throw new AppError('notFound')
  await queries
    .setReferrerDeleted(ctx, id, false)
    .catch(whenTaken(() => new AppError('referrerNumberTaken', { number: gone.number })))
  await keepAbsence(ctx, gone, gone.deleted_at)
  const row = await demandRow(ctx, id)
  await audit(ctx, {
    call: 'restoreReferrer',
    object: 'referrer',
    objectId: id,
    after: await factsOf(ctx, row),
  })
  return withFigures(ctx, row)
}
