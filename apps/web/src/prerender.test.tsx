import { locales } from '@slotwise/contract'
import { describe, expect, it } from 'vitest'

import { publicWords } from './features/account/public-words.ts'
import { renderLogin } from './prerender.tsx'

describe('the login page as HTML', () => {
  it.each(locales)('is in %s, with an empty form that is never sent by address', (locale) => {
    const words = publicWords[locale]
    const { title, html } = renderLogin(locale, false)
    expect(title).toBe(`${words.loginTitle} · Slotwise`)
    for (const text of [words.loginTitle, words.username, words.password, words.forgotPassword])
      expect(html).toContain(text)
    expect(html).toMatch(/<form [^>]*method="post"/)
    const values = [...html.matchAll(/<input [^>]*?value="([^"]*)"/g)].map(([, value]) => value)
    expect(values).toEqual(['', ''])
  })

  it('leaves the title and the year to the page', () => {
    const { html } = renderLogin('en-US', false)
    expect(html).not.toContain('<title>')
    expect(html).toContain('© __YEAR__ Slotwise')
  })

  it('has the accounts of the demo where there is one', () => {
    expect(renderLogin('en-US', true).html).toContain('13800138000')
    expect(renderLogin('en-US', false).html).not.toContain('13800138000')
  })

  it('is small: the picture beside the form is drawn by the script', () => {
    expect(renderLogin('zh-CN', true).html.length).toBeLessThan(8_000)
  })
})
