import type { Page } from '@playwright/test'
import { regionFieldWords, fill } from '@slotwise/contract'

import { field, fillAndLeave } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { addArea, addStore, rowOf } from '../support/regions.ts'
import { conflictWords, plainWords, regionWords, uiWords } from '../support/words.ts'

const words = regionWords['en-US']
const ui = uiWords['en-US']
const label = regionFieldWords['en-US']

const drawerOf = (page: Page, title: string) => {
  const drawer = page.getByRole('dialog', { name: title })
  return {
    drawer,
    name: field(drawer, label.area_name),
    phone: field(drawer, label.area_phone),
    address: field(drawer, label.area_address),
    remarks: field(drawer, label.remarks),
  }
}

test('an area is added, edited and deleted', async ({ signedIn: page }) => {
  await page.goto('/region')
  await expect(page.getByText(words.noAreas)).toBeVisible()
  await page.getByRole('button', { name: words.addArea }).first().click()
  const adding = drawerOf(page, words.addArea)
  await expect(adding.name).toBeFocused()
  await adding.name.fill('Harbour front')
  await adding.phone.fill('400-820-1234')
  await adding.address.fill('Quay 7')
  await adding.remarks.fill('Two markets')
  await adding.drawer.getByRole('button', { name: words.addArea }).click()
  await expect(notices(page)).toContainText(words.areaAdded)
  await expect(adding.drawer).toBeHidden()
  const row = rowOf(page, 'Harbour front')
  for (const text of ['400-820-1234', 'Quay 7', 'Two markets']) await expect(row).toContainText(text)

  await row.getByRole('button', { name: `${ui.edit}: Harbour front` }).click()
  const editing = drawerOf(page, words.editArea)
  await expect(editing.name).toHaveValue('Harbour front')
  await editing.name.fill('Harbour')
  await editing.name.press('Enter')
  await expect(notices(page)).toContainText('Saved')
  await expect(rowOf(page, 'Harbour')).toContainText('Quay 7')

  await page.getByRole('button', { name: `${ui.delete}: Harbour` }).click()
  const question = page.getByRole('dialog', { name: fill(words.deleteAreaTitle, { name: 'Harbour' }) })
  await question.getByRole('button', { name: words.deleteArea }).click()
  await expect(notices(page)).toContainText(fill(words.areaDeleted, { name: 'Harbour' }))
  await expect(page.getByText(words.noAreas)).toBeVisible()
})

test('a deletion can be undone', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour', { remarks: 'Two markets' })
  await page.goto('/region')
  await page.getByRole('button', { name: `${ui.delete}: Harbour` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.deleteArea }).click()
  await expect(rowOf(page, 'Harbour')).toHaveCount(0)
  await notices(page).getByRole('button', { name: ui.undo }).click()
  await expect(notices(page)).toContainText(ui.restored)
  await expect(rowOf(page, 'Harbour')).toContainText('Two markets')
})

test('the rules of an area speak at their fields', async ({ signedIn: page }) => {
  await page.goto('/region?open=add')
  const { drawer, name, phone } = drawerOf(page, words.addArea)
  await fillAndLeave(name, '')
  await expect(name).toHaveAccessibleDescription('Required')
  await fillAndLeave(phone, 'ring twice')
  await expect(phone).toHaveAccessibleDescription('Invalid phone number')
  await phone.fill('0755-2688 0000')
  await expect(phone).not.toHaveAttribute('aria-invalid', 'true')
  await fillAndLeave(name, 'n'.repeat(61))
  await expect(name).toHaveAccessibleDescription('At most 60 characters')
  await expect(name).toHaveValue('n'.repeat(61))
  await fillAndLeave(name, '')
  await drawer.getByRole('button', { name: words.addArea }).click()
  await expect(name).toBeFocused()
  await expect(drawer).toBeVisible()
})

test('an area with stores is not deleted, and its stores are named', async ({ signedIn: page, merchant }) => {
  const area = await addArea(merchant, 'Harbour')
  await addStore(merchant, 'Quay 7', { area: area._id })
  await addStore(merchant, 'Fish market', { area: area._id })
  await page.goto('/region')
  await page.getByRole('button', { name: `${ui.delete}: Harbour` }).click()
  const question = page.getByRole('dialog', { name: fill(words.deleteAreaTitle, { name: 'Harbour' }) })
  await question.getByRole('button', { name: words.deleteArea }).click()
  const refusal = question.getByRole('alert')
  await expect(refusal).toContainText('The area still contains 2 stores')
  await expect(refusal).toContainText('Quay 7')
  await expect(refusal).toContainText('Fish market')
  await expect(question.getByRole('button', { name: words.deleteArea })).toHaveCount(0)
  const close = question.getByRole('button').filter({ hasText: plainWords['en-US'].close })
  await expect(close).toBeFocused()
  await close.click()
  await expect(question).toBeHidden()
  await expect(rowOf(page, 'Harbour')).toBeVisible()
})

test('the number of stores leads to the stores of that area', async ({ signedIn: page, merchant }) => {
  const area = await addArea(merchant, 'Harbour')
  await addStore(merchant, 'Quay 7', { area: area._id })
  await addStore(merchant, 'Airport')
  await page.goto('/region')
  await page.getByRole('link', { name: `${fill(words.showStores, { area: 'Harbour' })}: 1` }).click()
  await expect(page).toHaveURL(`/region?tab=stores&area=${area._id}`)
  await expect(rowOf(page, 'Quay 7')).toBeVisible()
  await expect(rowOf(page, 'Airport')).toHaveCount(0)
})

test('the second user to save an area sees the conflict, loads the latest version and loses no input', async ({
  signedIn: page,
  context,
  merchant,
}) => {
  const area = await addArea(merchant, 'Harbour')
  await page.goto(`/region?open=${area._id}`)
  const mine = drawerOf(page, words.editArea)
  await mine.name.fill('Harbour, mine')
  await mine.phone.fill('13900139000')

  const second = await context.newPage()
  await second.goto(`/region?open=${area._id}`)
  const theirs = drawerOf(second, words.editArea)
  await theirs.name.fill('Harbour, theirs')
  await theirs.name.press('Enter')
  await expect(notices(second)).toContainText('Saved')

  await mine.name.press('Enter')
  await expect(mine.drawer).toContainText('Someone else has just changed this')
  await mine.drawer.getByRole('button', { name: ui.reloadLatest }).click()
  await expect(mine.drawer).toContainText(conflictWords['en-US'].latestLoadedBoth)
  await expect(mine.name).toHaveValue('Harbour, mine')
  await mine.drawer.getByRole('button', { name: ui.takeTheirs }).click()
  await expect(mine.name).toHaveValue('Harbour, theirs')
  await expect(mine.phone).toHaveValue('13900139000')
  await mine.name.fill('Harbour, both')
  await mine.name.press('Enter')
  await expect(rowOf(page, 'Harbour, both')).toBeVisible()
})
