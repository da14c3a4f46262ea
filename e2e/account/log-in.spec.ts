import type { Page } from '@playwright/test'

import { fillAndLeave } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { publicWords } from '../support/words.ts'

const words = publicWords['en-US']

const formOf = (page: Page) => ({
  username: page.getByLabel(words.username, { exact: true }),
  password: page.getByLabel(words.password, { exact: true }),
  logIn: page.getByRole('button', { name: words.login, exact: true }),
  problem: page.getByRole('main').getByRole('alert'),
})

test('the right password leads to the start page', async ({ page, merchant }) => {
  await page.goto('/login')
  const form = formOf(page)
  await expect(form.username).toBeFocused()
  await form.username.fill(merchant.username)
  await form.password.fill(merchant.password)
  await form.logIn.click()
  await expect(notices(page)).toContainText('login success')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant.mchName)
})

test('Enter sends the form, and the password travels as a digest', async ({ page, merchant }) => {
  await page.goto('/login')
  const form = formOf(page)
  await form.username.fill(merchant.username)
  await form.password.fill(merchant.password)
  const sent = page.waitForRequest('**/p/v1/login')
  await form.password.press('Enter')
  expect(await (await sent).postDataJSON()).toEqual({
    username: merchant.username,
    password: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  await expect(page).toHaveURL('/dashboard')
})

test('empty and short fields say so', async ({ page }) => {
  await page.goto('/login')
  const form = formOf(page)
  await form.logIn.click()
  await expect(form.username).toHaveAccessibleDescription('Please enter your username or phone number')
  await expect(form.password).toHaveAccessibleDescription('Please enter the password')
  await expect(form.username).toBeFocused()
  await fillAndLeave(form.password, '12345')
  await expect(form.password).toHaveAccessibleDescription('At least 6 characters')
  await form.password.fill('123456')
  await expect(form.password).not.toHaveAttribute('aria-invalid')
})

test('a wrong password and an unknown name are told in the same words', async ({ page, merchant }) => {
  await page.goto('/login')
  const form = formOf(page)
  for (const username of [merchant.username, 'nobody-of-this-name']) {
    await form.username.fill(username)
    await form.password.fill('not-the-one')
    await form.logIn.click()
    await expect(form.problem).toHaveText('Invalid username or password')
  }
  await expect(page).toHaveURL('/login')
})

test('any other failure begins with the same words and says more below', async ({ page, watch }) => {
  watch.expect(/ERR_CONNECTION_RESET/)
  await page.goto('/login')
  const form = formOf(page)
  await page.route('**/p/v1/login', (route) => route.abort('connectionreset'))
  await form.username.fill('13800138000')
  await form.password.fill('slotwise')
  await form.logIn.click()
  await expect(form.problem).toContainText('Invalid username or password')
  await expect(page.getByText('Request timeout, please retry')).toBeVisible()
})

test('five failures block the account for this address and count the time down', async ({
  page,
  merchant,
}) => {
  await page.clock.install()
  await page.goto('/login')
  const form = formOf(page)
  await form.username.fill(merchant.username)
  await form.password.fill('not-the-one')
  for (let failure = 1; failure <= 5; failure += 1) {
    const answered = page.waitForResponse('**/p/v1/login')
    await form.logIn.click()
    await answered
    await expect(form.problem).toHaveText('Invalid username or password')
  }
  await form.password.fill(merchant.password)
  await form.logIn.click()
  const wait = page.getByText(/^Too many attempts, try again in/)
  await expect(wait).toHaveText(/in 15 minutes$/)
  await expect(form.problem).toHaveText('Invalid username or password')
  await page.clock.fastForward(600_000)
  await expect(wait).toHaveText(/in [45] minutes$/)
  await page.clock.fastForward(200_000)
  await expect(wait).toHaveText(/in \d+ seconds$/)
  await page.clock.fastForward(100_000)
  await expect(form.problem).toHaveCount(0)
  await expect(wait).toHaveCount(0)
})

test('a signed-in user who opens the login page is sent to the start page', async ({
  signedIn: page,
  merchant,
}) => {
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant.mchName)
})

test('addresses are read without regard to case', async ({ page }) => {
  await page.goto('/LOGIN')
  await expect(page.getByRole('heading', { name: words.loginTitle })).toBeVisible()
  await page.goto('/SIGNUP/')
  await expect(page.getByRole('heading', { name: words.signUpTitle })).toBeVisible()
})

for (const { country, username, merchant } of [
  { country: 'Mainland China', username: '13800138000', merchant: '演示商户' },
  { country: 'Malaysia', username: '+60123456780', merchant: 'Demo Malaysia' },
])
  test(`the demo account of ${country} fills itself in`, async ({ page }) => {
    await page.goto('/login')
    const form = formOf(page)
    await page.getByRole('button', { name: words.fillInAccount.replace('{country}', country) }).click()
    await expect(form.username).toHaveValue(username)
    await form.logIn.click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant)
  })
