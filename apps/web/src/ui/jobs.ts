import { type Job, jobCalls, type JobReceipt, type List } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'

import { call } from '../lib/client.ts'
import { useLiveEvents, useLiveOpen } from '../lib/live.ts'
import { notify } from '../lib/notices.ts'
import { readAgain, useCall } from '../lib/query.ts'

/** The user's latest jobs, updated by live events, or by polling while the line is down. */
const latest = { pageNum: 1, pageSize: 10, condition: {} }
const askEveryMs = 2_000
/** Polls even with the line up, because an event may have been lost with a server that died. */
const makeSureEveryMs = 15_000

export const isUnfinished = (job: Job): boolean => job.state === 'waiting' || job.state === 'running'

/** Imports leave no file to download; exports do. */
export const isImport = (job: Job): boolean => job.kind.endsWith('Import')

/** An event may be older than the list loaded meanwhile, so a finished job does not return to unfinished. */
export function withJob(jobs: readonly Job[], news: Job): Job[] {
  const known = jobs.find(({ job }) => job === news.job)
  if (!known) return [news, ...jobs]
  if (!isUnfinished(known) && isUnfinished(news)) return [...jobs]
  return jobs.map((job) => (job.job === news.job ? news : job))
}

/** Undefined until the jobs are loaded. */
export function useJobs(): Job[] | undefined {
  const client = useQueryClient()
  const live = useLiveOpen()
  useLiveEvents((event) => {
    if (event.kind !== 'job') return
    const queryKey = [jobCalls.getJobs.path, latest]
    // An answer on its way may be older than this event, so the list is loaded again.
    if (client.isFetching({ queryKey }) > 0) void readAgain(client, { queryKey })
    client.setQueryData<List<Job>>(queryKey, (list) =>
      list ? { ...list, data: withJob(list.data, event.data) } : list,
    )
  })
  useEffect(() => {
    // Events from before the line was up were missed.
    if (live) void readAgain(client, { queryKey: [jobCalls.getJobs.path] })
  }, [client, live])
  const { data } = useCall(jobCalls.getJobs, latest, {
    selfRefreshing: true,
    staleTime: 0,
    refetchInterval: (list) =>
      list?.data.some(isUnfinished) ? (live ? makeSureEveryMs : askEveryMs) : false,
  })
  return data?.data
}

/** Says that an export has begun. The server's own notice says it too, and how full the room for files is. */
export function tellStarted({ notice }: z.output<typeof JobReceipt>, text: string): void {
  if (notice === undefined) notify('info', text)
  else notify('warning', notice)
}

/** The link works once and carries no token; following it keeps the page. */
export async function downloadFile(job: string): Promise<void> {
  const { url } = await call(jobCalls.getFileLink, { job })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
