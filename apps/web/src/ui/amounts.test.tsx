import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { exampleSession } from '../lib/example-session.ts'
import { fakeStorage } from '../lib/fake-storage.ts'
import { setLocale } from '../lib/i18n.tsx'
import { clearSession, saveSession } from '../lib/session.ts'
import { Can } from './can.tsx'
import { MoneyInput } from './money-input.tsx'
import { CurrencyCode, Money, useMoneyText } from './money.tsx'
import type { Column } from './columns.ts'
import { DataCards, DataTable } from './data-table.tsx'
import { Rate } from './rate.tsx'

beforeEach(() => {
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
})
afterEach(() => {
  clearSession()
  setLocale('zh-CN')
})

const text = (element: React.ReactNode): string => renderToStaticMarkup(element).replace(/<[^>]*>/g, '')

describe('an amount', () => {
  test.each([
    ['CNY', 'zh-CN', '¥1,234.50'],
    ['CNY', 'zh-TW', '¥1,234.50'],
    ['CNY', 'en-US', '1,234.50'],
    ['MYR', 'zh-CN', 'RM1,234.50'],
    ['MYR', 'en-US', '1,234.50'],
  ] as const)('in %s is shown in %s as %s', (currency, locale, shown) => {
    saveSession(exampleSession({ currency }))
    setLocale(locale)
    expect(text(<Money cents={123_450} />)).toBe(shown)
  })

  const Sentence = () => `Refund ${useMoneyText()(123_450)}`

  test.each([
    ['CNY', 'zh-CN', 'Refund ¥1,234.50'],
    ['CNY', 'en-US', 'Refund 1,234.50 CNY'],
    ['MYR', 'zh-TW', 'Refund RM1,234.50'],
    ['MYR', 'en-US', 'Refund 1,234.50 MYR'],
  ] as const)('in %s within a sentence is written in %s as “%s”', (currency, locale, sentence) => {
    saveSession(exampleSession({ currency }))
    setLocale(locale)
    expect(text(<Sentence />)).toBe(sentence)
  })
})

describe('the currency of amounts without a symbol', () => {
  type Row = { price: number }
  const columns: Column<Row>[] = [
    { key: 'name', title: 'Name', cell: () => 'Cola' },
    {
      key: 'price',
      title: 'Price',
      align: 'right',
      money: true,
      cell: ({ price }) => <Money cents={price} />,
    },
  ]
  const list = { label: 'Goods', columns, rows: [{ price: 350 }], rowKey: () => '1', busy: false }

  test.each([
    ['CNY', 'en-US', 'Price (CNY)', 'CNY'],
    ['MYR', 'en-US', 'Price (MYR)', 'MYR'],
    ['CNY', 'zh-CN', 'Price', ''],
    ['MYR', 'zh-TW', 'Price', ''],
  ] as const)('in %s is named in %s by the title %s', (currency, locale, title, code) => {
    saveSession(exampleSession({ currency }))
    setLocale(locale)
    const header = /<th scope="col" class="sw-cell-figures">(.*?)<\/th>/
    expect(header.exec(renderToStaticMarkup(<DataTable<Row> {...list} />))?.[1]).toBe(title)
    expect(/<dt>(.*?)<\/dt>/.exec(renderToStaticMarkup(<DataCards<Row> {...list} />))?.[1]).toBe(title)
    expect(text(<CurrencyCode />)).toBe(code)
    expect(text(<MoneyInput value={350} />).includes(currency)).toBe(code !== '')
  })
})

test('a rate has two decimals', () => {
  expect(text(<Rate percent={20} />)).toBe('20.00%')
  expect(text(<Rate percent={33.3} />)).toBe('33.30%')
})

test('content that needs a permission is shown only to users who have it', () => {
  const havePerms = { isMain: false, Home: false, Store: { AreaStore: true } }
  saveSession(exampleSession({ isMain: false, havePerms }))
  expect(text(<Can access="store.manage">shown</Can>)).toBe('shown')
  expect(text(<Can access="order.refund">shown</Can>)).toBe('')
  expect(
    text(
      <Can access="main" otherwise="ask">
        shown
      </Can>,
    ),
  ).toBe('ask')
})
