import { dayOf, dayRange, referrerFieldWords } from '@slotwise/contract'

import { field, pick } from '../support/console.ts'
import { sellDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { addStore } from '../support/regions.ts'
import { rows } from '../support/sales.ts'
import { monthWords, referrerWords, uiWords } from '../support/words.ts'

test.use({ activity: true })

const words = referrerWords['en-US']
const label = referrerFieldWords['en-US']
const ui = uiWords['en-US']
const months = monthWords['en-US']

test('a merchant adds a referrer for a store, reads the commission, and deletes and restores it', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const harbour = await addStore(merchant, 'Harbour')
  await addStore(merchant, 'Airport')
  const [lobby, gate] = await machines.give(
    merchant,
    { title: 'Lobby', storeId: harbour._id },
    { title: 'Gate' },
  )
  await sellDirectly(merchant.session.token, lobby!.sn, [
    { client: 'coin', total_price: 1_010 },
    { client: 'ezcard', total_price: 5_000, status: 10, refunded: 2_000 },
    { client: 'gift', total_price: 0 },
  ])
  await sellDirectly(merchant.session.token, gate!.sn, [{ client: 'coin', total_price: 90_000 }])

  await page.goto('/referrer')
  await expect(page.getByText(words.none)).toBeVisible()
  await page.getByRole('button', { name: words.add }).first().click()
  const form = page.getByRole('dialog', { name: words.add })
  await field(form, label.name).fill('Chen')
  await field(form, label.number).fill('A-7')
  await pick(page, form.getByRole('combobox', { name: label.region }), 'Harbour')
  await field(form, label.commission).fill('12.5')
  await form.getByRole('button', { name: words.add }).click()
  await expect(form).toBeHidden()

  // 12.5 % of 10.10 and 30.00 is 5.0125.
  const row = rows(page).first()
  for (const text of ['Chen', 'A-7', 'Harbour', '12.50%', '40.10', '5.01'])
    await expect(row).toContainText(text)

  await row.getByRole('button', { name: 'Chen', exact: true }).click()
  const statement = page.getByRole('dialog', { name: 'Commission statement of Chen' })
  await expect(statement.getByRole('row').filter({ hasText: 'Harbour' })).toContainText('40.10')
  await expect(statement.locator('tfoot')).toContainText('5.01')
  const asked = page.waitForRequest(/exportReferrers$/)
  await statement.getByRole('button', { name: ui.export, exact: true }).click()
  const today = dayOf(new Date(), 480)
  expect((await asked).postDataJSON()).toMatchObject({
    condition: { month: today.slice(0, 7) },
    format: 'xlsx',
  })
  await statement.getByRole('button', { name: months.before }).click()
  await expect(page).toHaveURL(new RegExp(`month=${dayRange('lastMonth', today).from.slice(0, 7)}`))
  await expect(statement.getByText(words.noSales)).toBeVisible()
  await expect(page.getByText(/^No referrers in /)).toBeVisible()
  await statement.getByRole('button', { name: months.after }).click()
  await expect(page).not.toHaveURL(/month=/)
  await page.keyboard.press('Escape')
  await expect(statement).toBeHidden()

  await page.getByRole('button', { name: `${ui.edit}: Chen` }).click()
  const editing = page.getByRole('dialog', { name: words.edit })
  await field(editing, label.commission).fill('10')
  await editing.getByRole('button', { name: words.save }).click()
  await expect(row).toContainText('4.01')

  await page.getByRole('button', { name: `${ui.delete}: Chen` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.delete }).click()
  await expect(rows(page)).toHaveCount(0)
  await page.getByRole('button', { name: ui.undo }).click()
  await expect(rows(page)).toHaveCount(1)
})
