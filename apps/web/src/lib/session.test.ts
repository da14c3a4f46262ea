import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { exampleSession } from './example-session.ts'
import { fakeStorage } from './fake-storage.ts'
import {
  clearSession,
  getOperationSign,
  getSession,
  hasLoggedOut,
  logOutSession,
  saveOperationSign,
  saveSession,
  sessionHasEnded,
  updateMe,
} from './session.ts'

const soon = () => new Date(Date.now() + 60_000).toISOString()
const past = () => new Date(Date.now() - 1000).toISOString()

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => vi.unstubAllGlobals())

describe('the stored session', () => {
  it('is what was saved, as the same object each time it is asked for', () => {
    const session = exampleSession()
    saveSession(session)
    expect(getSession()).toEqual(session)
    expect(getSession()).toBe(getSession())
  })

  it('is gone once its end has passed, together with the operation authorization', () => {
    saveSession(exampleSession({ exp: past() }))
    saveOperationSign('sign', soon())
    expect(sessionHasEnded()).toBe(true)
    expect(getSession()).toBeUndefined()
    expect(localStorage.getItem('slotwise.session')).toBeNull()
    expect(getOperationSign()).toBeUndefined()
  })

  it('distinguishes a logout from a session that ended, until the next login', () => {
    saveSession(exampleSession())
    clearSession()
    expect(hasLoggedOut()).toBe(false)
    saveSession(exampleSession())
    logOutSession()
    expect(getSession()).toBeUndefined()
    expect(hasLoggedOut()).toBe(true)
    saveSession(exampleSession())
    expect(hasLoggedOut()).toBe(false)
  })

  it('ends while the page is open', () => {
    vi.useFakeTimers({ now: Date.now() })
    saveSession(exampleSession())
    vi.setSystemTime(Date.now() + 3_600_001)
    expect(getSession()).toBeUndefined()
    vi.useRealTimers()
  })

  it('is cleared when it cannot be read', () => {
    for (const broken of ['{"token":"only"}', 'not json', 'null']) {
      localStorage.setItem('slotwise.session', broken)
      expect(getSession()).toBeUndefined()
      expect(localStorage.getItem('slotwise.session')).toBeNull()
    }
  })

  it('has not ended for a visitor who never had one', () => {
    expect(sessionHasEnded()).toBe(false)
    expect(getSession()).toBeUndefined()
  })

  it('takes over what the server says about the user and keeps token and secret', () => {
    saveSession(exampleSession())
    const {
      token: _token,
      secret: _secret,
      ...me
    } = exampleSession({ mchName: 'New name', hasOperPwd: false })
    updateMe(me)
    expect(getSession()).toMatchObject({ mchName: 'New name', hasOperPwd: false, token: 'token-1' })
  })

  it('is not brought back by news about the user after it was cleared', () => {
    saveSession(exampleSession())
    clearSession()
    updateMe(exampleSession())
    expect(getSession()).toBeUndefined()
  })
})

describe('the operation authorization', () => {
  it('is kept until its end', () => {
    saveOperationSign('sign', soon())
    expect(getOperationSign()).toBe('sign')
    saveOperationSign('sign', past())
    expect(getOperationSign()).toBeUndefined()
  })

  it('does not outlive logout or another login', () => {
    saveOperationSign('sign', soon())
    clearSession()
    expect(getOperationSign()).toBeUndefined()
    saveOperationSign('sign', soon())
    saveSession(exampleSession({ username: 'other' }))
    expect(getOperationSign()).toBeUndefined()
  })
})

describe('where the browser forbids storage', () => {
  it('lives as long as the page', () => {
    const forbidden = () => {
      throw new Error('denied')
    }
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden })
    saveSession(exampleSession())
    expect(getSession()?.token).toBe('token-1')
    clearSession()
    expect(getSession()).toBeUndefined()
  })
})
