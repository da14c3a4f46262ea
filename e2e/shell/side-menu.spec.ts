import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'
import { shellWords } from '../support/words.ts'

const words = shellWords['en-US']

const menuWidth = async (page: Page): Promise<number | undefined> =>
  (await page.getByRole('complementary').boundingBox())?.width

test('the side menu is 200 px wide, 65 px collapsed, and stays as it was left', async ({
  signedIn: page,
}) => {
  await page.goto('/')
  const entry = page.getByRole('navigation', { name: words.menu }).getByRole('link', { name: words.region })
  await expect(entry).toHaveText(words.region)
  await expect.poll(() => menuWidth(page)).toBe(200)
  await page.getByRole('button', { name: words.collapseMenu }).click()
  await expect.poll(() => menuWidth(page)).toBe(65)
  await page.reload()
  await expect.poll(() => menuWidth(page)).toBe(65)
  await expect(entry).toBeVisible()
  await page.getByRole('button', { name: words.expandMenu }).click()
  await expect.poll(() => menuWidth(page)).toBe(200)
})

test('at 1330 px and below it is forced narrow, and the button lays the whole menu over the page', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 1331, height: 800 })
  await page.goto('/')
  await expect.poll(() => menuWidth(page)).toBe(200)
  await page.setViewportSize({ width: 1330, height: 800 })
  await expect.poll(() => menuWidth(page)).toBe(65)
  await page.getByRole('button', { name: words.openMenu }).click()
  const overlay = page.getByRole('dialog', { name: words.menu })
  await overlay.getByRole('link', { name: words.region }).click()
  await expect(page).toHaveURL('/region')
  await expect(overlay).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect.poll(() => menuWidth(page)).toBe(200)
})

test('under 768 px it is a drawer', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto('/')
  await expect.poll(() => menuWidth(page)).toBe(65)
  await page.setViewportSize({ width: 767, height: 800 })
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.getByRole('button', { name: words.openMenu }).click()
  const overlay = page.getByRole('dialog', { name: words.menu })
  await expect(overlay.getByRole('link', { name: words.region })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(overlay).toBeHidden()
})

test('the first stop of the keyboard skips to the content', async ({ signedIn: page }) => {
  await page.goto('/region')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: words.skipToContent })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
