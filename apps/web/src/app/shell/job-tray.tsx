import { InboxOutlined } from '@ant-design/icons'
import type { Job } from '@slotwise/contract'
import { Badge, Button, notification, Popover, Progress } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { Instant } from '../../ui/instant.tsx'
import { downloadFile, isUnfinished, useJobs } from '../../ui/jobs.ts'
import { uiWords } from '../../ui/messages/messages.ts'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { useIsPhone } from '../../ui/use-media.ts'

/** Long work of this user, on every page: its progress, its file, and a notice when it ends. */
export function JobTray() {
  const t = useT(uiWords)
  const known = useJobs()
  const jobs = known ?? []
  const isPhone = useIsPhone()
  const running = jobs.filter(isUnfinished).length
  const notices = useEndNotices(known, isPhone)
  const label = running > 0 ? t('jobsRunning', { count: running }) : t('jobs')
  return (
    <>
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
      {notices}
    </>
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
        <span className="sw-job-name">{job.file_name ?? t('exportFile')}</span>
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

/** Tells the end of each, even of what ended before it was seen; what had ended when this page was opened is old news. */
function useEndNotices(jobs: Job[] | undefined, isPhone: boolean) {
  const t = useT(uiWords)
  // On a phone short notices stand at the bottom, too: this one stays longer and leaves them their place.
  const bottom = isPhone ? 80 : 24
  const [notice, holder] = notification.useNotification({ placement: 'bottomRight', bottom })
  const ended = useRef<Set<string>>(undefined)
  const tell = useEffectEvent((job: Job) => {
    if (job.state === 'failed')
      return notice.error({
        key: job.job,
        title: t('exportFailed'),
        description: job.error ?? '',
        role: 'alert',
      })
    const download = (): void => {
      notice.destroy(job.job)
      void downloadFile(job.job).catch(() => undefined)
    }
    notice.success({
      key: job.job,
      title: t('exportReady'),
      description: job.file_name ?? '',
      duration: 20,
      role: 'status',
      actions: (
        <Button type="primary" size="small" onClick={download}>
          {t('download')}
        </Button>
      ),
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
  return holder
}
