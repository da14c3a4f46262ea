import type { Page } from '@playwright/test'
import { businessWords, countryWords, fill } from '@slotwise/contract'

import { fillAndLeave } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { codeSentTo, otherCode } from '../support/server.ts'
import { plainWords, publicWords } from '../support/words.ts'

const words = publicWords['en-US']

/** The fields of the form, by their labels. */
const formOf = (page: Page) => ({
  business: page.getByLabel(words.business, { exact: true }),
  mchName: page.getByLabel(words.mchName, { exact: true }),
  country: page.getByLabel(words.country, { exact: true }),
  phone: page.getByLabel(words.phone, { exact: true }),
  code: page.getByLabel(words.code, { exact: true }),
  password: page.getByLabel(words.newPassword, { exact: true }),
  confirm: page.getByLabel(words.confirm, { exact: true }),
  getCode: page.getByRole('button', { name: plainWords['en-US'].getCode }),
  agree: page.getByRole('checkbox'),
  signUp: page.getByRole('button', { name: words.signUp }),
})

/** On the sign-up page: requests a code for a mainland number. */
async function askForCode(page: Page, phone: string) {
  await page.goto('/signUp')
  const form = formOf(page)
  await form.country.selectOption(countryWords['en-US'].CN)
  await form.phone.fill(phone)
  await form.getCode.click()
  return form
}

test('a mainland merchant signs up with the code from the inbox and logs in', async ({ page, phone }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: words.signUp }).click()
  await expect(page).toHaveURL('/signUp')
  const form = formOf(page)
  await form.business.selectOption(businessWords['en-US'].vm)
  await form.mchName.fill('Pearl River Vending')
  await form.phone.fill(phone)
  const other = page.getByRole('button', {
    name: fill(words.otherCountry, { country: countryWords['en-US'].CN }),
  })
  await other.click()
  await expect(form.country).toHaveValue('CN')
  await expect(other).toHaveCount(0)
  await expect(page.getByText('+86', { exact: true })).toBeVisible()
  await form.getCode.click()
  await expect(notices(page)).toContainText('SMS sent')
  await form.code.fill(await codeSentTo(phone))
  await form.password.fill('river-2024')
  await expect(form.code).toHaveAccessibleDescription(words.codeRight)
  await form.confirm.fill('river-2024')
  await form.signUp.click()
  await expect(form.agree).toBeFocused()
  await expect(form.agree).toHaveAccessibleDescription(words.agreeFirst)
  await expect(page.getByRole('link', { name: words.privacy })).toHaveAttribute('href', /^\/demo-terms.html#/)
  await form.agree.check()
  await form.signUp.click()
  await expect(notices(page)).toContainText('registration success')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Pearl River Vending')
})

test('a Malaysian merchant signs up, Malaysia being the country to begin with', async ({
  page,
  malaysianPhone,
  watch,
}) => {
  await page.goto('/signUp')
  const form = formOf(page)
  await expect(form.country).toHaveValue('MY')
  await form.business.selectOption(businessWords['en-US'].gpm)
  await form.mchName.fill('Kedai Kapsul')
  await form.phone.fill(malaysianPhone)
  await form.getCode.click()
  await expect(notices(page)).toContainText('SMS sent')
  await form.code.fill(await codeSentTo(malaysianPhone))
  await form.password.fill('kapsul-2024')
  await expect(form.code).toHaveAccessibleDescription(words.codeRight)
  await form.confirm.fill('kapsul-2024')
  await form.agree.check()
  watch.expect(/ERR_CONNECTION_RESET/)
  await page.route('**/p/v1/login', (route) => route.abort('connectionreset'), { times: 1 })
  await form.confirm.press('Enter')
  await expect(notices(page)).toContainText('registration success')

  // A login that fails after the registration leaves the name for the next try.
  await expect(page.getByLabel(words.username)).toHaveValue(`+60${malaysianPhone.slice(1)}`)
  // The number in its national format works too.
  await page.getByLabel(words.username).fill(malaysianPhone)
  await page.getByLabel(words.password, { exact: true }).fill('kapsul-2024')
  await page.getByLabel(words.password, { exact: true }).press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('each field says what is wrong as it is left', async ({ page }) => {
  await page.goto('/signUp')
  const form = formOf(page)
  for (const field of [form.business, form.mchName, form.phone, form.password]) {
    await field.focus()
    await page.keyboard.press('Tab')
  }
  await expect(form.business).toHaveAccessibleDescription('Required')
  await expect(form.mchName).toHaveAccessibleDescription('Required')
  await expect(form.phone).toHaveAccessibleDescription('Required')
  await expect(form.password).toHaveAccessibleDescription('Please enter the password')

  const left = async (field: keyof typeof form, value: string, message: string): Promise<void> => {
    await fillAndLeave(form[field], value)
    await expect(form[field]).toHaveAccessibleDescription(message)
    await expect(form[field]).toHaveAttribute('aria-invalid', 'true')
  }
  await left('phone', '123', 'Invalid phone number')
  await form.country.selectOption(countryWords['en-US'].CN)
  await left('phone', '12345678901', 'Invalid mobile number')
  await left('password', '12345', 'At least 6 characters')
  await form.password.fill('abcdefg')
  await expect(form.password).toHaveAccessibleDescription(words.passwordHint)
  await left('confirm', 'abcdefh', 'The login passwords are different')
  await left('code', '123456', 'Click get code first')
})

test('sending a code removes the error of the code field', async ({ page, phone }) => {
  await page.goto('/signUp')
  const form = formOf(page)
  await form.country.selectOption(countryWords['en-US'].CN)
  await form.phone.fill(phone)
  await form.signUp.click()
  await expect(form.code).toHaveAccessibleDescription('Click get code first')
  await form.getCode.click()
  await expect(notices(page)).toContainText('SMS sent')
  await expect(form.code).not.toHaveAttribute('aria-invalid')
  await expect(form.mchName).toHaveAccessibleDescription('Required')
})

test('a name that is too long is reported, not cut off', async ({ page }) => {
  await page.goto('/signUp')
  const form = formOf(page)
  await fillAndLeave(form.mchName, 'n'.repeat(61))
  await expect(form.mchName).toHaveAccessibleDescription('At most 60 characters')
  await expect(form.mchName).toHaveValue('n'.repeat(61))
})

test('an invalid mainland phone gets no code but a warning', async ({ page }) => {
  const form = await askForCode(page, '12345')
  await expect(notices(page)).toContainText('Invalid mobile number')
  await expect(form.getCode).toBeEnabled()
})

test('a code of the wrong length or with wrong digits is refused at its field', async ({ page, phone }) => {
  const form = await askForCode(page, phone)
  await expect(notices(page)).toContainText('SMS sent')
  await fillAndLeave(form.code, '123')
  await expect(form.code).toHaveAccessibleDescription('SMS code wrong')
  await fillAndLeave(form.code, otherCode(await codeSentTo(phone)))
  await expect(form.code).toHaveAccessibleDescription('Invalid verification')

  await form.business.selectOption(businessWords['en-US'].mc)
  await form.mchName.fill('Pulse')
  await form.password.fill('pulse-2024')
  await form.confirm.fill('pulse-2024')
  await form.signUp.click()
  await expect(form.code).toBeFocused()
  await expect(page).toHaveURL('/signUp')
})

test('another phone needs another code', async ({ page, phone }) => {
  const form = await askForCode(page, phone)
  await expect(notices(page)).toContainText('SMS sent')
  await form.phone.fill('13912345678')
  await fillAndLeave(form.code, await codeSentTo(phone))
  await expect(form.code).toHaveAccessibleDescription('Click get code first')
})

test('after a code was sent the button counts 60 seconds down', async ({ page, phone }) => {
  await page.clock.install()
  const form = await askForCode(page, phone)
  const waiting = page.getByRole('button', { name: /^Resend in \d+ s$/ })
  await expect(waiting).toBeDisabled()
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('button', { name: /^Resend in (2\d|30) s$/ })).toBeDisabled()
  await page.clock.fastForward(31_000)
  await expect(form.getCode).toBeEnabled()
})

test('a code asked for again too soon is refused with the seconds to wait', async ({ page, phone }) => {
  const form = await askForCode(page, phone)
  await expect(notices(page)).toContainText('SMS sent')
  await page.reload()
  await form.country.selectOption(countryWords['en-US'].CN)
  await form.phone.fill(phone)
  await form.getCode.click()
  await expect(notices(page)).toContainText(/try again in \d+ seconds/)
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled()
})

test('a phone that has an account is refused at its field', async ({ page, merchant }) => {
  const form = await askForCode(page, merchant.phone)
  await expect(form.phone).toHaveAccessibleDescription('This phone number is already registered')
})
