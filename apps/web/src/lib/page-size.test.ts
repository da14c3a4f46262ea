import { beforeEach, expect, test, vi } from 'vitest'

import { fakeStorage } from './fake-storage.ts'
import { listName, rememberedSize, rememberSize } from './page-size.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
})

test('each list of each account has its own size', () => {
  rememberSize('7', '/device', 50)
  rememberSize('7', '/goods', 16)
  rememberSize('8', '/device', 100)
  expect(rememberedSize('7', '/device')).toBe(50)
  expect(rememberedSize('7', '/goods')).toBe(16)
  expect(rememberedSize('8', '/device')).toBe(100)
  expect(rememberedSize('8', '/goods')).toBeUndefined()
})

test('a stored value that is no size is ignored', () => {
  for (const value of ['{', '[]', '7', '{"/device":0}', '{"/device":"50"}', '{"/device":100000}']) {
    localStorage.setItem('slotwise.sizes.7', value)
    expect(rememberedSize('7', '/device')).toBeUndefined()
  }
})

test('the lists of all machines are one list, those of two tabs are two', () => {
  expect(listName('/device/8001', 'history')).toBe(listName('/Device/8002', 'history'))
  expect(listName('/region', 'stores')).not.toBe(listName('/region', null))
  expect(listName('/goods/12/slots', null)).toBe('/goods/:id/slots')
})
