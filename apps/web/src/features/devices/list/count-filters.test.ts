import { describe, expect, it } from 'vitest'

import { countLink, isShown } from './count-filters.ts'

describe('a figure above the devices', () => {
  it('leads to all that it counts, in the order of before', () => {
    expect(countLink('all', { store: '7' })).toBe('/device')
    expect(countLink('offline', { store: '7' })).toBe('/device?online=false')
    expect(countLink('low', { order: 'title', q: 'x' })).toBe('/device?order=title&low=true')
  })

  it('is marked while the list shows just that', () => {
    expect(isShown('all', {})).toBe(true)
    expect(isShown('all', { order: 'stock' })).toBe(true)
    expect(isShown('online', { online: true, order: 'stock' })).toBe(true)
    expect(isShown('offline', { online: true })).toBe(false)
    expect(isShown('fault', { fault: true, q: 'mall' })).toBe(false)
    expect(isShown('all', { fault: true })).toBe(false)
  })
})
