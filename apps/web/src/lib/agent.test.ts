import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { loginPath, rememberAgent, rememberedAgent } from './agent.ts'
import { fakeStorage } from './fake-storage.ts'

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()))
afterEach(() => vi.unstubAllGlobals())

describe('the agent code', () => {
  it('is remembered from the address and travels with the way to the login page', () => {
    expect(loginPath()).toBe('/login')
    rememberAgent('?agent=shop-7')
    rememberAgent('?en=true')
    expect(rememberedAgent()).toBe('shop-7')
    expect(loginPath()).toBe('/login?agent=shop-7')
  })

  it('is replaced by a newer one, not by nonsense', () => {
    rememberAgent('?agent=first')
    rememberAgent('?agent=second')
    rememberAgent('?agent=<script>')
    rememberAgent(`?agent=${'x'.repeat(33)}`)
    expect(rememberedAgent()).toBe('second')
  })
})
