import {
  type Job,
  payClientWords,
  type Report,
  reportDays,
  reportFieldWords,
  reportLocaleWords,
  type ReportPlan,
  planRhythmWords,
  reportTitle,
} from '@slotwise/contract'
import { Progress } from 'antd'
import type { ReactNode } from 'react'

import '../../ui/two-lines.css'
import { useLocale, useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { reportWords } from './report-words.ts'
import './reports.css'

type Asked = Pick<ReportPlan, 'area_name' | 'store_name' | 'dev_title' | 'locale' | 'format'> & {
  sn?: string | undefined
  client?: ReportPlan['client']
}

const formatNames = { xlsx: 'Excel', csv: 'CSV' } as const

/** What limits a report, and how its file is written. */
function useAsked() {
  const t = useT(reportWords)
  const client = useT(payClientWords)
  const language = useT(reportLocaleWords)
  return {
    conditions: (asked: Asked): string => {
      const device = asked.sn === undefined ? undefined : asked.dev_title || asked.sn
      const parts = [asked.area_name, asked.store_name, device, asked.client && client(asked.client)]
      return parts.filter(Boolean).join(' · ') || t('everything')
    },
    file: ({ locale, format }: Asked): string => `${formatNames[format]} · ${language(locale)}`,
  }
}

export function useReportColumns(): Column<Report>[] {
  const t = useT(reportWords)
  const locale = useLocale()
  const asked = useAsked()
  return [
    {
      key: 'report',
      title: t('report'),
      cell: (report) => (
        <span className="sw-two-lines">
          {reportTitle(locale, report)}
          <small className="sw-report-days">{reportDays(locale, report.condition)}</small>
        </span>
      ),
    },
    {
      key: 'conditions',
      title: t('conditions'),
      text: true,
      width: 140,
      cell: (report) => asked.conditions({ ...report, ...report.condition }),
    },
    { key: 'file', title: t('file'), extra: 'narrow', cell: (report) => asked.file(report) },
    { key: 'state', title: t('state'), cell: (report) => <ReportState report={report} /> },
    {
      key: 'created_at',
      title: t('made'),
      cell: (report) => (
        <span className="sw-two-lines">
          <Instant at={report.created_at} />
          {report.plan_name !== null && <small>{t('byPlan', { name: report.plan_name })}</small>}
        </span>
      ),
    },
    {
      key: 'expires_at',
      title: t('keptUntil'),
      extra: 'middle',
      cell: (report) => <Instant at={report.expires_at} />,
    },
  ]
}

const states = {
  waiting: { tone: 'idle', word: 'jobWaiting' },
  running: { tone: 'busy', word: 'jobRunning' },
  done: { tone: 'good', word: 'jobDone' },
  failed: { tone: 'bad', word: 'jobFailed' },
} as const satisfies Record<Job['state'], { tone: StatusTone; word: string }>

function ReportState({ report }: { report: Report }): ReactNode {
  const ui = useT(uiWords)
  const { tone, word } = states[report.state]
  const percent = report.total ? Math.min(100, Math.floor((report.progress / report.total) * 100)) : 0
  return (
    <span className="sw-report-state">
      <StatusTag tone={tone}>{ui(word)}</StatusTag>
      {report.state === 'running' && (
        <Progress percent={percent} status="active" size="small" aria-label={ui(word)} />
      )}
      {report.error !== null && <small>{report.error}</small>}
    </span>
  )
}

export function usePlanColumns(onEdit: (plan: ReportPlan) => void): Column<ReportPlan>[] {
  const t = useT(reportWords)
  const field = useT(reportFieldWords)
  const rhythm = useT(planRhythmWords)
  const locale = useLocale()
  const asked = useAsked()
  return [
    {
      key: 'name',
      title: field('name'),
      cell: (plan) => (
        <button type="button" className="sw-text-button" onClick={() => onEdit(plan)}>
          {plan.name}
        </button>
      ),
    },
    { key: 'rhythm', title: field('rhythm'), cell: (plan) => rhythm(plan.rhythm) },
    { key: 'report', title: t('report'), cell: (plan) => reportTitle(locale, plan) },
    { key: 'conditions', title: t('conditions'), text: true, width: 200, cell: asked.conditions },
    { key: 'file', title: t('file'), extra: 'narrow', cell: asked.file },
    { key: 'next_at', title: t('next'), cell: (plan) => <Instant at={plan.next_at} /> },
  ]
}
