/** The languages of the product, in the order they are offered. */
export const locales = ['zh-CN', 'zh-TW', 'en-US'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'zh-CN'

/** The cookie that keeps the chosen language, and for how long. */
export const languageCookie = { name: 'language', maxAgeSeconds: 365 * 24 * 3600 }

export const isLocale = (value: unknown): value is Locale => locales.includes(value as Locale)

/** Texts of one subject, by language and key. */
export type Words<K extends string> = Readonly<Record<Locale, Readonly<Record<K, string>>>>

/** One text in all languages, in the order of `locales`. A row that lacks a language does not compile. */
export type WordRow = readonly [zhCN: string, zhTW: string, enUS: string]

/** Texts of one subject, one row a key, the languages side by side. */
export function words<K extends string>(rows: Readonly<Record<K, WordRow>>): Words<K> {
  const column = (index: number) =>
    Object.fromEntries(Object.entries<WordRow>(rows).map(([key, row]) => [key, row[index]]))
  return Object.fromEntries(locales.map((locale, index) => [locale, column(index)])) as Words<K>
}

/** The keys of a table, or of each table in a union. */
export type KeyOf<Table> = Table extends Words<infer K> ? K : never

/** Several tables as one, with the keys of all. */
export const mergeWords = <Table extends Words<string>>(tables: readonly Table[]): Words<KeyOf<Table>> =>
  Object.fromEntries(
    locales.map((locale) => [locale, Object.assign({}, ...tables.map((table) => table[locale]))]),
  ) as Words<KeyOf<Table>>

export type TextParams = Readonly<Record<string, string | number>>

/**
 * Replaces `{name}` by its value; `{count|slot|slots}` becomes the first word for one, else the second. An unknown
 * placeholder stays visible, so that the mistake is noticed.
 */
export const fill = (template: string, params: TextParams = {}): string =>
  template.replace(
    /\{(\w+)(?:\|([^|}]+)\|([^|}]+))?\}/g,
    (place, name: string, one?: string, more?: string) => {
      const value = params[name]
      if (value === undefined) return place
      if (one === undefined) return String(value)
      return String(value) === '1' ? one : String(more)
    },
  )

/** `A、B` in Chinese, `A, B` in English. */
export const joinNames = (locale: Locale, names: readonly string[]): string =>
  names.join(locale === 'en-US' ? ', ' : '、')

/** The best of our languages for a list such as `zh-HK,zh;q=0.9,en;q=0.8`, if any fits. */
export function matchLocale(preferences: string | undefined): Locale | undefined {
  const wanted = (preferences ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().split(';')
      const q = options.find((option) => option.trim().startsWith('q='))
      return { tag: tag.trim().toLowerCase(), weight: q ? Number(q.trim().slice(2)) || 0 : 1 }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return 'zh-TW'
    if (/^zh\b/.test(tag)) return 'zh-CN'
    if (/^en\b/.test(tag)) return 'en-US'
  }
  return undefined
}

/** `cookie` and `languages` as in the headers of a request. */
type LocaleSources = { isEnglish: boolean; cookie: string; languages: string }

/**
 * The language at the start of a visit: English where the address or the host forces it, else that of the cookie, else
 * that of the browser, else zh-CN.
 */
export function startingLocale({ isEnglish, cookie, languages }: LocaleSources): Locale {
  if (isEnglish) return 'en-US'
  const chosen = cookie
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === languageCookie.name)?.[1]
  return isLocale(chosen) ? chosen : (matchLocale(languages) ?? defaultLocale)
}

/**
 * Why something failed or waits, in words: the name of a reason of ours, with or without another service's own text
 * behind it (`name: text`), or that text alone, which is shown as it is.
 */
export function reasonText(table: Words<string>, locale: Locale, why: string): string {
  const [, reason = why, text] = /^([A-Za-z]+): (.+)$/s.exec(why) ?? []
  const ours = wordIn(table, locale, reason)
  return ours === undefined ? why : text === undefined ? ours : `${ours} (${text})`
}

/** The word of a key; undefined for what is no key of the table. */
export const wordIn = (table: Words<string>, locale: Locale, key: unknown): string | undefined =>
  typeof key === 'string' && Object.hasOwn(table[locale], key) ? table[locale][key] : undefined
