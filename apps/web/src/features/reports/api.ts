import { jobCalls, type List, type Report, reportCalls } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'

import { useLiveEvents, useLiveOpen } from '../../lib/live.ts'
import { readAgain, useCall, useChange } from '../../lib/query.ts'
import { isUnfinished } from '../../ui/jobs.ts'
import { withNews } from './report-news.ts'

const { getReports, getReportPlans } = reportCalls
const reads = [getReports, jobCalls.getJobs]
const plans = [getReportPlans]

type PageOf = { page: number; size: number }

const askEveryMs = 2_000
/** Polls even with the line up, because an event may have been lost with a server that died. */
const makeSureEveryMs = 15_000

/** The user's reports. Those that are being made move with live events. */
export function useReports({ page, size }: PageOf) {
  const client = useQueryClient()
  const live = useLiveOpen()
  useLiveEvents((event) => {
    if (event.kind !== 'job' || event.data.kind !== 'report') return
    const queryKey = [getReports.path]
    const lists = client.getQueriesData<List<Report>>({ queryKey })
    const isKnown = lists.some(([, list]) => list?.data.some(({ job }) => job === event.data.job))
    // A report that came by itself is not in the list yet; an answer on its way may be older than this event.
    if (!isKnown || client.isFetching({ queryKey }) > 0) void readAgain(client, { queryKey })
    client.setQueriesData<List<Report>>({ queryKey }, (list) => list && withNews(list, event.data))
  })
  return useCall(
    getReports,
    { pageNum: page, pageSize: size, condition: {} },
    {
      inline: true,
      staleTime: 0,
      refetchInterval: (list) =>
        list?.data.some(isUnfinished) ? (live ? makeSureEveryMs : askEveryMs) : false,
    },
  )
}

export const useMakeReport = (options: { inline?: boolean } = {}) =>
  useChange(reportCalls.report, { refreshes: reads, ...options })
export const useDeleteReport = () => useChange(reportCalls.delReport, { refreshes: reads, inline: true })

export const usePlans = ({ page, size }: PageOf) =>
  useCall(getReportPlans, { pageNum: page, pageSize: size, condition: {} }, { inline: true })
export const useAddPlan = () => useChange(reportCalls.addReportPlan, { refreshes: plans, inline: true })
export const useEditPlan = () => useChange(reportCalls.editReportPlan, { refreshes: plans, inline: true })
export const useStopPlan = () => useChange(reportCalls.delReportPlan, { refreshes: plans, inline: true })
