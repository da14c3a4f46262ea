import { type ReactNode, useId } from 'react'

import './segments.css'

type Segment<Value> = { value: Value; label: string; icon?: ReactNode }
type SegmentsProps<Value> = {
  'aria-label': string
  value: Value
  options: readonly Segment<Value>[]
  onChange: (value: Value) => void
  className?: string
}

/** One choice of a few, all of them seen. antd's Segmented puts a div into each label, which HTML does not allow. */
export function Segments<Value extends string | boolean>(props: SegmentsProps<Value>) {
  const { value, options, onChange, className = '' } = props
  const name = useId()
  return (
    <div className={`sw-segments ${className}`} role="radiogroup" aria-label={props['aria-label']}>
      {options.map((option) => (
        <label key={String(option.value)}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
