import type { Alert, alertCalls, AlertSum, List, ParsedInputOf } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { ended, type Work, workOf } from '../../kernel/work.ts'
import { listPeople, nicknamesOf } from '../account/index.ts'
import * as queries from './alert-queries.ts'
import { tellConsoles } from './look-service.ts'
import { type Trouble, troubleOf } from './risk-service.ts'

type Input<Name extends keyof typeof alertCalls> = ParsedInputOf<(typeof alertCalls)[Name]>

/** Rows as the caller sees them. Only open ones have a `trouble`: what a closed one cost is not known any more. */
export async function asAlerts(
  ctx: Ctx,
  rows: readonly queries.AlertRow[],
  trouble?: Trouble,
): Promise<Alert[]> {
  const nameOf = await namesOf(ctx, rows)
  return rows.map((row) => asAlert(ctx, row, nameOf, trouble))
}

type NameOf = (taker: string | null) => string | null

async function namesOf(ctx: Ctx, rows: readonly Pick<queries.AlertRow, 'taker'>[]): Promise<NameOf> {
  const names = await nicknamesOf(
    ctx,
    rows.map(({ taker }) => taker),
  )
  return (taker) => names.get(taker ?? '') ?? null
}

function asAlert(ctx: Ctx, row: queries.AlertRow, nameOf: NameOf, trouble: Trouble | undefined): Alert {
  const low = row.kind === 'low_stock' ? (trouble?.low(row.device_id) ?? []) : []
  const faults = row.kind === 'abnormal' ? (trouble?.faults(row.device_id) ?? []) : []
  return {
    alert: row.alert_id,
    kind: row.kind,
    sn: row.sn,
    title: row.title,
    store: row.store_id,
    store_name: row.store_name,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    low: low.length,
    empty: low.filter((slot) => slot.isEmpty).length,
    faults: [...new Set(faults.map((fault) => fault.code as Alert['faults'][number]))],
    perHour: trouble?.perHour(row) ?? 0,
    taker: row.taker,
    taker_name: nameOf(row.taker),
    taken_at: row.taken_at?.toISOString() ?? null,
    mine: row.taker === ctx.user.id,
    done_at: row.done_at?.toISOString() ?? null,
    remarks: row.remarks,
  }
}

/** Open alerts of the filter by what they cost, the oldest first where that is the same; and their sum. */
export async function openOnes(
  ctx: Ctx,
  filter: queries.Filter,
): Promise<{ rows: queries.AlertRow[]; trouble: Trouble; sum: AlertSum }> {
  const all = (await queries.openAlertsIn(ctx, filter)).filter(
    ({ taker }) => filter.mine === undefined || (taker === ctx.user.id) === filter.mine,
  )
  const trouble = await troubleOf(ctx, all)
  const count = (kind: Alert['kind']): number => all.filter((row) => row.kind === kind).length
  const rows = all
    .filter(({ kind }) => filter.kind === undefined || kind === filter.kind)
    .map((row) => ({ row, perHour: trouble.perHour(row) }))
    .toSorted((a, b) => b.perHour - a.perHour || a.row.opened_at.getTime() - b.row.opened_at.getTime())
    .map(({ row }) => row)
  return {
    rows,
    trouble,
    sum: {
      offline: count('offline'),
      low_stock: count('low_stock'),
      abnormal: count('abnormal'),
      perHour: trouble.perHourInAll(rows),
    },
  }
}

export async function getAlerts(
  ctx: Ctx,
  { condition, ...page }: Input<'getAlerts'>,
): Promise<List<Alert> & { sum: AlertSum }> {
  const { rows, trouble, sum } = await openOnes(ctx, condition)
  if (condition.state === 'closed')
    return {
      data: await asAlerts(ctx, await queries.closedAlerts(ctx, condition, page)),
      count: await queries.countClosed(ctx, condition),
      sum,
    }
  const begin = (page.pageNum - 1) * page.pageSize
  const shown = rows.slice(begin, begin + page.pageSize)
  return { data: await asAlerts(ctx, shown, trouble), count: rows.length, sum }
}

/** Takes an alert, or gives it back. What another person has taken, only the main account can give back. */
export async function takeAlert(ctx: Ctx, { alert: id, take }: Input<'takeAlert'>): Promise<Alert> {
  const row = await demandAlert(ctx, id)
  const isOthers = row.taker !== null && row.taker !== ctx.user.id
  if (isOthers && !(ctx.user.isMain && !take)) await demandGone(ctx, row.taker ?? '')
  const isMine = row.taker === ctx.user.id
  const taken = { taker: ctx.user.id, taken_at: isMine ? row.taken_at : ctx.now }
  return changeWork(ctx, 'takeAlert', row, take ? taken : { taker: null, taken_at: null })
}

/** Refuses what another person has taken. The alerts of an account that was deleted are free. */
async function demandGone(ctx: Ctx, taker: string): Promise<void> {
  const [person] = (await listPeople(ctx, { pageNum: 1, pageSize: 1 }, { ids: [taker] })).data
  if (person && !person.gone) throw new AppError('takenMeanwhile', { name: person.nickname })
}

/** A person says that an alert is done, or takes that back. */
export async function doneAlert(ctx: Ctx, { alert: id, done, remarks }: Input<'doneAlert'>): Promise<Alert> {
  const row = await demandAlert(ctx, id)
  return changeWork(ctx, 'doneAlert', row, ended(ctx, row, { done, remarks }))
}

async function demandAlert(ctx: Ctx, id: string): Promise<queries.AlertRow> {
  const row = await queries.lockAlert(ctx, id)
  if (!row) throw new AppError('notFound')
  return row
}

async function changeWork(
  ctx: Ctx,
  call: 'takeAlert' | 'doneAlert',
  before: queries.AlertRow,
  change: Partial<Work>,
): Promise<Alert> {
  const id = before.alert_id
  const after = { ...before, ...change }
  await queries.changeWork(ctx, id, workOf(after))
  const nameOf = await namesOf(ctx, [before, after])
  const audited = (row: queries.AlertRow) => ({
    title: row.title,
    sn: row.sn,
    kind: row.kind,
    taker: nameOf(row.taker),
    done: row.done_at !== null,
    remarks: row.remarks,
  })
  await audit(ctx, { call, object: 'alert', objectId: id, before: audited(before), after: audited(after) })
  await tellConsoles({ tx: ctx.tx, tenantId: ctx.tenant.id, now: ctx.now })
  return asAlert(ctx, after, nameOf, after.closed_at === null ? await troubleOf(ctx, [after]) : undefined)
}
