import { describe, expect, test } from 'vitest'

import { isAwaited, keyedByGroup, onEnter, stepped } from './search-choice.ts'

describe('the arrow keys', () => {
  test('reach every entry although an action was chosen lately and is suggested as well', () => {
    const bind = { key: 'action-bindDevice' }
    const add = { key: 'action-addGoods' }
    const groups = keyedByGroup([
      { group: 'recent', entries: [bind] },
      { group: 'action', entries: [bind, add] },
    ])
    const entries = groups.flatMap((group) => group.entries)
    const walked: (string | undefined)[] = []
    let active = entries[0]
    for (let n = 0; n < 3; n += 1) {
      walked.push(active?.key)
      const key = stepped(entries, active, 1)
      active = entries.find((one) => one.key === key)
    }
    expect(walked).toEqual(['recent-action-bindDevice', 'action-action-bindDevice', 'action-action-addGoods'])
    expect(active).toBe(entries[0])
    expect(stepped(entries, active, -1)).toBe('action-action-addGoods')
  })

  test('do nothing where nothing is found', () => {
    expect(stepped([], undefined, 1)).toBeUndefined()
  })
})

describe('Enter', () => {
  const record = { key: 'device-8001', isFound: true }

  test('opens pages and actions at once, and records that the present text found', () => {
    expect(onEnter({}, true)).toBe('open')
    expect(onEnter(record, false)).toBe('open')
    expect(onEnter(undefined, false)).toBe('nothing')
  })

  test('waits while the records are those of an earlier text', () => {
    expect(onEnter(record, true)).toBe('wait')
  })

  test('opens what it waited for, but nothing else where the chosen record is gone', () => {
    expect(isAwaited(record, undefined)).toBe(true)
    expect(isAwaited(record, record.key)).toBe(true)
    expect(isAwaited(record, 'device-8010')).toBe(false)
    expect(isAwaited({ key: 'page-/device' }, undefined)).toBe(false)
    expect(isAwaited(undefined, undefined)).toBe(false)
  })
})
