import { beforeEach, expect, test, vi } from 'vitest'

import { fakeStorage } from '../../lib/fake-storage.ts'
import { clearSession, recentKey } from '../../lib/session.ts'
import { type Recent, readRecent, rememberRecent } from './search-recent.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
})

const device = (id: string): Recent => ({ kind: 'device', id, name: `Machine ${id}`, notes: [] })

test('the last six choices are kept, the newest first and each once', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '5']) rememberRecent(device(id))
  rememberRecent({ kind: 'page', id: '/goods' })
  expect(readRecent().map(({ id }) => id)).toEqual(['/goods', '5', '7', '6', '4', '3'])
})

test('what cannot be read is left out', () => {
  localStorage.setItem(recentKey, '{')
  expect(readRecent()).toEqual([])
  localStorage.setItem(recentKey, JSON.stringify([{ kind: 'device', id: 7 }, device('1'), null]))
  expect(readRecent()).toEqual([device('1')])
})

test('the end of the session clears them, because they name records', () => {
  rememberRecent(device('1'))
  clearSession()
  expect(readRecent()).toEqual([])
})
