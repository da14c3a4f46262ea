import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { exampleSession } from './example-session.ts'
import { fakeStorage } from './fake-storage.ts'
import { logOutSession, saveSession } from './session.ts'
import { forgetTab, keepInTab, readInTab } from './tab-storage.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
})
afterEach(() => {
  forgetTab()
  vi.unstubAllGlobals()
})

test('a tab keeps values by name until they are removed', () => {
  keepInTab('a', { rcode: 400 })
  keepInTab('b', [1])
  expect(readInTab('a')).toEqual({ rcode: 400 })
  keepInTab('a', undefined)
  expect(readInTab('a')).toBeUndefined()
  expect(readInTab('b')).toEqual([1])
  forgetTab()
  expect(readInTab('b')).toBeUndefined()
})

test('the values of a tab are removed with the session', () => {
  saveSession(exampleSession())
  keepInTab('a', 1)
  logOutSession()
  expect(readInTab('a')).toBeUndefined()
})

test('unreadable content of the storage is ignored', () => {
  sessionStorage.setItem('slotwise.tab', '{')
  expect(readInTab('a')).toBeUndefined()
  keepInTab('a', 1)
  expect(readInTab('a')).toBe(1)
})

test('where the browser forbids it, the page remembers', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepInTab('a', 1)
  expect(readInTab('a')).toBe(1)
  forgetTab()
  expect(readInTab('a')).toBeUndefined()
})
