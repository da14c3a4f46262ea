import { type Job, jobCalls, type List } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { call } from '../lib/client.ts'
import { useLiveEvents, useLiveOpen } from '../lib/live.ts'
import { useCall } from '../lib/query.ts'

/** The latest long work of this user, kept up to date by live events, or by asking while the line is down. */
const latest = { pageNum: 1, pageSize: 10, condition: {} }
const askEveryMs = 2_000
/** Even with the line up: an event may have been lost with a server that died. */
const makeSureEveryMs = 15_000

export const isUnfinished = (job: Job): boolean => job.state === 'waiting' || job.state === 'running'

/** Leaves no file behind, as exports do. */
export const isImport = (job: Job): boolean => job.kind.endsWith('Import')

/** An event may be older than what was asked for meanwhile: finished work does not start again. */
export function withJob(jobs: readonly Job[], news: Job): Job[] {
  const known = jobs.find(({ job }) => job === news.job)
  if (!known) return [news, ...jobs]
  if (!isUnfinished(known) && isUnfinished(news)) return [...jobs]
  return jobs.map((job) => (job.job === news.job ? news : job))
}

/** Undefined until they are known. */
export function useJobs(): Job[] | undefined {
  const client = useQueryClient()
  const live = useLiveOpen()
  useLiveEvents((event) => {
    if (event.kind !== 'job') return
    const queryKey = [jobCalls.getJobs.path, latest]
    // An answer that is on its way may be older than this event: it is asked for anew.
    if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
    client.setQueryData<List<Job>>(queryKey, (list) =>
      list ? { ...list, data: withJob(list.data, event.data) } : list,
    )
  })
  useEffect(() => {
    // What happened before the line was up was not heard.
    if (live) void client.invalidateQueries({ queryKey: [jobCalls.getJobs.path] })
  }, [client, live])
  const { data } = useCall(jobCalls.getJobs, latest, {
    staleTime: 0,
    refetchInterval: (list) =>
      list?.data.some(isUnfinished) ? (live ? makeSureEveryMs : askEveryMs) : false,
  })
  return data?.data
}

/** A link that works once and carries no token; following it keeps the page. */
export async function downloadFile(job: string): Promise<void> {
  const { url } = await call(jobCalls.getFileLink, { job })
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
