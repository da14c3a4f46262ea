import type { Locale } from '@slotwise/contract'

/** What every language calls itself; the one text that stands in all languages. */
export const localeNames: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
}
