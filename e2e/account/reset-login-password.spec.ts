import type { Page } from '@playwright/test'

import { chooseInUserMenu, field, fillAndLeave } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn, storeSession } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { codeSentTo, otherCode } from '../support/server.ts'
import { plainWords, resetLoginWords } from '../support/words.ts'

const words = resetLoginWords['en-US']

const drawerOf = (page: Page) => {
  const drawer = page.getByRole('dialog', { name: words.title })
  return {
    drawer,
    code: field(drawer, words.code),
    password: field(drawer, words.password),
    confirm: field(drawer, words.confirm),
    getCode: drawer.getByRole('button', { name: plainWords['en-US'].getCode }),
    reset: drawer.getByRole('button', { name: words.submit }),
  }
}

test('after a reset: the message, half a second later the notice, another second later the login page', async ({
  page,
  merchant,
  address,
}) => {
  await storeSession(page, merchant.session)
  await page.clock.install()
  await page.goto('/')
  await chooseInUserMenu(page, 'resetLoginPassword')
  const { drawer, code, password, confirm, getCode, reset } = drawerOf(page)
  await getCode.click()
  await expect(notices(page)).toContainText('SMS sent')
  const sent = await codeSentTo(merchant.phone)
  expect(sent).toMatch(/^\d{4}$/)
  await code.fill(sent)
  await password.fill('brand-new-1')
  await confirm.fill('brand-new-1')

  await page.clock.pauseAt(Date.now() + 60_000)
  await reset.click()
  await expect(notices(page)).toContainText(words.done)
  await page.clock.runFor(450)
  await expect(notices(page)).not.toContainText(words.logInAgain)
  await page.clock.runFor(100)
  await expect(notices(page)).toContainText(words.logInAgain)
  await page.clock.runFor(900)
  await expect(page).toHaveURL('/dashboard')
  await page.clock.runFor(100)
  await expect(page).toHaveURL('/login')
  await expect(drawer).toBeHidden()

  await expect(logIn(merchant.username, merchant.password, address)).rejects.toThrow('Invalid username')
  expect(await logIn(merchant.username, 'brand-new-1', address)).toMatchObject({ isMain: true })
})

test('after a reset no message says that the session timed out', async ({ page, merchant }) => {
  await storeSession(page, merchant.session)
  await page.goto('/')
  await chooseInUserMenu(page, 'resetLoginPassword')
  const { code, password, confirm, getCode, reset } = drawerOf(page)
  await getCode.click()
  await expect(notices(page)).toContainText('SMS sent')
  await code.fill(await codeSentTo(merchant.phone))
  await password.fill('brand-new-1')
  await confirm.fill('brand-new-1')
  await reset.click()
  await expect(notices(page)).toContainText(words.logInAgain)
  await expect(page).toHaveURL('/login')
  await expect(notices(page)).not.toContainText('Login timeout')
})

test('each rule speaks at its field as it is left', async ({ signedIn: page }) => {
  await page.goto('/')
  await chooseInUserMenu(page, 'resetLoginPassword')
  const { code, password, confirm } = drawerOf(page)
  await fillAndLeave(code, '123')
  await expect(code).toHaveAccessibleDescription('The code has 4 digits')
  await fillAndLeave(password, '12345')
  await expect(password).toHaveAccessibleDescription('At least 6 characters')
  await fillAndLeave(confirm, '123456')
  await expect(confirm).toHaveAccessibleDescription('The login passwords are different')
})

test('asking for the code leads to its field, which is not blamed for being empty', async ({
  page,
  merchant,
}) => {
  await storeSession(page, merchant.session)
  await page.goto('/')
  await chooseInUserMenu(page, 'resetLoginPassword')
  const { code, getCode } = drawerOf(page)
  await getCode.click()
  await expect(notices(page)).toContainText('SMS sent')
  await expect(code).toBeFocused()
  await expect(code).not.toHaveAttribute('aria-invalid', 'true')
})

test('a wrong code resets nothing', async ({ page, merchant, address }) => {
  await storeSession(page, merchant.session)
  await page.goto('/')
  await chooseInUserMenu(page, 'resetLoginPassword')
  const { code, password, confirm, getCode, reset } = drawerOf(page)
  await getCode.click()
  await expect(notices(page)).toContainText('SMS sent')
  await code.fill(otherCode(await codeSentTo(merchant.phone)))
  await password.fill('brand-new-1')
  await confirm.fill('brand-new-1')
  await reset.click()
  await expect(code).toHaveAccessibleDescription('verification code wrong')
  expect(await logIn(merchant.username, merchant.password, address)).toMatchObject({ isMain: true })
})

test('an account without a mainland number is told to ask the staff', async ({
  page,
  newMerchant,
  malaysianPhone,
}) => {
  const merchant = await newMerchant({ country: 'MY', phone: malaysianPhone })
  await storeSession(page, merchant.session)
  await page.goto('/')
  await chooseInUserMenu(page, 'resetLoginPassword')
  await expect(notices(page)).toContainText('Your account is not supported, please contact the staff')
  await expect(page.getByRole('dialog', { name: words.title })).toBeHidden()
})
