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

const withoutMarks = (text: string): string => text.replace(/[\s()-]/g, '')

/** Whether a phone begins with the code of a country: `+65…`, or `0065…` as it is dialled. */
export const namesCountry = (text: string): boolean => /^(\+|00[1-9])/.test(withoutMarks(text))

/**
 * A phone as an account name: 11 digits for the mainland, with the code of its country for any other. Malaysia takes
 * phones of other countries as well; a number that names no country is one of the country asked for. Undefined when it
 * cannot be a number of that country. A phone has one name, whatever the country that was asked for.
 */
export function accountPhone(country: Country, text: string): string | undefined {
  const compact = withoutMarks(text)
  const mainland = compact.replace(/^(\+|00)?86(?=1\d{10}$)/, '')
  if (country === 'CN') return isMainlandMobile(mainland) ? mainland : undefined
  if (!namesCountry(compact))
    return /^\d{6,15}$/.test(compact) ? malaysianPhone(compact.replace(/^60(?=\d{6})/, '')) : undefined
  const [, whole = ''] = /^(?:\+|00)([1-9]\d{6,14})$/.exec(compact) ?? []
  if (whole.startsWith('60')) return malaysianPhone(whole.slice(2))
  if (isMainlandMobile(mainland)) return mainland
  return whole === '' ? undefined : `+${whole}`
}

function malaysianPhone(national: string): string | undefined {
  const digits = national.replace(/^0+/, '')
  return /^\d{5,13}$/.test(digits) ? `+60${digits}` : undefined
}

/** The phone number in E.164, the form that SMS providers need. */
export const toE164 = (phone: string): string => (phone.startsWith('+') ? phone : `+86${phone}`)
