import { describe, expect, test } from 'vitest'

import { likelyCountry } from './likely-country.ts'

const elsewhere = { locale: 'en-US', timeZone: 'Europe/Berlin' } as const

describe('the country that a visitor is likely to be from', () => {
  test.each([
    ['13800138000', 'CN'],
    ['138 0013 8000', 'CN'],
    ['+86 138 0013 8000', 'CN'],
    ['012-345 6789', 'MY'],
    ['011 2345 6789', 'MY'],
    ['+60 12 345 6789', 'MY'],
    ['12 345 6789', undefined],
    ['1', undefined],
  ])('by the number %s is %s', (phone, country) => {
    expect(likelyCountry({ ...elsewhere, phone })).toBe(country)
  })

  test('before a number is typed, is that of the time zone, else that of the language', () => {
    const before = (locale: 'zh-CN' | 'zh-TW' | 'en-US', timeZone: string) =>
      likelyCountry({ phone: '', locale, timeZone })
    expect(before('en-US', 'Asia/Shanghai')).toBe('CN')
    expect(before('zh-CN', 'Asia/Kuala_Lumpur')).toBe('MY')
    expect(before('zh-CN', 'Europe/Berlin')).toBe('CN')
    expect(before('zh-TW', 'Asia/Taipei')).toBeUndefined()
    expect(before('en-US', 'Europe/Berlin')).toBeUndefined()
  })

  test('by a number counts more than by the time zone', () => {
    expect(likelyCountry({ phone: '0123456789', locale: 'zh-CN', timeZone: 'Asia/Shanghai' })).toBe('MY')
  })
})
