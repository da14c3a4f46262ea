import { invitationHours } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'
import { invitationLifeHours } from './sms.ts'
import type { SmsLocale, SmsMessage, SmsPurpose } from './sms.ts'
import { smsText } from './texts.ts'

const locales: SmsLocale[] = ['zh-CN', 'zh-TW', 'en-US']
const purposes: SmsPurpose[] = ['signup', 'reset', 'header', 'operation', 'phone']
const all = locales.flatMap((locale) => purposes.map((purpose) => ({ locale, purpose })))

const textFor = (to: string, part: Pick<SmsMessage, 'locale' | 'purpose'>) =>
  smsText({ ...part, to, code: '48291375', dedupeKey: 'x' })

describe('the words of a message', () => {
  test.each(all)('$locale $purpose keeps the Malaysian rules and fits one message', (part) => {
    const text = textFor('+60123456789', part)
    expect(text).toMatch(/^RM0 Slotwise[:：]/)
    expect(text.match(/\d+/g)).toEqual(['0', '48291375', '5'])
    expect(text).not.toMatch(/http|www|\w\.\w|\+|@/)
    expect(text.length).toBeLessThanOrEqual(part.locale === 'en-US' ? 160 : 70)
  })

  test.each(all)('$locale $purpose names no price elsewhere', (part) => {
    expect(textFor('+8613800138000', part)).toMatch(/^Slotwise/)
  })

  test.each(locales)('an invitation in %s has a link, and in Malaysia a code to type', (locale) => {
    const code = 'c-7KQ2M9XT4HPW'
    const invitation = { locale, purpose: 'invite', code, dedupeKey: 'x' } as const
    const link = `https://app.example/invite#${code}`
    const inChina = smsText({ ...invitation, to: '+8613800138000', link })
    expect(inChina).toContain(link)
    const inMalaysia = smsText({ ...invitation, to: '+60123456789', link })
    expect(inMalaysia).toMatch(/^RM0 Slotwise/)
    expect(inMalaysia).toContain(code)
    expect(inMalaysia).not.toMatch(/http|www|\w\.\w|\+|@/)
    for (const text of [inChina, inMalaysia])
      expect(text.length).toBeLessThanOrEqual(locale === 'en-US' ? 160 : 70)
  })

  test('an invitation is valid as long as its text says', () => {
    expect(invitationLifeHours).toBe(invitationHours)
  })

  test('every language and purpose has words of its own', () => {
    expect(new Set(all.map((part) => textFor('+60123456789', part))).size).toBe(all.length)
  })
})
