/** Reports: files that are made in the background and stay in a list of their owner until they are deleted. */
import {
  jobDays,
  type List,
  type ParsedInputOf,
  type Report,
  reportCalls,
  type ReportOrder,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { daysAfter } from '../../kernel/moments.ts'
import { defineExport, deleteJob, listOrders } from '../jobs/index.ts'
import { placeNamesOf } from './place-names.ts'
import { reportSheet } from './sheet-service.ts'

type Input<Name extends keyof typeof reportCalls> = ParsedInputOf<(typeof reportCalls)[Name]>

/** What a job of this kind holds. `plan_name`: the name, at that time, of the plan that ordered it. */
export type StoredOrder = ReportOrder & { plan_name?: string }

export const reportExport = defineExport(reportCalls, 'report', { sheet: reportSheet })

export async function getReports(
  ctx: Ctx,
  { condition: _none, ...page }: Input<'getReports'>,
): Promise<List<Report>> {
  const { data, count } = await listOrders(ctx, reportExport.kind, page)
  const orders = data.map(({ input }) => input as StoredOrder)
  const names = await placeNamesOf(
    ctx,
    orders.map(({ condition }) => condition),
  )
  return {
    data: data.flatMap(({ job }, index) => {
      const [order, places] = [orders[index], names[index]]
      if (!order || !places) return []
      const { plan_name = null, ...content } = order
      const expires_at = daysAfter(new Date(job.created_at), jobDays).toISOString()
      return [{ ...job, ...content, ...places, plan_name, expires_at }]
    }),
    count,
  }
}

export async function delReport(ctx: Ctx, { job }: Input<'delReport'>): Promise<Record<string, never>> {
  const deleted = await deleteJob(ctx, reportExport.kind, job)
  if (!deleted) throw new AppError('notFound')
  if (deleted === 'open') throw new AppError('reportUnderWay')
  const { plan_name: _plan, ...before } = deleted.input as StoredOrder
  await audit(ctx, { call: 'delReport', object: 'job', objectId: job, before })
  return {}
}
