import { Radio, Select } from 'antd'
import type { FocusEvent } from 'react'

import { useIsPhone } from '../../ui/use-media.ts'

type ChoiceProps = {
  options: { value: string; label: string }[]
  id?: string
  value?: string
  onChange?: (value: string) => void
  onBlur?: (event: FocusEvent) => void
}

/** One of a few, all in sight. They do not fit beside each other on a phone. */
export function Choice({ options, onChange, ...rest }: ChoiceProps) {
  const isPhone = useIsPhone()
  if (isPhone) return <Select<string> options={options} {...rest} {...(onChange ? { onChange } : {})} />
  return (
    <Radio.Group
      optionType="button"
      options={options}
      {...rest}
      onChange={({ target }) => onChange?.(String(target.value))}
    />
  )
}
