import type { Job, List, Report } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { withNews } from './report-news.ts'

const job: Job = {
  job: '7',
  kind: 'report',
  state: 'running',
  progress: 10,
  total: 100,
  file_name: null,
  error: null,
  created_at: '2026-11-17T04:00:00.000Z',
  finished_at: null,
}
const report: Report = {
  ...job,
  data_scale: 'store',
  data_precision: 'day',
  locale: 'en-US',
  format: 'xlsx',
  condition: { from: '2026-11-01', to: '2026-11-17' },
  area_name: null,
  store_name: null,
  dev_title: null,
  plan_name: null,
  expires_at: '2026-11-24T04:00:00.000Z',
}
const listOf = (...data: Report[]): List<Report> => ({ data, count: data.length })

test('news of a report moves that report, and keeps what was ordered', () => {
  const other = { ...report, job: '8' }
  expect(withNews(listOf(other, report), { ...job, progress: 50 })).toEqual(
    listOf(other, { ...report, progress: 50 }),
  )
})

test('late news does not reopen a report that is done', () => {
  const done = listOf({ ...report, state: 'done', progress: 100 })
  expect(withNews(done, { ...job, progress: 90 })).toEqual(done)
})
