import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { collectStale, everyMs } from './live-refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const collected = () => {
  const refreshed: string[][] = []
  return { refreshed, ...collectStale<string>((stale) => refreshed.push([...stale])) }
}

test('the first sale is shown at once', () => {
  const { note, refreshed } = collected()
  note('overview')
  vi.advanceTimersByTime(1)
  expect(refreshed).toEqual([['overview']])
})

test('a thousand sales in ten seconds refresh the figures four times, and the last one is not lost', () => {
  const { note, refreshed } = collected()
  for (let sale = 0; sale < 1_000; sale += 1) {
    note('overview')
    vi.advanceTimersByTime(10)
  }
  note('the last')
  vi.advanceTimersByTime(everyMs)
  expect(refreshed).toHaveLength(5)
  expect(refreshed.at(-1)).toContain('the last')
  vi.advanceTimersByTime(10 * everyMs)
  expect(refreshed).toHaveLength(5)
})

test('what became stale in between is refreshed together', () => {
  const { note, refreshed } = collected()
  note('overview')
  vi.advanceTimersByTime(1)
  note('overview', 'ranking')
  note('attention')
  vi.advanceTimersByTime(everyMs)
  expect(refreshed).toEqual([['overview'], ['overview', 'ranking', 'attention']])
})

test('nothing is refreshed after the page is left', () => {
  const { note, stop, refreshed } = collected()
  note('overview')
  stop()
  vi.advanceTimersByTime(everyMs)
  expect(refreshed).toEqual([])
})
