import { beforeEach, describe, expect, it } from 'vitest'

import { currentNotices, dismissNotice, notify } from './notices.ts'

const texts = (): string[] => currentNotices().map(({ text }) => text)

beforeEach(() => {
  for (const { id } of currentNotices()) dismissNotice(id)
})

describe('notices', () => {
  it('stand in the order they came and go when dismissed', () => {
    notify('success', 'saved')
    notify('error', 'failed', { requestId: 'r-1' })
    expect(currentNotices()).toMatchObject([{ text: 'saved' }, { text: 'failed', requestId: 'r-1' }])
    dismissNotice(currentNotices().at(0)?.id ?? 0)
    expect(texts()).toEqual(['failed'])
  })

  it('do not repeat a text that is still there', () => {
    for (let i = 0; i < 3; i += 1) notify('error', 'request timeout, please refresh')
    expect(texts()).toEqual(['request timeout, please refresh'])
  })

  it('are two when they speak of two things', () => {
    notify('success', 'ready', { second: 'a.xlsx' })
    notify('success', 'ready', { second: 'b.xlsx' })
    expect(texts()).toEqual(['ready', 'ready'])
  })

  it('are few at once, the oldest giving way', () => {
    for (const text of ['a', 'b', 'c', 'd', 'e']) notify('info', text)
    expect(texts()).toEqual(['b', 'c', 'd', 'e'])
  })

  it('without words are not shown', () => {
    notify('error', '')
    expect(texts()).toEqual([])
  })
})
