import type { Locale } from './locale.ts'
import type { Currency } from './money.ts'

/**
 * The countries of merchants. The country fixes currency, time zone, the language that machines show to customers and
 * the form of phone numbers. Neither zone has daylight saving, so a fixed offset is exact.
 */
export const countries = ['MY', 'CN'] as const
export type Country = (typeof countries)[number]

export const countryFacts: Record<
  Country,
  { currency: Currency; timeZone: string; utcOffsetMinutes: number; language: Locale; dial: string }
> = {
  MY: {
    currency: 'MYR',
    timeZone: 'Asia/Kuala_Lumpur',
    utcOffsetMinutes: 480,
    language: 'en-US',
    dial: '60',
  },
  CN: {
    currency: 'CNY',
    timeZone: 'Asia/Shanghai',
    utcOffsetMinutes: 480,
    language: 'zh-CN',
    dial: '86',
  },
}

const mainlandMobile = /^1[3-9]\d{9}$/

export const isMainlandMobile = (text: string): boolean => mainlandMobile.test(text)

/**
 * A phone as an account name: 11 digits for the mainland, `+60…` for Malaysia.
 * Undefined when it cannot be a number of that country.
 */
export function accountPhone(country: Country, text: string): string | undefined {
  const compact = text.replace(/[\s()-]/g, '')
  if (country === 'CN') {
    const local = compact.replace(/^(\+|00)?86(?=1\d{10}$)/, '')
    return isMainlandMobile(local) ? local : undefined
  }
  const digits = compact.replace(/^\+/, '')
  if (!/^\d{6,15}$/.test(digits)) return undefined
  const national = digits.replace(/^(0060|60)(?=\d{6})/, '').replace(/^0+/, '')
  return /^\d{5,13}$/.test(national) ? `+60${national}` : undefined
}

/** The phone number in E.164, the form that SMS providers need. */
export const toE164 = (phone: string): string => (phone.startsWith('+') ? phone : `+86${phone}`)
