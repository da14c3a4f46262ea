import { type Locale, locales } from '@slotwise/contract'

import { setLocale, useLocale, useT } from '../../lib/i18n.tsx'
import { GlobeIcon } from './icons.tsx'
import { ChoiceMenu } from './menu.tsx'
import { plainWords } from './words.ts'

/** Each language is named in that language, so that every user can find theirs. */
export const localeNames: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
}

export function LanguageMenu() {
  const t = useT(plainWords)
  const locale = useLocale()
  return (
    <ChoiceMenu
      label={t('language')}
      trigger={
        <>
          <GlobeIcon />
          <span className="sw-menu-trigger-label">{localeNames[locale]}</span>
        </>
      }
      options={locales.map((value) => ({ value, label: localeNames[value], lang: value }))}
      value={locale}
      onChange={setLocale}
    />
  )
}
