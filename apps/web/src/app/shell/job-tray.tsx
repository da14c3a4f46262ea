import { InboxOutlined } from '@ant-design/icons'
import type { Job } from '@slotwise/contract'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { CountBadge } from '../../ui/count-badge.tsx'
import { downloadFile, isImport, isUnfinished, useJobs } from '../../ui/jobs.ts'
import { lazyConsolePage } from '../../ui/lazy-console-page.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { HeaderPanel } from '../../ui/header-panel.tsx'

/** Loaded when the tray is opened, because the tray is on every page. */
const JobList = lazyConsolePage(async () => (await import('./job-list.tsx')).JobList)

/** The user's jobs, on every page: their progress, their files, and a notice when one ends. */
export function JobTray() {
  const t = useT(uiWords)
  const known = useJobs()
  const jobs = known ?? []
  const running = jobs.filter(isUnfinished).length
  useEndNotices(known)
  const label = running > 0 ? t('jobsRunning', { count: running }) : t('jobs')
  return (
    <HeaderPanel
      label={label}
      panelLabel={t('jobs')}
      face={
        <CountBadge count={running}>
          <InboxOutlined aria-hidden="true" />
        </CountBadge>
      }
      prefetch={JobList.prefetch}
    >
      {() => <JobList jobs={jobs} />}
    </HeaderPanel>
  )
}

/**
 * Shows a notice for each job that ends, even when it was never seen unfinished. Jobs that had ended when the page was
 * opened get none.
 */
function useEndNotices(jobs: Job[] | undefined): void {
  const t = useT(uiWords)
  const ended = useRef<Set<string>>(undefined)
  const tell = useEffectEvent((job: Job) => {
    if (job.state === 'failed')
      return notify('error', t(isImport(job) ? 'importFailed' : 'exportFailed'), {
        second: job.error ?? '',
        stays: true,
      })
    if (isImport(job))
      return notify('success', t('importDone', { count: job.progress.toLocaleString('en-US') }), {
        stays: true,
      })
    const run = (): void => void downloadFile(job.job).catch(() => undefined)
    notify('success', t('exportReady'), {
      second: job.file_name ?? '',
      action: { label: t('download'), run },
      stays: true,
    })
  })
  useEffect(() => {
    if (!jobs) return
    const isFirstLook = ended.current === undefined
    ended.current ??= new Set()
    for (const job of jobs) {
      if (isUnfinished(job) || ended.current.has(job.job)) continue
      ended.current.add(job.job)
      if (!isFirstLook) tell(job)
    }
  }, [jobs])
}
