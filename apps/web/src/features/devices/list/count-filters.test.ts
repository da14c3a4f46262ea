import { describe, expect, it } from 'vitest'

import { countLink, isShown, withoutStates } from './count-filters.ts'

describe('a figure above the devices', () => {
  it('leads to what it counts within the filter, in the order of before', () => {
    expect(countLink('all', { store: '7', low: true })).toBe('/device?store=7')
    expect(countLink('offline', { store: '7', fault: true })).toBe('/device?store=7&online=false')
    expect(countLink('low', { order: 'title', q: 'x' })).toBe('/device?order=title&q=x&low=true')
    expect(countLink('all', { online: false })).toBe('/device')
    expect(countLink('fault', { sns: ['1', '2'] })).toBe('/device?sns=1&sns=2&fault=true')
  })

  it('counts within the filter without its states', () => {
    expect(withoutStates({ q: 'x', online: false, low: true, fault: true, off: true })).toEqual({
      q: 'x',
      off: true,
    })
  })

  it('is marked while the list shows just that', () => {
    expect(isShown('all', {})).toBe(true)
    expect(isShown('all', { order: 'stock', store: '7' })).toBe(true)
    expect(isShown('online', { online: true, order: 'stock' })).toBe(true)
    expect(isShown('offline', { online: true })).toBe(false)
    expect(isShown('fault', { fault: true, q: 'mall' })).toBe(true)
    expect(isShown('fault', { fault: true, low: true })).toBe(false)
    expect(isShown('all', { fault: true })).toBe(false)
  })
})
