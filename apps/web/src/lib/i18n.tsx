import {
  defaultLocale,
  fill,
  isLocale,
  languageCookie,
  type Locale,
  startingLocale,
  type TextParams,
  type Words,
} from '@slotwise/contract'
import { useCallback, useSyncExternalStore } from 'react'

import { listeners } from './listeners.ts'
import { pageSettings } from './page-settings.ts'

const changes = listeners()
let current: Locale = defaultLocale
/** The language of the HTML that came with the page, which the first render repeats; undefined where none came. */
let served: Locale | undefined

export type LocaleSources = {
  search: string
  forceEnglish: boolean
  cookie: string
  languages: readonly string[]
}

/** The language at the start of a visit. The server chooses the page by the same rule. */
export function chooseLocale({ search, forceEnglish, cookie, languages }: LocaleSources): Locale {
  const isEnglish = new URLSearchParams(search).get('en') === 'true' || forceEnglish
  return startingLocale({ isEnglish, cookie, languages: languages.join(',') })
}

const sources = (): LocaleSources => ({
  search: location.search,
  forceEnglish: pageSettings.forceEnglish,
  cookie: document.cookie,
  languages: navigator.languages,
})

/** Called once, before the first render. The cookie is not written here: only a choice of the user is stored. */
export function startLocale(): void {
  const { lang } = document.documentElement
  if (isLocale(lang)) renderIn(lang)
  apply(chooseLocale(sources()))
  followOtherTabs()
}

/** Other tabs change their language with this one, as they change their theme. Some browsers do not report cookies. */
function followOtherTabs(): void {
  if (!('cookieStore' in globalThis)) return
  cookieStore.addEventListener('change', ({ changed }) => {
    const chosen = changed.find(({ name }) => name === languageCookie.name)?.value
    // Where English is forced, the cookie is that of the other hosts.
    if (isLocale(chosen) && chosen !== current && chooseLocale(sources()) === chosen) apply(chosen)
  })
}

/** The language of the first render, which is that of the served page; undefined: that of the visit. */
export function renderIn(locale: Locale | undefined): void {
  served = locale
}

export const currentLocale = (): Locale => current

export function setLocale(locale: Locale): void {
  document.cookie = `${languageCookie.name}=${locale}; path=/; max-age=${languageCookie.maxAgeSeconds}; SameSite=Lax`
  apply(locale)
}

function apply(locale: Locale): void {
  current = locale
  document.documentElement.lang = locale
  changes.emit()
}

export const useLocale = (): Locale =>
  useSyncExternalStore(changes.subscribe, currentLocale, () => served ?? current)

export function useT<K extends string>(words: Words<K>): (key: K, params?: TextParams) => string {
  const locale = useLocale()
  return useCallback((key, params) => fill(words[locale][key], params), [words, locale])
}

/** Translates outside of components, in the current language. */
export const textOf = <K extends string>(words: Words<K>, key: K, params?: TextParams): string =>
  fill(words[current][key], params)
