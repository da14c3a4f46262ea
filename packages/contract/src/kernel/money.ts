import { z } from 'zod'

import type { Locale } from './locale.ts'

/** Money is an integer number of cents (fen, sen) everywhere; only the last step to the eye divides. */
export const Cents = z.int()
export type Cents = number

export const currencies = ['CNY', 'MYR'] as const
export type Currency = (typeof currencies)[number]

const symbols: Record<Currency, string> = { CNY: '¥', MYR: 'RM' }

/** The sign in front of an amount; English shows none. */
export const currencySymbol = (currency: Currency, locale: Locale): string =>
  locale === 'en-US' ? '' : symbols[currency]

/** `¥1,234.50`, `-RM0.05`, and in English `1,234.50`. Exact: no floating point on the way. */
export function formatMoney(cents: Cents, currency: Currency, locale: Locale): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '-' : ''}${currencySymbol(currency, locale)}${whole}.${digits.slice(-2)}`
}

/** `12.5` -> 1250. Undefined when the text is no amount or has more than 2 decimals. */
export function parseMoney(text: string): Cents | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] && cents ? -cents : cents
}

/** A rate such as 12.5 as `12.50%`. */
export const formatRate = (percent: number): string => `${percent.toFixed(2)}%`
