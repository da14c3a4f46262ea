import type { Page } from '@playwright/test'
import { cooperationWords, regionFieldWords, storeModeWords, fill } from '@slotwise/contract'

import { field, fillAndLeave, pick } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { addArea, addStore, rowOf } from '../support/regions.ts'
import { regionWords, uiWords } from '../support/words.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']
const label = regionFieldWords['en-US']

const drawerOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })

test('a store is added with all its fields, edited and deleted', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour')
  await page.goto('/region?tab=stores')
  await expect(page.getByText(words.noStores)).toBeVisible()
  await page.getByRole('button', { name: words.addStore }).first().click()
  const drawer = drawerOf(page, words.addStore)
  await field(drawer, label.store_name).fill('Quay 7')
  await pick(page, field(drawer, label.area), 'Harbour')
  await field(drawer, label.store_address).fill('Quay 7, by the crane')
  await field(drawer, label.auto_refund).click()
  await field(drawer, label.remarks).fill('Opens at nine')
  await field(drawer, label.store_phone).fill('+60 12-345 6789')
  await field(drawer, label.manager).fill('Lim')
  await field(drawer, label.manager_phone).fill('13800138001')
  await field(drawer, label.customer_no).fill('C-17')
  await pick(page, field(drawer, label.mode), storeModeWords['en-US'].activity)
  await pick(page, field(drawer, label.coo_mode), cooperationWords['en-US'].custom)
  await field(drawer, label.coo_mode_text).fill('first year free')
  await fillAndLeave(field(drawer, label.coo_start_date), '2026-01-01')
  await fillAndLeave(field(drawer, label.coo_end_date), '2026-12-31')
  await drawer.getByRole('button', { name: words.addStore }).click()
  await expect(notices(page)).toContainText(words.storeAdded)
  const row = rowOf(page, 'Quay 7')
  for (const text of [
    'Harbour',
    'Quay 7, by the crane',
    'Lim',
    'first year free',
    '2026-01-01 – 2026-12-31',
    words.on,
  ])
    await expect(row).toContainText(text)

  await row.getByRole('button', { name: `${ui.edit}: Quay 7` }).click()
  const editing = drawerOf(page, words.editStore)
  await expect(field(editing, label.customer_no)).toHaveValue('C-17')
  await expect(field(editing, label.store_phone)).toHaveValue('+60 12-345 6789')
  await expect(field(editing, label.remarks)).toHaveValue('Opens at nine')
  await field(editing, label.store_name).fill('Quay 8')
  await field(editing, label.store_name).press('Enter')
  await expect(notices(page)).toContainText('Saved')

  await page.getByRole('button', { name: `${ui.delete}: Quay 8` }).click()
  const question = page.getByRole('dialog', { name: fill(words.deleteStoreTitle, { name: 'Quay 8' }) })
  await question.getByRole('button', { name: words.deleteStore }).click()
  await expect(notices(page)).toContainText(fill(words.storeDeleted, { name: 'Quay 8' }))
  await expect(page.getByText(words.noStores)).toBeVisible()
})

test('the rules of a store speak at their fields', async ({ signedIn: page }) => {
  await page.goto('/region?tab=stores&open=add')
  const drawer = drawerOf(page, words.addStore)
  const says = async (name: string, value: string, message: string): Promise<void> => {
    await fillAndLeave(field(drawer, name), value)
    await expect(field(drawer, name)).toHaveAccessibleDescription(message)
  }
  await says(label.store_name, '', 'Required')
  await says(label.store_phone, 'no phone', 'Invalid phone number')
  await says(label.manager_phone, '12', 'Invalid phone number')
  await pick(page, field(drawer, label.mode), storeModeWords['en-US'].custom)
  await says(label.mode_text, '', 'Required')
  await fillAndLeave(field(drawer, label.coo_start_date), '2026-06-01')
  await says(label.coo_end_date, '2026-05-31', 'The end date is before the start date')
  await fillAndLeave(field(drawer, label.coo_end_date), '2026-06-30')
  await expect(field(drawer, label.coo_end_date)).not.toHaveAttribute('aria-invalid', 'true')
  // A typed date counts wherever the user goes next.
  await field(drawer, label.coo_end_date).fill('2026-05-01')
  await field(drawer, label.customer_no).click()
  await expect(field(drawer, label.coo_end_date)).toHaveAccessibleDescription(
    'The end date is before the start date',
  )
})

test('a new store is put into the area whose stores are shown', async ({ signedIn: page, merchant }) => {
  const area = await addArea(merchant, 'Harbour')
  await page.goto(`/region?tab=stores&area=${area._id}&open=add`)
  const drawer = drawerOf(page, words.addStore)
  await field(drawer, label.store_name).fill('Quay 9')
  await field(drawer, label.store_name).press('Enter')
  await expect(rowOf(page, 'Quay 9')).toContainText('Harbour')
})

test('a new store can start from an existing one', async ({ signedIn: page, merchant }) => {
  const area = await addArea(merchant, 'Harbour')
  const cooperation = { coo_mode: 'custom', coo_mode_text: 'first year free' } as const
  await addStore(merchant, 'Quay 7', { area: area._id, manager: 'Lim', customer_no: 'C-17', ...cooperation })
  await page.goto('/region?tab=stores&open=add')
  const drawer = drawerOf(page, words.addStore)
  await pick(page, field(drawer, words.startFrom), 'Quay 7')
  await expect(field(drawer, label.manager)).toHaveValue('Lim')
  await expect(field(drawer, label.coo_mode_text)).toHaveValue('first year free')
  await expect(field(drawer, label.customer_no)).toHaveValue('')
  // The name had the focus when the form opened, but the user did not use it.
  await expect(field(drawer, label.store_name)).not.toHaveAttribute('aria-invalid', 'true')
  await field(drawer, label.store_name).fill('Quay 8')
  await field(drawer, label.store_name).press('Enter')
  await expect(rowOf(page, 'Quay 8')).toContainText('Harbour')
  await expect(rowOf(page, 'Quay 8')).toContainText('first year free')
})

test('stores are filtered by area, mode, cooperation and refund, and the address says how', async ({
  signedIn: page,
  merchant,
}) => {
  const area = await addArea(merchant, 'Harbour')
  await addStore(merchant, 'Quay 7', {
    area: area._id,
    mode: 'activity',
    coo_mode: 'gift',
    auto_refund: true,
  })
  await addStore(merchant, 'Airport', { mode: 'routine', coo_mode: 'rent' })
  await page.goto('/region?tab=stores')
  await expect(rowOf(page, 'Airport')).toBeVisible()
  const filters = page.getByRole('search', { name: ui.filters })
  await pick(page, field(filters, label.area), 'Harbour')
  await expect(rowOf(page, 'Airport')).toHaveCount(0)
  await pick(page, field(filters, label.mode), storeModeWords['en-US'].activity)
  await pick(page, field(filters, label.coo_mode), cooperationWords['en-US'].gift)
  await pick(page, field(filters, label.auto_refund), words.on)
  await expect(rowOf(page, 'Quay 7')).toBeVisible()
  await expect(page).toHaveURL(
    `/region?tab=stores&area=${area._id}&mode=activity&coo_mode=gift&auto_refund=true`,
  )
  await page.reload()
  await expect(rowOf(page, 'Quay 7')).toBeVisible()
  await expect(rowOf(page, 'Airport')).toHaveCount(0)
  await pick(page, field(filters, label.coo_mode), cooperationWords['en-US'].sale)
  await expect(page.getByText(ui.noMatch)).toBeVisible()
  await filters.getByRole('button', { name: ui.resetFilters }).click()
  await expect(rowOf(page, 'Airport')).toBeVisible()
  await expect(page).toHaveURL('/region?tab=stores')
  await pick(page, field(filters, label.area), 'Harbour')
  // Also resets the area, because together they would leave no results.
  await pick(page, field(filters, label.in_area), words.inNoArea)
  await expect(page).toHaveURL('/region?tab=stores&in_area=false')
  await expect(rowOf(page, 'Airport')).toBeVisible()
  await expect(rowOf(page, 'Quay 7')).toHaveCount(0)
})

test('the number of devices of a store leads to these devices', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const store = await addStore(merchant, 'Quay 7')
  await addStore(merchant, 'Airport')
  await machines.give(merchant, { title: 'Lobby', storeId: store._id }, { title: 'Elsewhere' })
  await page.goto('/region?tab=stores')
  const devicesOf = (name: string, count: string) =>
    rowOf(page, name).getByRole('link', { name: fill(words.devicesOf, { name, count }) })
  await expect(rowOf(page, 'Airport')).toBeVisible()
  await expect(devicesOf('Airport', '0')).toHaveCount(0)
  await devicesOf('Quay 7', '1').click()
  await expect(page).toHaveURL(`/device?store=${store._id}`)
  await expect(page.getByRole('rowheader').getByRole('link')).toHaveText(['Lobby'])
})
