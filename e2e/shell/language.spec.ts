import type { Page } from '@playwright/test'
import { type Locale, locales } from '@slotwise/contract'

import { localeNames } from '../support/languages.ts'
import { expect, test } from '../support/fixtures.ts'
import { serverUrl } from '../support/server.ts'
import { plainWords, publicWords, shellWords } from '../support/words.ts'

const anyOf = (texts: string[]): RegExp => new RegExp(`^(${texts.join('|')})[:：]`)
const languageButton = (page: Page) =>
  page.getByRole('button', { name: anyOf(locales.map((locale) => plainWords[locale].language)) })

async function choose(page: Page, locale: Locale): Promise<void> {
  await languageButton(page).click()
  await page.getByRole('menuitemradio', { name: localeNames[locale] }).click()
}

async function expectLoginIn(page: Page, locale: Locale): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(publicWords[locale].loginTitle)
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
}

for (const { browser, shown } of [
  { browser: 'zh-TW', shown: 'zh-TW' },
  { browser: 'zh-HK', shown: 'zh-TW' },
  { browser: 'zh-CN', shown: 'zh-CN' },
  { browser: 'en-GB', shown: 'en-US' },
  { browser: 'fr-FR', shown: 'zh-CN' },
] as const) {
  test.describe(() => {
    test.use({ locale: browser })
    test(`a browser that speaks ${browser} is greeted in ${shown}`, async ({ page }) => {
      await page.goto('/login')
      await expectLoginIn(page, shown)
    })
  })
}

test('the menu switches at once, without loading the page anew, and the choice is kept for a year', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await page.evaluate(() => Object.assign(window, { sameVisit: true }))
  const username = page.getByLabel(publicWords['en-US'].username)
  await username.fill('typed before')
  await choose(page, 'zh-TW')
  await expectLoginIn(page, 'zh-TW')
  expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true)
  await expect(page.getByLabel(publicWords['zh-TW'].username)).toHaveValue('typed before')

  const cookie = (await context.cookies()).find(({ name }) => name === 'language')
  expect(cookie).toMatchObject({ value: 'zh-TW', path: '/' })
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(365)

  await page.reload()
  await expectLoginIn(page, 'zh-TW')
})

test('a language that is chosen in one tab holds in the others, except where English is forced', async ({
  page,
  context,
}) => {
  const [other, english] = [await context.newPage(), await context.newPage()]
  await page.goto('/login')
  await other.goto('/login')
  await english.goto('/login?en=true')
  await choose(page, 'zh-TW')
  await expectLoginIn(other, 'zh-TW')
  await expectLoginIn(english, 'en-US')
})

test('a language is chosen with the keyboard', async ({ page }) => {
  await page.goto('/login')
  await expect(languageButton(page)).toHaveAccessibleName('Language: English')
  await languageButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: localeNames['en-US'] })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expectLoginIn(page, 'zh-CN')
  await expect(languageButton(page)).toBeFocused()
})

test('en=true forces English over the browser and the cookie, for this visit', async ({ page, context }) => {
  await context.addCookies([{ name: 'language', value: 'zh-CN', url: serverUrl() }])
  await page.goto('/login?en=true')
  await expectLoginIn(page, 'en-US')
  await page.goto('/login')
  await expectLoginIn(page, 'zh-CN')
})

test.describe(() => {
  test.use({ locale: 'zh-CN' })
  test('a host that forces English greets in English', async ({ page }) => {
    const { port } = new URL(serverUrl())
    await page.goto(`http://english.localhost:${port}/login`)
    await expectLoginIn(page, 'en-US')
    await choose(page, 'zh-CN')
    await expectLoginIn(page, 'zh-CN')
  })
})

test('the console switches too, its menu, its title and the words of the server', async ({
  signedIn: page,
}) => {
  await page.goto('/region')
  await expect(page).toHaveTitle(`${shellWords['en-US'].region} · Slotwise`)
  await choose(page, 'zh-TW')
  await expect(page.getByRole('link', { name: shellWords['zh-TW'].region }).first()).toBeVisible()
  await expect(page).toHaveTitle(`${shellWords['zh-TW'].region} · Slotwise`)
  const asked = page.waitForRequest('**/api/v1/u/getArea')
  await page.reload()
  expect((await asked).headers()['accept-language']).toBe('zh-TW')
})
