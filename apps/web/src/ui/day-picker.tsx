import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'

type DayPickerProps = {
  id?: string
  value?: string | null
  onChange?: (day: string | null) => void
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  /** The day around which the calendar opens while none is chosen. */
  opensAt?: string | undefined
}

/** A calendar day as it travels: yyyy-mm-dd or null, without a time zone to get wrong. */
export function DayPicker({ value, onChange, opensAt, ...rest }: DayPickerProps) {
  const props: DatePickerProps = {
    ...rest,
    value: value ? dayjs(value) : null,
    onChange: (day) => onChange?.(day && !Array.isArray(day) ? day.format('YYYY-MM-DD') : null),
    format: 'YYYY-MM-DD',
    style: { width: '100%' },
    // On a phone the keyboard would cover the calendar.
    inputReadOnly: matchMedia('(pointer: coarse)').matches,
    ...(opensAt ? { defaultPickerValue: dayjs(opensAt) } : {}),
  }
  return <DatePicker {...props} />
}
