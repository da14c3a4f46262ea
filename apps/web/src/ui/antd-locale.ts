import type { Locale } from '@slotwise/contract'
import type { ConfigProviderProps } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import zhTW from 'antd/locale/zh_TW'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

/** The bundle has these words in a module around them, which antd takes off only where nobody changed it. */
const bare = (words: AntdLocale & { default?: AntdLocale }): AntdLocale => words.default ?? words

const theirZhTW = bare(zhTW)
/** Rows are counted as elsewhere in our texts. */
const ourZhTW: AntdLocale = {
  ...theirZhTW,
  ...(theirZhTW.Pagination ? { Pagination: { ...theirZhTW.Pagination, items_per_page: '筆/頁' } } : {}),
}

const antdLocales: Record<Locale, AntdLocale> = { 'zh-CN': zhCN, 'zh-TW': ourZhTW, 'en-US': enUS }
const dayjsLocales: Record<Locale, string> = { 'zh-CN': 'zh-cn', 'zh-TW': 'zh-tw', 'en-US': 'en' }

/** antd's own words, and the months and weekdays of its calendars, which it takes from dayjs. */
export function antdLocale(locale: Locale): AntdLocale {
  dayjs.locale(dayjsLocales[locale])
  return antdLocales[locale]
}
