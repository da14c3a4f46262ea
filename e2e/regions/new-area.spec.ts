import { regionFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { regionWords } from '../support/words.ts'

const words = regionWords['en-US']
const label = regionFieldWords['en-US']

test('an area is added from the form of a store, which keeps what was typed and chooses it', async ({
  signedIn: page,
}) => {
  await page.goto('/region?tab=stores&open=add')
  const drawer = page.getByRole('dialog', { name: words.addStore })
  await field(drawer, label.store_name).fill('Quay 7')
  await drawer.getByRole('button', { name: words.addArea }).click()
  const inner = page.getByRole('dialog', { name: words.addArea })
  await field(inner, label.area_name).fill('Harbour')
  await page.keyboard.press('Enter')
  await expect(notices(page)).toContainText(words.areaAdded)
  await expect(inner).toHaveCount(0)
  await expect(drawer).toContainText('Harbour')
  await expect(field(drawer, label.store_name)).toHaveValue('Quay 7')
  await drawer.getByRole('button', { name: words.addStore }).click()
  await expect(page.getByRole('row', { name: /Quay 7/ })).toContainText('Harbour')
})
