/** Where a login leads that was not asked for. */
import type { Page } from '@playwright/test'
import { accountCalls } from '@slotwise/contract'

import { chooseInUserMenu } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import type { Merchant } from '../support/merchant.ts'
import { callServer } from '../support/server.ts'
import { publicWords } from '../support/words.ts'

const words = publicWords['en-US']

async function logIn(page: Page, { username, password }: Merchant): Promise<void> {
  await page.getByLabel(words.username, { exact: true }).fill(username)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: words.login, exact: true }).click()
}

test('a link leads through the login to its page, with its filter, and only once', async ({
  page,
  merchant,
}) => {
  await page.goto('/region?tab=store&name=Harbour')
  await expect(page).toHaveURL('/login')
  await logIn(page, merchant)
  await expect(page).toHaveURL('/region?tab=store&name=Harbour')
  await chooseInUserMenu(page, 'logOut')
  await expect(page).toHaveURL('/login')
  await logIn(page, merchant)
  await expect(page).toHaveURL('/dashboard')
})

test('after a session that was ended elsewhere, the login leads back to the open page', async ({
  signedIn: page,
  merchant,
}) => {
  await page.goto('/goods')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await callServer(accountCalls.logout, {}, merchant.caller)
  await page.reload()
  await expect(page).toHaveURL('/login')
  await logIn(page, merchant)
  await expect(page).toHaveURL('/goods')
})
