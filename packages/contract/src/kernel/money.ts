import { z } from 'zod'

import type { Locale } from './locale.ts'

/** Money is an integer number of cents (fen, sen) everywhere; only formatting divides. */
export const Cents = z.int()
export type Cents = number

export const currencies = ['CNY', 'MYR'] as const
export type Currency = (typeof currencies)[number]

const symbols: Record<Currency, string> = { CNY: '¥', MYR: 'RM' }

/** The symbol in front of an amount; English shows none. */
export const currencySymbol = (currency: Currency, locale: Locale): string =>
  locale === 'en-US' ? '' : symbols[currency]

/** The code of the currency where amounts show no symbol, which is in English. */
export const currencyCode = (currency: Currency, locale: Locale): Currency | undefined =>
  currencySymbol(currency, locale) === '' ? currency : undefined

/** The title of amounts: `Amount (CNY)` where they show no symbol. */
export function moneyTitle(title: string, currency: Currency, locale: Locale): string {
  const code = currencyCode(currency, locale)
  return code === undefined ? title : `${title} (${code})`
}

const written = (cents: Cents, symbol: string): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${symbol}${whole}.${digits.slice(-2)}`
}

/** `¥1,234.50`, `-RM0.05`, and in English `1,234.50`. Exact: computed without floating point. */
export const formatMoney = (cents: Cents, currency: Currency, locale: Locale): string =>
  written(cents, currencySymbol(currency, locale))

/** An amount within a sentence, where no title names the currency: `¥12.50`, and in English `12.50 CNY`. */
export function moneyInText(cents: Cents, currency: Currency, locale: Locale): string {
  const amount = formatMoney(cents, currency, locale)
  const code = currencyCode(currency, locale)
  return code === undefined ? amount : `${amount} ${code}`
}

/** An amount whose currency is not known: `1,234.50`. */
export const formatAmount = (cents: Cents): string => written(cents, '')

/** `12.5` -> 1250. Undefined when the text is no amount or has more than 2 decimals. */
export function parseMoney(text: string): Cents | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] && cents ? -cents : cents
}

/**
 * Accepts amounts as users type them, `1,234.50` included. A comma anywhere else may mean a decimal point, so it is
 * refused.
 */
export const parseTypedMoney = (text: string): Cents | undefined =>
  parseMoney(/^\s*-?\d{1,3}(,\d{3})+(\.\d*)?\s*$/.test(text) ? text.replaceAll(',', '') : text)

/** A rate such as 12.5 as `12.50%`. */
export const formatRate = (percent: number): string => `${percent.toFixed(2)}%`
