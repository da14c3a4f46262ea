import type { Job } from '@slotwise/contract'
import { Button, Progress } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { Instant } from '../../ui/instant.tsx'
import { downloadFile, isImport } from '../../ui/jobs.ts'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import './job-list.css'
import { jobListWords } from './job-list-words.ts'

export function JobList({ jobs }: { jobs: Job[] }) {
  const t = useT(uiWords)
  const list = useT(jobListWords)
  return (
    <>
      <header className="sw-header-panel-head">
        <h2>{t('jobs')}</h2>
      </header>
      {jobs.length === 0 ? (
        <EmptyState title={list('jobsEmpty')} hint={list('jobsEmptyHint')} />
      ) : (
        <ul className="sw-job-list">
          {jobs.map((job) => (
            <li key={job.job}>
              <JobEntry job={job} />
            </li>
          ))}
        </ul>
      )}
    </>
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
  const list = useT(jobListWords)
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
              ? list('jobProgressOpen', { done })
              : list('jobProgress', { done, total: job.total.toLocaleString('en-US') })}
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
