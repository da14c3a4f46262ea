import { CloseCircleFilled } from '@ant-design/icons'
import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'

import { useT } from '../lib/i18n.tsx'
import { useCalendarLocale } from './calendar-locale.ts'
import { uiWords } from './ui-words.ts'

type DayPickerProps = {
  id?: string
  value?: string | null
  onChange?: (day: string | null) => void
  onBlur?: () => void
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  /** Shown before the day, where the field has no label. */
  prefix?: string
  placeholder?: string
  /** The day at which the calendar opens while none is chosen. */
  opensAt?: string | undefined
}

/** A calendar day in its wire format: yyyy-mm-dd or null, without a time zone. */
export function DayPicker({ value, onChange, opensAt, ...rest }: DayPickerProps) {
  const t = useT(uiWords)
  useCalendarLocale()
  const props: DatePickerProps = {
    ...rest,
    value: value ? dayjs(value) : null,
    onChange: (day) => onChange?.(day && !Array.isArray(day) ? day.format('YYYY-MM-DD') : null),
    format: 'YYYY-MM-DD',
    allowClear: { clearIcon: <CloseCircleFilled aria-label={t('clear')} /> },
    style: { width: '100%' },
    // On a phone the keyboard would cover the calendar.
    inputReadOnly: matchMedia('(pointer: coarse)').matches,
    ...(opensAt ? { defaultPickerValue: dayjs(opensAt) } : {}),
  }
  return <DatePicker {...props} />
}
