import type { Job } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { withJob } from './jobs.ts'

const job = (id: string, state: Job['state'], progress = 0): Job => ({
  job: id,
  kind: 'export',
  state,
  progress,
  total: null,
  file_name: null,
  error: null,
  created_at: '2026-01-01T00:00:00.000Z',
  finished_at: null,
})

describe('the list of long work', () => {
  test('shows new work first', () => {
    expect(withJob([job('1', 'done')], job('2', 'waiting')).map(({ job }) => job)).toEqual(['2', '1'])
  })

  test('follows the progress of known work', () => {
    expect(withJob([job('1', 'waiting')], job('1', 'running', 40))).toEqual([job('1', 'running', 40)])
  })

  test('is not set back by an event that arrives late', () => {
    expect(withJob([job('1', 'done', 90)], job('1', 'running', 40))).toEqual([job('1', 'done', 90)])
  })
})
