import { type Cents, currencyCode, formatMoney, moneyInText, moneyTitle } from '@slotwise/contract'

import { useLocale } from '../lib/i18n.tsx'
import { useSession } from '../lib/session.ts'
import './money.css'

/** An amount in the merchant's currency: two decimals, with digits of equal width. */
export function Money({ cents }: { cents: Cents }) {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return <span className="sw-figures">{formatMoney(cents, currency, locale)}</span>
}

/** Writes amounts within sentences, with the currency where they show no symbol: `12.50 CNY`. */
export function useMoneyText(): (cents: Cents) => string {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return (cents) => moneyInText(cents, currency, locale)
}

/** Titles of amounts, with the currency where the amounts show none: `Amount (CNY)`. */
export function useMoneyTitle(): (title: string) => string {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return (title) => moneyTitle(title, currency, locale)
}

/** The merchant's currency where amounts show none. */
export function useCurrencyCode(): string | undefined {
  const locale = useLocale()
  return currencyCode(useSession()?.currency ?? 'CNY', locale)
}

/** The currency beside amounts that have no title of their own; nothing where they show a symbol. */
export function CurrencyCode() {
  const code = useCurrencyCode()
  return code === undefined ? null : <small className="sw-currency">{code}</small>
}
