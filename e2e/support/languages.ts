import type { Page } from '@playwright/test'
import type { Locale } from '@slotwise/contract'

/** Each language's own name; the only text that appears in all languages. */
export const localeNames: Record<Locale, string> = {
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  'en-US': 'English',
}

/** Names that are the same in every language, and the password of the demo account. */
const names = [
  'Slotwise',
  'slotwise',
  'Chrome',
  'Firefox',
  'Linux',
  'Android',
  'xlsx',
  'Excel',
  'CSV',
  'Webhook',
  'Telegram',
  'ERP',
  'HTTP',
  'https',
  'POST',
  'csv',
  '4G',
  'JPG',
  'PNG',
  'A4',
  'MB',
  'kB',
  'QR',
  'Shift',
  'Ctrl K',
  // What the consoles of payment providers call their numbers and keys.
  'PUB_KEY_ID_',
  'mch_id',
  'AppID',
  'APPID',
  'APIv3',
  'API',
  'PEM',
  'PID',
  'RSA',
  'wx',
  'ID',
  ...Object.values(localeNames),
]

/** Characters of simplified Chinese only, frequent enough to reveal a missing translation. */
const simplifiedOnly =
  /[们这说国时会为来对发经开门间问题与户设备货账号误请输验证电话业务员区编辑删导载实验页显图网联络关闭]/g

const foreign: Record<Locale, RegExp> = {
  'zh-CN': /[A-Za-z][A-Za-z'-]*/g,
  'zh-TW': new RegExp(`[A-Za-z][A-Za-z'-]*|${simplifiedOnly.source}`, 'g'),
  'en-US': /[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+/g,
}

/** Texts on the page, visible or for screen readers, that are not in its language. */
export async function strangeWords(page: Page, locale: Locale): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const spoken = ['aria-label', 'title', 'placeholder', 'alt']
    const attributes = [...document.querySelectorAll<HTMLElement>(spoken.map((name) => `[${name}]`).join())]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden="true"]'),
      )
      .flatMap((element) => spoken.map((name) => element.getAttribute(name) ?? ''))
    // Codes such as request ids, and the names of keys, are the same in every language, and some texts say that they are in another one.
    const others = [...document.querySelectorAll<HTMLElement>('code, kbd, body [lang]')].map(
      (one) => one.innerText,
    )
    // A key of one letter is no part of a word.
    const whole = (other: string) =>
      new RegExp(`(?<![A-Za-z])${other.replace(/[^\w\s]/g, '\\$&')}(?![A-Za-z])`)
    const withoutOthers = (text: string) =>
      others.reduce((rest, other) => rest.replace(whole(other), ''), text)
    return [document.title, withoutOthers(document.body.innerText), ...attributes.map(withoutOthers)]
  })
  const known = new RegExp(names.join('|'), 'g')
  const strange = texts.flatMap((text) => text.replace(known, '').match(foreign[locale]) ?? [])
  return [...new Set(strange)]
}
