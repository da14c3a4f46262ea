import { currencyCode, currencySymbol, formatAmount, parseTypedMoney } from '@slotwise/contract'
import { Input, type InputRef } from 'antd'
import { type FocusEvent, type Ref, useState } from 'react'

import { useLocale } from '../lib/i18n.tsx'
import { useSession } from '../lib/session.ts'

/** Cents, null when empty, or the typed text while it is not an amount; the schema then reports it at the field. */
export type TypedMoney = number | string | null

type MoneyInputProps = {
  id?: string
  value?: TypedMoney
  onChange?: (value: TypedMoney) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  placeholder?: string
  ref?: Ref<InputRef>
}

/** Chinese keyboards write full-width digits and a round full stop. */
const plainly = (text: string): string => text.normalize('NFKC').replaceAll('。', '.').replace(/\s/g, '')

export function moneyOf(text: string): TypedMoney {
  const plain = plainly(text)
  return plain === '' ? null : (parseTypedMoney(plain) ?? text)
}

const written = (value: TypedMoney): string =>
  typeof value === 'number' ? formatAmount(value).replaceAll(',', '') : (value ?? '')

/** An amount of money, typed as 12.5 and held in cents. */
export function MoneyInput({ value = null, onChange, onBlur, ...rest }: MoneyInputProps) {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  const symbol = currencySymbol(currency, locale)
  const code = currencyCode(currency, locale)
  const [text, setText] = useState(() => written(value))
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    // The form returns the value that was typed here: only a different amount replaces the text.
    if (moneyOf(text) !== value) setText(written(value))
  }
  return (
    <Input
      {...rest}
      {...(symbol === '' ? {} : { prefix: symbol })}
      {...(code === undefined ? {} : { suffix: code })}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange?.(moneyOf(target.value))
      }}
      onBlur={(event) => {
        setText(written(moneyOf(text)))
        onBlur?.(event)
      }}
    />
  )
}
