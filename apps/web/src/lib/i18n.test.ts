import { describe, expect, it } from 'vitest'

import { chooseLocale, type LocaleSources } from './i18n.tsx'

const nothing: LocaleSources = { search: '', forceEnglish: false, cookie: '', languages: [] }

describe('the language a visit starts in', () => {
  it('is simplified Chinese when nothing says otherwise', () => {
    expect(chooseLocale(nothing)).toBe('zh-CN')
    expect(chooseLocale({ ...nothing, languages: ['fr-FR', 'de'] })).toBe('zh-CN')
  })

  it('follows the browser, taking Hong Kong and Macao for traditional Chinese', () => {
    expect(chooseLocale({ ...nothing, languages: ['ms-MY', 'en-GB', 'zh-CN'] })).toBe('en-US')
    expect(chooseLocale({ ...nothing, languages: ['zh-HK', 'en'] })).toBe('zh-TW')
  })

  it('prefers the cookie to the browser', () => {
    const cookie = 'other=1; language=zh-TW'
    expect(chooseLocale({ ...nothing, cookie, languages: ['en-US'] })).toBe('zh-TW')
  })

  it('ignores a cookie that names none of our languages', () => {
    expect(chooseLocale({ ...nothing, cookie: 'language=klingon', languages: ['en-US'] })).toBe('en-US')
  })

  it('is English on a host that forces it, whatever the cookie says', () => {
    expect(chooseLocale({ ...nothing, forceEnglish: true, cookie: 'language=zh-CN' })).toBe('en-US')
  })

  it('is English when the address says en=true, and only then', () => {
    expect(chooseLocale({ ...nothing, search: '?agent=a&en=true', cookie: 'language=zh-CN' })).toBe('en-US')
    expect(chooseLocale({ ...nothing, search: '?en=false', cookie: 'language=zh-TW' })).toBe('zh-TW')
  })
})
