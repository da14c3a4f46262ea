import { figuresOf } from '@slotwise/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { exampleSession } from '../../lib/example-session.ts'
import { fakeStorage } from '../../lib/fake-storage.ts'
import { setLocale } from '../../lib/i18n.tsx'
import { clearSession, saveSession } from '../../lib/session.ts'
import { DayFigures } from './day-figures.tsx'

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
  saveSession(exampleSession())
  setLocale('en-US')
})
afterEach(() => {
  clearSession()
  setLocale('zh-CN')
})

const rendered = (element: React.ReactNode): string =>
  renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>)
const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

type Sold = { income?: number; refund?: number; failed?: number; refunded?: number; before?: number }

/** A day with 1,000 sales. */
const day = ({ income = 0, refund = 0, failed = 0, refunded = 0, before = 0 }: Sold, name = 'today') =>
  rendered(
    <DayFigures
      day={name === 'today' ? 'today' : 'yesterday'}
      of={{
        overview: figuresOf({
          income,
          refund,
          count: 1_000,
          successCount: 1_000 - failed - refunded,
          abnormalCount: failed,
          refundCount: refunded,
        }),
        before: { income: before, refund: 0, count: 0 },
      }}
    />,
  )

describe('the income of a day', () => {
  test('has amounts, counts and rates, and a bar for each way in which sales ended', () => {
    const html = day({ income: 1_234_50, refund: 20_00, failed: 30, refunded: 20 })
    const text = textOf(html)
    expect(text).toContain('1,234.50')
    expect(text).toContain('Refunds 20.00 Sales 1,000 Failure rate 5.00%')
    expect(text).toContain('Successful 950 95.00% Abnormal 30 3.00% Refunded 20 2.00%')
    expect([...html.matchAll(/--share:([\d.]+%)/g)].map(([, share]) => share)).toEqual(['95%', '3%', '2%'])
  })

  test('has a red failure rate above 20 percent', () => {
    expect(day({ failed: 150, refunded: 50 })).not.toContain('is-alarming')
    expect(day({ failed: 150, refunded: 51 })).toContain('<span class="sw-figures is-alarming">20.10%</span>')
  })

  test('is compared with yesterday at this hour, and that of yesterday with the day before', () => {
    expect(textOf(day({ income: 150_00, before: 100_00 }))).toContain(
      '50.00 CNY (50.00%) more than yesterday at this hour',
    )
    expect(textOf(day({ income: 75_00, before: 100_00 }))).toContain(
      '25.00 CNY (25.00%) less than yesterday at this hour',
    )
    expect(textOf(day({ income: 5_00 }))).toContain('5.00 CNY more than yesterday at this hour')
    expect(textOf(day({ income: 5_00, before: 5_00 }))).toContain('The same as yesterday at this hour')
    expect(textOf(day({ income: 5_00 }, 'yesterday'))).toContain('5.00 CNY more than the day before')
  })

  test('leads from each count to the sales that it counts', () => {
    const links = [...day({ failed: 30, refunded: 20 }).matchAll(/href="([^"]*)"/g)].map(([, path]) => path)
    expect(links.map((path) => path?.replaceAll('&amp;', '&'))).toEqual([
      '/buyOrder?range=today&status=0&status=3&status=4&status=6&status=7',
      '/buyOrder?range=today&status=1&status=2&status=5',
      '/buyOrder?range=today&status=8&status=9&status=10&status=11',
    ])
    saveSession(exampleSession({ isMain: false, havePerms: { isMain: false, Home: true } }))
    expect(day({ failed: 30 })).not.toContain('href')
  })
})
