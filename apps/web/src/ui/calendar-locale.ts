import type { Locale } from '@slotwise/contract'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'

import { useLocale } from '../lib/i18n.tsx'

const dayjsLocales: Record<Locale, string> = { 'zh-CN': 'zh-cn', 'zh-TW': 'zh-tw', 'en-US': 'en' }

/** Sets dayjs' names of months and weekdays, which antd's calendars use. */
export function useCalendarLocale(): void {
  dayjs.locale(dayjsLocales[useLocale()])
}
