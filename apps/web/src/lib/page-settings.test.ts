import { describe, expect, it } from 'vitest'

import { readPageSettings } from './page-settings.ts'

const page = (slotwise: string, nonce = 'n-1') =>
  readPageSettings((name) => ({ slotwise, 'csp-nonce': nonce })[name])

describe('what the server tells the page', () => {
  it('is read from its two meta tags', () => {
    expect(
      page('{"forceEnglish":true,"demo":true,"inbox":false,"terms":{"terms":"/t","privacy":"/p"}}'),
    ).toEqual({
      forceEnglish: true,
      demo: true,
      inbox: false,
      terms: { terms: '/t', privacy: '/p' },
      nonce: 'n-1',
    })
  })

  it('is all off where no server filled the page in', () => {
    const off = { forceEnglish: false, demo: false, inbox: false, terms: undefined, nonce: '' }
    expect(page('__SLOTWISE__', '')).toEqual(off)
    expect(readPageSettings(() => undefined)).toEqual(off)
  })
})
