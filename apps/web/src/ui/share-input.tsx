import { InputNumber } from 'antd'
import type { FocusEvent } from 'react'

type ShareInputProps = {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

/** A share in percent, with at most two decimals. */
export function ShareInput({ value = null, onChange, ...rest }: ShareInputProps) {
  return (
    <InputNumber<number>
      {...rest}
      controls={false}
      inputMode="decimal"
      suffix="%"
      precision={2}
      style={{ width: '100%' }}
      value={value}
      onChange={(percent) => onChange?.(percent)}
    />
  )
}
