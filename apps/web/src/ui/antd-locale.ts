import type { Locale } from '@slotwise/contract'
import type { ConfigProviderProps } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import zhTW from 'antd/locale/zh_TW'

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

/** In the bundle antd's locale comes wrapped in a module, and antd unwraps only a locale that we did not change. */
const bare = (words: AntdLocale & { default?: AntdLocale }): AntdLocale => words.default ?? words

const theirZhTW = bare(zhTW)
/** Uses the word for rows that our other texts use. */
const ourZhTW: AntdLocale = {
  ...theirZhTW,
  ...(theirZhTW.Pagination ? { Pagination: { ...theirZhTW.Pagination, items_per_page: '筆/頁' } } : {}),
}

const antdLocales: Record<Locale, AntdLocale> = { 'zh-CN': zhCN, 'zh-TW': ourZhTW, 'en-US': enUS }

/** antd's texts. */
export const antdLocale = (locale: Locale): AntdLocale => antdLocales[locale]
