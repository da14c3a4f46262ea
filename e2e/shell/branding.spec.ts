import { writeFile } from 'node:fs/promises'

import type { Locator } from '@playwright/test'

import { chooseInUserMenu } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { ops } from '../support/server.ts'
import { publicWords } from '../support/words.ts'

const words = publicWords['en-US']

/** A picture of 8 by 8 dots to upload. */
const dots = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR4nGOQterHihiGlgQAW5I5gdokJAQAAAAASUVORK5CYII=',
  'base64',
)

const isDrawn = (image: Locator): Promise<boolean> =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0)

test('an agent in the address brands the pages before login, and is remembered', async ({
  page,
}, testInfo) => {
  const logo = testInfo.outputPath('logo.png')
  await writeFile(logo, dots)
  await ops(
    'agent',
    'set',
    '--code',
    'harbour-7',
    '--name',
    'Harbour Vending',
    '--copyright',
    '© Harbour',
    '--logo',
    logo,
  )

  await page.goto('/login?agent=harbour-7')
  await expect(page).toHaveTitle(`${words.loginTitle} · Harbour Vending`)
  await expect(page.getByText('Harbour Vending').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText('© Harbour')).toBeVisible()
  await expect(page.getByText(/Slotwise/)).toHaveCount(0)
  await expect.poll(() => isDrawn(page.locator('img').filter({ visible: true }))).toBe(true)

  await page.getByRole('link', { name: words.signUp }).click()
  await expect(page).toHaveURL('/signUp?agent=harbour-7')
  await expect(page).toHaveTitle(`${words.signUpTitle} · Harbour Vending`)
  await page.goto('/forget')
  await expect(page).toHaveTitle(`${words.forgetTitle} · Harbour Vending`)
  await page.goto('/')
  await expect(page).toHaveURL('/login?agent=harbour-7')
})

test('an unknown or impossible agent leaves our own name', async ({ page }) => {
  await page.goto('/login?agent=nobody')
  await expect(page).toHaveTitle(`${words.loginTitle} · Slotwise`)
  await page.goto('/login?agent=%3Cscript%3E')
  await expect(page).toHaveTitle(`${words.loginTitle} · Slotwise`)
  expect(await page.evaluate(() => localStorage.getItem('slotwise.agent'))).toBe('nobody')
})

test('an agent brands nothing behind the login', async ({ signedIn: page, merchant }) => {
  await ops('agent', 'set', '--code', 'quay-3', '--name', 'Quay Vending')
  await page.goto('/region?agent=quay-3')
  await expect(page).toHaveTitle(/ · Slotwise$/)
  await expect(page.getByRole('link', { name: /^Slotwise/ })).toBeVisible()
  await expect(page.getByText('Quay Vending')).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(merchant.mchName)
  await expect(page.getByText('Quay Vending')).toHaveCount(0)
})

test("the operator's title, logo and copyright replace ours in a merchant's console", async ({
  signedIn: page,
  merchant,
}, testInfo) => {
  const logo = testInfo.outputPath('logo.png')
  await writeFile(logo, dots)
  const { username } = merchant
  await ops(
    'custom',
    'set',
    '--username',
    username,
    '--title',
    'Harbour Cloud',
    '--copyright',
    '© Harbour',
    '--logo',
    logo,
  )

  await page.goto('/')
  await expect(page).toHaveTitle(/ · Harbour Cloud$/)
  await expect(page.getByText('© Harbour')).toBeVisible()
  const brand = page.getByRole('link', { name: /^Harbour Cloud/ })
  await expect.poll(() => isDrawn(brand.locator('img'))).toBe(true)
  await expect(page.getByText(/Slotwise/)).toHaveCount(0)

  await ops('custom', 'clear', '--username', username)
  await page.reload()
  await expect(page).toHaveTitle(/ · Slotwise$/)
  await chooseInUserMenu(page, 'logOut')
  await expect(page).toHaveTitle(`${words.loginTitle} · Slotwise`)
})
