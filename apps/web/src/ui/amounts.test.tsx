import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { exampleSession } from '../lib/example-session.ts'
import { fakeStorage } from '../lib/fake-storage.ts'
import { setLocale } from '../lib/i18n.tsx'
import { clearSession, saveSession } from '../lib/session.ts'
import { Can } from './can.tsx'
import { Money } from './money.tsx'
import { Rate } from './rate.tsx'

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
})
afterEach(() => {
  clearSession()
  setLocale('zh-CN')
})

const text = (element: React.ReactNode): string => renderToStaticMarkup(element).replace(/<[^>]*>/g, '')

describe('an amount', () => {
  test.each([
    ['CNY', 'zh-CN', '¥1,234.50'],
    ['CNY', 'zh-TW', '¥1,234.50'],
    ['CNY', 'en-US', '1,234.50'],
    ['MYR', 'zh-CN', 'RM1,234.50'],
    ['MYR', 'en-US', '1,234.50'],
  ] as const)('in %s is shown in %s as %s', (currency, locale, shown) => {
    saveSession(exampleSession({ currency }))
    setLocale(locale)
    expect(text(<Money cents={123_450} />)).toBe(shown)
  })
})

test('a rate has two decimals', () => {
  expect(text(<Rate percent={20} />)).toBe('20.00%')
  expect(text(<Rate percent={33.3} />)).toBe('33.30%')
})

test('content that needs a permission is shown only to users who have it', () => {
  const havePerms = { isMain: false, Home: false, Store: { AreaStore: true } }
  saveSession(exampleSession({ isMain: false, havePerms }))
  expect(text(<Can access="store.manage">shown</Can>)).toBe('shown')
  expect(text(<Can access="order.refund">shown</Can>)).toBe('')
  expect(
    text(
      <Can access="main" otherwise="ask">
        shown
      </Can>,
    ),
  ).toBe('ask')
})
