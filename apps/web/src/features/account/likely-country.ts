/** Which other country speaks for itself on the sign-up form; the specification fixes the one to begin with. */
import {
  accountPhone,
  countries,
  type Country,
  countryFacts,
  isMainlandMobile,
  type Locale,
} from '@slotwise/contract'

type Signs = { phone: string; locale: Locale; timeZone: string }

/** A number that is written as those of one country alone; undefined when it may be of either. */
function countryOfPhone(phone: string): Country | undefined {
  const digits = phone.replace(/\D/g, '')
  if (/^(\+|00)?\s*60/.test(phone.trim()) || /^01\d{8,9}$/.test(digits)) return 'MY'
  return isMainlandMobile(accountPhone('CN', phone) ?? '') ? 'CN' : undefined
}

/** The country that the typed number, or else the place and the language of the browser, speak for. */
export function likelyCountry({ phone, locale, timeZone }: Signs): Country | undefined {
  if (phone.trim() !== '') return countryOfPhone(phone)
  const here = countries.find((country) => countryFacts[country].timeZone === timeZone)
  return here ?? (locale === 'zh-CN' ? 'CN' : undefined)
}
