/** The forms and check digits of the numbers on bank cards and certificates. */

/** A card number: 13 to 19 digits. Some real cards fail Luhn's check, so it may only warn (`passesLuhn`). */
export const isCardNo = (value: string): boolean => /^\d{13,19}$/.test(value)

/** An account number of a Malaysian bank. */
export const isMalaysianAccountNo = (value: string): boolean => /^\d{5,20}$/.test(value)

export function passesLuhn(value: string): boolean {
  const sum = [...value].toReversed().reduce((total, digit, place) => {
    const times = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (times > 9 ? times - 9 : times)
  }, 0)
  return sum % 10 === 0
}

/** A branch number: 12 digits, the last of which is the check digit of ISO 7064 MOD 11,10. */
export function isBranchNo(value: string): boolean {
  if (!/^\d{12}$/.test(value)) return false
  let product = 10
  for (const digit of value.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return (product + Number(value.at(-1))) % 10 === 1
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const

/** An identity card of the mainland (GB 11643): a real date of birth, and the right check digit. */
export function isIdCardNo(value: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(value)) return false
  const birth = birthOf(value)
  if (birth < '1900-01-01' || !isRealDay(birth)) return false
  const sum = idWeights.reduce((total, weight, place) => total + weight * Number(value[place]), 0)
  return value.at(-1) === '10X98765432'[sum % 11]
}

/** The date of birth in the number of an identity card. */
export const birthOf = (value: string): string =>
  `${value.slice(6, 10)}-${value.slice(10, 12)}-${value.slice(12, 14)}`

const isRealDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

export const certTypes = ['id_card', 'passport', 'officer_card', 'taiwan_card', 'hk_macao_pass'] as const
export type CertType = (typeof certTypes)[number]

const certForms: Record<CertType, (value: string) => boolean> = {
  id_card: isIdCardNo,
  passport: (value) => /^[A-Z0-9]{5,17}$/.test(value),
  officer_card: (value) => /^[\u4e00-\u9fa5]{1,2}字第[0-9A-Za-z]{4,8}号?$/.test(value),
  taiwan_card: (value) => /^(?:\d{8}|\d{10}[A-Z]?)$/.test(value),
  hk_macao_pass: (value) => /^[HM]\d{8}(?:\d{2})?$/.test(value),
}
export const isCertNo = (type: CertType, value: string): boolean => certForms[type](value)

/** `6222***********0123`: what lists, exports and messages show of a number. At least half of it is hidden. */
export function maskedNo(value: string): string {
  const end = Math.min(4, Math.floor(value.length / 3))
  const start = Math.min(4, Math.floor(value.length / 2) - end)
  return value.slice(0, start) + '*'.repeat(value.length - start - end) + value.slice(value.length - end)
}

/** `138****8000`, however the number was written: the separators would tell where hidden digits stand. */
export function maskedPhone(value: string): string {
  const compact = value.replace(/[^\d+]/g, '')
  return compact.length < 9 ? maskedNo(compact) : `${compact.slice(0, -8)}****${compact.slice(-4)}`
}
