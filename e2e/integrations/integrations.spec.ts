import { fill, integrationFieldWords, keyStateWords, regionCalls } from '@slotwise/contract'

import { pick } from '../support/console.ts'
import { passGate } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addStore } from '../support/regions.ts'
import { serverUrl } from '../support/server.ts'
import { addRole, setOperationPassword } from '../support/staff.ts'
import { integrationWords, shellWords, uiWords } from '../support/words.ts'

const words = integrationWords['en-US']
const label = integrationFieldWords['en-US']

/** The stores that a key sees; the status of the answer where it is refused. */
async function storesSeenBy(key: string, address: string): Promise<string[] | number> {
  const response = await fetch(serverUrl() + regionCalls.getAllStore.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      authorization: `Bearer ${key}`,
    },
    body: '{"condition":{}}',
  })
  if (!response.ok) return response.status
  const { result } = (await response.json()) as { result: { data: { store_name: string }[] } }
  return result.data.map(({ store_name: name }) => name)
}

test('a key is made with the operation password, shown once, used by a program, edited, and ends when it is revoked', async ({
  merchant,
  consoleOf,
  address,
}) => {
  await setOperationPassword(merchant)
  await addRole(merchant, 'Books', ['order.buyBill'])
  await addStore(merchant, 'Pier 3')
  const page = await consoleOf(merchant.username, merchant.password)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: shellWords['en-US'].account, exact: true }).click()
  await page.getByRole('link', { name: shellWords['en-US'].integrations }).click()
  await expect(page).toHaveURL('/integrations')
  await page.getByRole('button', { name: words.addKey }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel(label.name).fill('ERP')
  await pick(page, form.getByLabel(label.roleid), 'Books')
  await form.getByRole('button', { name: words.makeKey }).click()
  await passGate(page)

  const shown = page.getByRole('dialog', { name: fill(words.keyMade, { name: 'ERP' }) })
  const key = await shown.locator('code').innerText()
  expect(key).toMatch(/^sk_/)
  await shown.getByRole('button', { name: words.stored }).click()
  await expect(shown).toBeHidden()
  const row = page.getByRole('row', { name: 'ERP' })
  await expect(row).toContainText(`sk_…${key.slice(-4)}`)
  await expect(page.getByText(key)).toHaveCount(0)
  expect(await storesSeenBy(key, address)).toEqual(['Pier 3'])

  await row.getByRole('button', { name: `${uiWords['en-US'].edit}: ERP` }).click()
  const edit = page.getByRole('dialog', { name: fill(words.editKeyTitle, { name: 'ERP' }) })
  await edit.getByLabel(label.name).fill('ERP Johor')
  await edit.getByRole('button', { name: words.saveKey }).click()
  await expect(edit).toBeHidden()
  await expect(row).toContainText('ERP Johor')
  expect(await storesSeenBy(key, address)).toEqual(['Pier 3'])

  await row.getByRole('button', { name: `${words.revoke}: ERP` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.revokeKey }).click()
  await expect(row).toContainText(keyStateWords['en-US'].revoked)
  expect(await storesSeenBy(key, address)).toBe(401)
})

test('a developer finds a call in the API reference without logging in, with its fields and a command', async ({
  page,
}) => {
  await page.goto('/api-docs')
  await page.getByRole('searchbox').fill('getBuyBill')
  await page.getByText('/api/v1/b/getBuyBill', { exact: true }).click()
  await expect(page.getByText('condition.orderno', { exact: true })).toBeVisible()
  await expect(page.locator('pre')).toContainText('authorization: Bearer sk_…')
  await page.getByRole('searchbox').fill('remoteOuting')
  await expect(page.getByText('/api/v1/d/remoteOuting')).toHaveCount(0)
})
