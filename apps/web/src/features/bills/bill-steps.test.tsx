import { type BillDetail, type Locale, locales, type RefundWay, refundWays } from '@slotwise/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { exampleSession } from '../../lib/example-session.ts'
import { fakeStorage } from '../../lib/fake-storage.ts'
import { setLocale } from '../../lib/i18n.tsx'
import { clearSession, saveSession } from '../../lib/session.ts'
import { BillSteps } from './bill-steps.tsx'
import { billWords } from './bill-words.ts'
import { refundTexts } from './refund-return.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
  saveSession(exampleSession())
})
afterEach(() => {
  clearSession()
  setLocale('zh-CN')
})

const at = '2026-11-15T04:00:00.000Z'

type Shown = Pick<BillDetail, 'client' | 'status' | 'steps'> &
  Partial<Pick<BillDetail, 'oddities' | 'refund_by'>>

function stepsOf(bill: Shown, locale: Locale): string {
  setLocale(locale)
  const detail = { kind: 'buy', goods: [], oddities: [], due_at: null, ...bill } as unknown as BillDetail
  return renderToStaticMarkup(<BillSteps bill={detail} labelledBy="title" />).replace(/<[^>]*>/g, '|')
}

const refunded = (refund_by: RefundWay, locale: Locale): string =>
  stepsOf({ client: 'card', refund_by, status: 9, steps: [{ kind: 'refund_done', at, amount: 350 }] }, locale)

/** Where the money goes and when it arrives; in Chinese both scripts. */
const returns = {
  provider: ['款项 1-3 个工作日内退回顾客。', '款項 1-3 個工作日內退回顧客。', 'in 1-3 working days'],
  hand: ['请线下把钱退给顾客。', '請另行把錢退給顧客。', 'Pay the customer back in person'],
  card: ['款项退回会员卡。', '款項退回會員卡。', 'returned to the member card'],
} as const

describe('the report of a machine with a doubtful clock', () => {
  const shown = (sent: string | null, oddities: BillDetail['oddities'] = ['clock']) => {
    const reported = { kind: 'reported', at, happened_at: at, sent_at: sent } as const
    return stepsOf({ client: 'coin', status: 0, steps: [reported], oddities }, 'en-US')
  }

  test('says what the clock said, or that it said no valid date', () => {
    expect(shown('1970-01-01T00:00:00.000Z')).toContain('The device reported the time 1970-01-01 08:00')
    expect(shown(null)).toContain('The device reported an invalid date')
    expect(shown(null, [])).not.toContain('clock')
  })
})

test('the report of a sale for cash says what became of it', () => {
  const cash = { kept: 350, returned: 350, changed: 120 }
  const reported = { kind: 'reported', at, happened_at: at, sent_at: at, cash } as const
  const shown = stepsOf({ client: 'coin', status: 1, steps: [reported] }, 'en-US')
  for (const text of ['Cash kept by the device: 3.50', 'Cash returned: 3.50', 'Change given: 1.20'])
    expect(shown).toContain(text)
})

describe('a machine that was not told of the payment', () => {
  const shown = (status: BillDetail['status'], locale: Locale) =>
    stepsOf({ client: 'wechat', status, steps: [{ kind: 'not_sent', at }] }, locale)

  test('is told later while the sale runs, and was not asked to deliver afterwards', () => {
    for (const locale of locales) {
      const { notSent, notSentYet, notSentHint } = billWords[locale]
      for (const [status, hint, other] of [
        [7, notSentYet, notSentHint],
        [2, notSentHint, notSentYet],
      ] as const) {
        expect(shown(status, locale)).toContain(notSent)
        expect(shown(status, locale)).toContain(hint)
        expect(shown(status, locale)).not.toContain(other)
      }
    }
  })

  test('is not asked what came out, as one that was told and did not report', () => {
    const unconfirmed = (sending: 'sent' | 'not_sent') =>
      stepsOf(
        {
          client: 'wechat',
          status: 2,
          steps: [
            { kind: sending, at },
            { kind: 'unconfirmed', at },
          ],
        },
        'en-US',
      )
    expect(unconfirmed('sent')).toContain(billWords['en-US'].unconfirmedHint)
    expect(unconfirmed('not_sent')).toContain(billWords['en-US'].unconfirmed)
    expect(unconfirmed('not_sent')).not.toContain(billWords['en-US'].unconfirmedHint)
  })
})

describe('a refund', () => {
  test.each(refundWays)('by %s says where and when the money returns, in every language', (way) => {
    for (const [index, locale] of locales.entries()) {
      const shown = refunded(way, locale)
      expect(shown).toContain(returns[way][index])
      for (const [other, texts] of Object.entries(returns))
        if (other !== way) expect(shown).not.toContain(texts[index])
      // The dialog says the same before, and promises no working days where no provider is asked.
      expect(shown).toContain(billWords[locale][refundTexts[way].returns])
      expect(billWords[locale][refundTexts[way].accepted].includes('1-3')).toBe(way === 'provider')
    }
  })

  test('that the provider has not confirmed says that it is waited for', () => {
    const asked = {
      kind: 'refund_asked',
      at,
      amount: 350,
      by: 'manual',
      username: 'Ann',
      remarks: '',
    } as const
    const shown = stepsOf({ client: 'gkash', status: 5, steps: [asked] }, 'en-US')
    expect(shown).toContain('Waiting for the payment provider to confirm the refund')
    expect(shown).toContain('in 1-3 working days')
  })
})
