import { describe, expect, it } from 'vitest'

import { durationText } from './duration.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('how long something has lasted', () => {
  it.each([
    [0, 'under 1 min'],
    [59_999, 'under 1 min'],
    [minute, '1 min'],
    [hour - 1, '59 min'],
    [hour, '1 h'],
    [3 * hour + 5 * minute, '3 h 5 min'],
    [day, '1 d'],
    [2 * day + 4 * hour + 30 * minute, '2 d 4 h'],
  ])('of %i ms is %s', (ms, text) => {
    expect(durationText('en-US', ms)).toBe(text)
  })

  it('is worded in the language of the reader', () => {
    expect(durationText('zh-CN', 3 * hour + 5 * minute)).toBe('3 小时 5 分钟')
    expect(durationText('zh-TW', day)).toBe('1 天')
  })

  it('is nothing, not less, where the clock of the server is ahead', () => {
    expect(durationText('en-US', -5 * minute)).toBe('under 1 min')
  })
})
