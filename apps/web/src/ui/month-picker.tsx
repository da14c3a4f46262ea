import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, DatePicker } from 'antd'
import dayjs from 'dayjs'

import { useT } from '../lib/i18n.tsx'
import { useCalendarLocale } from './calendar-locale.ts'
import './month-picker.css'
import { monthWords } from './month-words.ts'

type MonthPickerProps = {
  /** In its wire format, `2026-11`. */
  value: string
  /** The last month that can be chosen. */
  last: string
  onChange: (month: string) => void
}

const moved = (month: string, by: number): string => dayjs(`${month}-01`).add(by, 'month').format('YYYY-MM')

/** A month, with one click to the month before and after. */
export function MonthPicker({ value, last, onChange }: MonthPickerProps) {
  const t = useT(monthWords)
  useCalendarLocale()
  return (
    <div className="sw-month-picker" role="group" aria-label={t('month')}>
      <Button
        icon={<LeftOutlined aria-hidden="true" />}
        aria-label={t('before')}
        onClick={() => onChange(moved(value, -1))}
      />
      <DatePicker
        picker="month"
        aria-label={t('month')}
        allowClear={false}
        format="YYYY-MM"
        value={dayjs(`${value}-01`)}
        disabledDate={(day) => day.format('YYYY-MM') > last}
        // On a phone the keyboard would cover the calendar.
        inputReadOnly={matchMedia('(pointer: coarse)').matches}
        onChange={(day) => day && !Array.isArray(day) && onChange(day.format('YYYY-MM'))}
      />
      <Button
        icon={<RightOutlined aria-hidden="true" />}
        aria-label={t('after')}
        disabled={value >= last}
        onClick={() => onChange(moved(value, 1))}
      />
    </div>
  )
}
