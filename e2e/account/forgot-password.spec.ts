import type { Page } from '@playwright/test'

import { fillAndLeave } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn, storeSession } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { codeSentTo, otherCode } from '../support/server.ts'
import { plainWords, publicWords } from '../support/words.ts'

const words = publicWords['en-US']

const formOf = (page: Page) => ({
  phone: page.getByLabel(words.phone, { exact: true }),
  code: page.getByLabel(words.code, { exact: true }),
  password: page.getByLabel(words.newPassword, { exact: true }),
  confirm: page.getByLabel(words.confirm, { exact: true }),
  getCode: page.getByRole('button', { name: plainWords['en-US'].getCode }),
  reset: page.getByRole('button', { name: words.resetPassword }),
})

test('a forgotten password is reset by a text message, and every session ends', async ({
  page,
  context,
  merchant,
  address,
}) => {
  await storeSession(page, merchant.session)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant.mchName)

  // The same user, on a device that is not signed in.
  const other = await context.browser()?.newContext({
    baseURL: new URL(page.url()).origin,
    locale: 'en-US',
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const visitor = await other!.newPage()
  await visitor.goto('/login')
  await visitor.getByRole('link', { name: words.forgotPassword }).click()
  const form = formOf(visitor)
  await form.phone.fill(merchant.phone)
  await form.getCode.click()
  await expect(notices(visitor)).toContainText('SMS sent')
  await form.code.fill(await codeSentTo(merchant.phone))
  await form.password.fill('brand-new-1')
  await form.confirm.fill('brand-new-1')
  await form.reset.click()
  await expect(notices(visitor)).toContainText('Reset success')
  await expect(visitor).toHaveURL('/login')
  await expect(visitor.getByLabel(words.username)).toHaveValue(merchant.phone)
  await visitor.getByLabel(words.password, { exact: true }).fill('brand-new-1')
  await visitor.getByRole('button', { name: words.login, exact: true }).click()
  await expect(visitor).toHaveURL('/dashboard')
  await other!.close()

  await page.goto('/region')
  await expect(page).toHaveURL('/login')
  await expect(logIn(merchant.username, merchant.password, address)).rejects.toThrow('Invalid username')
})

test('a phone without an account gets no code', async ({ page, phone }) => {
  await page.goto('/forget')
  const form = formOf(page)
  await form.phone.fill(phone)
  await form.getCode.click()
  await expect(form.phone).toHaveAccessibleDescription('The phone number is invalid or unregistered')
  await expect(form.getCode).toBeEnabled()
})

test('a phone that is none on the mainland gets no code', async ({ page }) => {
  await page.goto('/forget')
  const form = formOf(page)
  await fillAndLeave(form.phone, '0123456789')
  await expect(form.phone).toHaveAccessibleDescription('Invalid mobile number')
  await form.getCode.click()
  await expect(notices(page)).toContainText('The phone number is invalid or unregistered')
})

test('each field says what is wrong as it is left', async ({ page }) => {
  await page.goto('/forget')
  const form = formOf(page)
  const left = async (field: keyof typeof form, value: string, message: string): Promise<void> => {
    await fillAndLeave(form[field], value)
    await expect(form[field]).toHaveAccessibleDescription(message)
  }
  await left('phone', '', 'Required')
  await left('code', '12345', 'The code has 6 digits')
  await left('password', '12345', 'At least 6 characters')
  await left('confirm', '123456', 'The login passwords are different')
})

test('a wrong code resets nothing', async ({ page, merchant, address }) => {
  await page.goto('/forget')
  const form = formOf(page)
  await form.phone.fill(merchant.phone)
  await form.getCode.click()
  await expect(notices(page)).toContainText('SMS sent')
  await form.code.fill(otherCode(await codeSentTo(merchant.phone)))
  await form.password.fill('brand-new-1')
  await form.confirm.fill('brand-new-1')
  await form.reset.click()
  await expect(form.code).toHaveAccessibleDescription('verification code wrong')
  await expect(page).toHaveURL('/forget')
  expect(await logIn(merchant.username, merchant.password, address)).toMatchObject({ isMain: true })
})
