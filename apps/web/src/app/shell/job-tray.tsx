import { InboxOutlined } from '@ant-design/icons'
import type { Job } from '@slotwise/contract'
import { Badge, Button, Popover, Progress } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { Instant } from '../../ui/instant.tsx'
import { downloadFile, isImport, isUnfinished, useJobs } from '../../ui/jobs.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import './job-tray.css'

/** The user's jobs, on every page: their progress, their files, and a notice when one ends. */
export function JobTray() {
  const t = useT(uiWords)
  const known = useJobs()
  const jobs = known ?? []
  const isPhone = useIsPhone()
  const running = jobs.filter(isUnfinished).length
  useEndNotices(known)
  const label = running > 0 ? t('jobsRunning', { count: running }) : t('jobs')
  return (
    <Popover
      trigger="click"
      placement={isPhone ? 'bottom' : 'bottomRight'}
      arrow={false}
      classNames={{ root: 'sw-job-tray' }}
      title={t('jobs')}
      content={<JobList jobs={jobs} />}
    >
      <button
        type="button"
        className="sw-icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
      >
        <Badge count={running} size="small" offset={[4, -2]}>
          <InboxOutlined aria-hidden="true" />
        </Badge>
      </button>
    </Popover>
  )
}

function JobList({ jobs }: { jobs: Job[] }) {
  const t = useT(uiWords)
  if (jobs.length === 0)
    return (
      <div className="sw-job-list is-empty">
        <EmptyState title={t('jobsEmpty')} hint={t('jobsEmptyHint')} />
      </div>
    )
  return (
    <ul className="sw-job-list">
      {jobs.map((job) => (
        <li key={job.job}>
          <JobEntry job={job} />
        </li>
      ))}
    </ul>
  )
}

const tones = { waiting: 'idle', running: 'busy', done: 'good', failed: 'bad' } as const satisfies Record<
  Job['state'],
  StatusTone
>
const stateWords = {
  waiting: 'jobWaiting',
  running: 'jobRunning',
  done: 'jobDone',
  failed: 'jobFailed',
} as const

function JobEntry({ job }: { job: Job }) {
  const t = useT(uiWords)
  const done = job.progress.toLocaleString('en-US')
  const percent = job.total ? Math.min(100, Math.floor((job.progress / job.total) * 100)) : undefined
  return (
    <>
      <div className="sw-job-head">
        <span className="sw-job-name">{job.file_name ?? t(isImport(job) ? 'importTask' : 'exportFile')}</span>
        {job.state === 'done' && job.file_name && (
          <Button type="link" size="small" onClick={() => void downloadFile(job.job).catch(() => undefined)}>
            {t('download')}
          </Button>
        )}
      </div>
      <div className="sw-job-state">
        <StatusTag tone={tones[job.state]}>{t(stateWords[job.state])}</StatusTag>
        {job.state === 'running' && (
          <span>
            {job.total === null
              ? t('jobProgressOpen', { done })
              : t('jobProgress', { done, total: job.total.toLocaleString('en-US') })}
          </span>
        )}
        {job.state === 'failed' && <span>{job.error}</span>}
        {job.state === 'done' && <Instant at={job.created_at} />}
      </div>
      {job.state === 'running' && (
        <Progress
          percent={percent ?? 100}
          status="active"
          size="small"
          showInfo={false}
          aria-label={t('jobRunning')}
        />
      )}
    </>
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
