import { Input, type InputRef } from 'antd'
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'

import { caretAfter, digitsOf, grouped } from './digit-groups.ts'

type CardNoInputProps = {
  id?: string
  value?: string
  onChange?: (digits: string) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  maxDigits: number
  /** What is there already, while nothing is typed. */
  placeholder?: string | undefined
}

/** A card number, shown in groups of four and held as digits. */
export function CardNoInput({ value = '', onChange, maxDigits, placeholder, ...rest }: CardNoInputProps) {
  const input = useRef<InputRef>(null)
  const [caret, setCaret] = useState<{ at: number }>()
  // The text is written anew with each key, which would move the caret to its end.
  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.at, caret.at)
  }, [caret])
  return (
    <Input
      {...rest}
      {...(placeholder === undefined ? {} : { placeholder })}
      ref={input}
      className="sw-figures"
      inputMode="numeric"
      autoComplete="off"
      value={grouped(value)}
      onChange={({ target }) => {
        const before = digitsOf(target.value.slice(0, target.selectionStart ?? undefined)).length
        const digits = digitsOf(target.value).slice(0, maxDigits)
        onChange?.(digits)
        setCaret({ at: caretAfter(Math.min(before, digits.length)) })
      }}
    />
  )
}
