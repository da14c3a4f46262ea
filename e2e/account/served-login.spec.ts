import type { Locator, Page } from '@playwright/test'
import { locales } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import { storeSession } from '../support/merchant.ts'
import { serverUrl } from '../support/server.ts'
import { publicWords } from '../support/words.ts'

/** The login page is seen and filled in before its script comes, which then takes it over. */

const words = publicWords['en-US']
const scripts = '**/assets/*.js'

test.use({ ownContext: true })

const formOf = (page: Page) => ({
  username: page.getByLabel(words.username, { exact: true }),
  password: page.getByLabel(words.password, { exact: true }),
  logIn: page.getByRole('button', { name: words.login, exact: true }),
})

/** Holds the page's scripts back until the returned function is called, which waits for them to take over. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(scripts, async (route) => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await expect(page.locator('html')).not.toHaveAttribute('data-start')
  }
}

const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' })

const caretOf = (input: Locator): Promise<number | null> =>
  input.evaluate((element) => (element as HTMLInputElement).selectionStart)

for (const locale of locales)
  test.describe(() => {
    test.use({ locale })
    test(`the form is there without a script, in ${locale}, and the script changes no word of it`, async ({
      page,
    }) => {
      const comeScripts = await holdScripts(page)
      await open(page, '/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(publicWords[locale].loginTitle)
      await expect(page).toHaveTitle(`${publicWords[locale].loginTitle} · Slotwise`)
      await expect(page.getByLabel(publicWords[locale].username, { exact: true })).toBeFocused()
      const served = await page.locator('.sw-account').innerText()
      await comeScripts()
      await expect(page).toHaveURL('/login')
      expect(await page.locator('.sw-account').innerText()).toBe(served)
    })

    test(`what is served in ${locale} is what the script renders`, async ({ page }) => {
      await page.goto('/login')
      const answer = await page.request.get('/login', { headers: { 'accept-language': locale } })
      const served = await page.evaluate(outline, await answer.text())
      await page.getByRole('link', { name: publicWords[locale].signUp, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(publicWords[locale].signUpTitle)
      await page.getByRole('link', { name: publicWords[locale].login, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(publicWords[locale].loginTitle)
      const rendered = await page.evaluate(outline, undefined)
      expect(served).toEqual(rendered)
      expect(served.length).toBeGreaterThan(50)
    })
  })

/**
 * The elements of the login page and their texts, of a page as text or of this one. Ids differ, the script focuses the
 * field by itself, and it alone draws the wall.
 */
function outline(text: string | undefined): string[] {
  const template = document.createElement('template')
  // Only what is in the root: the styles would carry the nonce of another answer.
  template.innerHTML = text?.split('<div id="root">')[1]?.split('<p class="sw-unstarted">')[0] ?? ''
  const page = (text === undefined ? document : template.content).querySelector('.sw-account')
  const lines: string[] = []
  const add = (element: Element): void => {
    const attributes = [...element.attributes]
      .filter(({ name }) => !['id', 'for', 'aria-describedby', 'autofocus'].includes(name))
      .map(({ name, value }) => `${name}=${value}`)
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const ownText = texts.map(({ nodeValue }) => nodeValue).join('')
    lines.push([element.tagName, ...attributes.toSorted(), ownText].join(' '))
    if (!element.matches('.sw-wall')) for (const child of element.children) add(child)
  }
  if (page) add(page)
  return lines
}

test('what was typed, the focus and the caret survive the script', async ({ page, merchant }) => {
  const comeScripts = await holdScripts(page)
  await open(page, '/login')
  const form = formOf(page)
  await form.password.fill(merchant.password)
  await form.username.fill(merchant.username.slice(0, 3) + merchant.username.slice(4))
  for (let i = 4; i < merchant.username.length; i += 1) await form.username.press('ArrowLeft')
  await comeScripts()
  await expect(form.username).toBeFocused()
  expect(await caretOf(form.username)).toBe(3)
  await expect(form.password).toHaveValue(merchant.password)
  await page.keyboard.press(merchant.username[3] ?? '')
  await expect(form.username).toHaveValue(merchant.username)
  await form.logIn.click()
  await expect(page).toHaveURL('/dashboard')
})

test('they survive, too, where an extension has changed the page', async ({ page, watch }) => {
  watch.expect(/Minified React error #418/)
  const comeScripts = await holdScripts(page)
  await open(page, '/login')
  const form = formOf(page)
  await form.username.fill('13800')
  await form.password.fill('secret')
  await form.password.press('ArrowLeft')
  await form.password.evaluate((input) => input.before(document.createElement('img')))
  await comeScripts()
  await expect(form.username).toHaveValue('13800')
  await expect(form.password).toHaveValue('secret')
  await expect(form.password).toBeFocused()
  expect(await caretOf(form.password)).toBe(5)
})

test('Enter before the script logs in as soon as it is there, and nothing gets into an address', async ({
  page,
  merchant,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${request.url()}`))
  const comeScripts = await holdScripts(page)
  await open(page, '/login')
  const form = formOf(page)
  await form.username.fill(merchant.username)
  await form.password.fill(merchant.password)
  await form.password.press('Enter')
  await form.password.press('Enter')
  await expect(page).toHaveURL('/login')
  await comeScripts()
  await expect(page).toHaveURL('/dashboard')
  expect(asked.filter((line) => line.includes(merchant.password))).toEqual([])
  expect(asked.filter((line) => line.startsWith('POST') && line.endsWith('/login'))).toHaveLength(1)
})

test('a button that is pressed before the script does its work then', async ({ page }) => {
  const comeScripts = await holdScripts(page)
  await open(page, '/login')
  const fill = page.getByRole('button', { name: words.fillInAccount.replace('{country}', 'Malaysia') })
  await fill.click()
  await comeScripts()
  await expect(formOf(page).username).toHaveValue('+60123456780')
})

test('a session shows no login form, neither does another page', async ({
  signedIn: page,
  browser,
  watch,
}) => {
  watch.expect(/ERR_FAILED/)
  await page.route(scripts, (route) => route.abort())
  for (const path of ['/', '/login', '/region']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(page.locator('#root')).toBeHidden()
    await expect(page.getByText('The page could not be loaded completely.')).toBeVisible()
    await expect(page).toHaveTitle('Slotwise')
  }
  const context = await browser.newContext({ baseURL: serverUrl() })
  const visitor = await context.newPage()
  await visitor.route(scripts, (route) => route.abort())
  for (const path of ['/signUp', '/forget/', '/404']) {
    await visitor.goto(path, { waitUntil: 'domcontentloaded' })
    await expect(visitor.locator('#root')).toBeHidden()
  }
  await context.close()
})

test('a session that has ended is asked to log in at once', async ({ page, merchant }) => {
  await storeSession(page, { ...merchant.session, exp: '2020-01-01T00:00:00Z' })
  const comeScripts = await holdScripts(page)
  await open(page, '/region')
  await expect(formOf(page).username).toBeVisible()
  await comeScripts()
  await expect(page).toHaveURL('/login')
})

test('a reseller does not see our name first', async ({ page }) => {
  const comeScripts = await holdScripts(page)
  await open(page, '/login?agent=nobody')
  await expect(formOf(page).username).toBeVisible()
  await expect(page.getByText(/Slotwise/).filter({ visible: true })).toHaveCount(0)
  await comeScripts()
  await expect(page.getByText('Slotwise', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('link', { name: words.signUp })).toHaveAttribute('href', '/signUp?agent=nobody')
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })
  test('the form is dark from the beginning', async ({ page }) => {
    const comeScripts = await holdScripts(page)
    await open(page, '/login')
    await expect(formOf(page).username).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('.sw-account-side')).toHaveCSS('background-color', 'rgb(22, 29, 42)')
    await comeScripts()
    await expect(page.locator('.sw-account-side')).toHaveCSS('background-color', 'rgb(22, 29, 42)')
  })
})

test('where scripts are off, the page says so and offers no form', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: serverUrl(), javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/login')
  await expect(page.locator('.sw-no-script')).toBeVisible()
  await expect(page.locator('input').first()).toBeHidden()
  await context.close()
})

test('a script that does not come is told, and the form cannot be sent', async ({ page, watch }) => {
  watch.expect(/ERR_FAILED/)
  await page.route('**/assets/**', (route) => route.abort())
  await page.goto('/login', { waitUntil: 'domcontentloaded' })
  const form = formOf(page)
  // The styles came with the page.
  await expect(form.logIn).toHaveCSS('background-color', 'rgb(29, 58, 143)')
  await form.username.fill('13800138000')
  await form.password.fill('secret-words')
  await form.password.press('Enter')
  await expect(page.getByText('The page could not be loaded completely.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})
