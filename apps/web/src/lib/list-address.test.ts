import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { fakeStorage } from './fake-storage.ts'
import { listAddress, rememberList } from './list-address.ts'
import { forgetTab, keepInTab } from './tab-storage.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', fakeStorage())
})
afterEach(() => {
  forgetTab()
  vi.unstubAllGlobals()
})

test('a list is found again with its filters and its page, but without its drawer', () => {
  rememberList('/device', '?store=7&state=online&state=fault&page=3&open=bind')
  expect(listAddress('/device')).toBe('/device?store=7&state=online&state=fault&page=3')
  expect(listAddress('/goods')).toBe('/goods')
})

test('a list that was last seen without filters is found without them', () => {
  rememberList('/device', '?page=3')
  rememberList('/device', '?open=former')
  expect(listAddress('/device')).toBe('/device')
})

test('a remembered value that is no text is ignored', () => {
  keepInTab('list /device', { page: 3 })
  expect(listAddress('/device')).toBe('/device')
})
