import { expect, test } from '../support/fixtures.ts'
import type { Merchant } from '../support/merchant.ts'
import { addStore } from '../support/regions.ts'
import { deviceWords, bindWords } from '../support/words.ts'

const title = deviceWords['en-US'].bindDevice
const storeLabel = bindWords['en-US'].store
const nameOf = (n: number): string => `Store ${String(n).padStart(3, '0')}`
const count = 120

async function addStores(merchant: Merchant): Promise<void> {
  for (let n = 1; n <= count; n += 1) await addStore(merchant, nameOf(n))
}

test('a picker loads further rows while it is scrolled, by wheel and by key', async ({
  signedIn: page,
  merchant,
}) => {
  await addStores(merchant)
  await page.goto('/device?open=bind')
  const store = page.getByRole('dialog', { name: title }).getByRole('combobox', { name: storeLabel })
  await store.click()
  const popup = page.locator('.ant-select-dropdown:visible')
  await expect(popup.getByRole('status')).toHaveText(
    '50 of 120 shown. Scroll for more, or type to narrow down.',
  )
  await popup.locator('.ant-select-item-option').first().hover()
  await expect(async () => {
    await page.mouse.wheel(0, 5_000)
    await expect(popup.getByTitle(nameOf(count), { exact: true })).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 120_000 })
  await expect(popup.getByRole('status')).toHaveCount(0)
  await popup.getByTitle(nameOf(count), { exact: true }).click()
  await expect(page.getByRole('dialog', { name: title })).toContainText(nameOf(count))
})

test('arrow keys reach rows behind the first page', async ({ signedIn: page, merchant }) => {
  await addStores(merchant)
  await page.goto('/device?open=bind')
  const store = page.getByRole('dialog', { name: title }).getByRole('combobox', { name: storeLabel })
  await store.click()
  const popup = page.locator('.ant-select-dropdown:visible')
  await expect(popup.getByRole('status')).toContainText('50 of 120')
  const active = popup.locator('.ant-select-item-option-active')
  await expect(active).toHaveAttribute('title', nameOf(1))
  for (let n = 2; n <= 60; n += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(active).toHaveAttribute('title', nameOf(n))
    if (n === 30) await expect(popup.getByRole('status')).toContainText('50 of 120')
  }
  await expect(popup.getByRole('status')).toContainText('100 of 120')
})
