import { readFile } from 'node:fs/promises'

import { exportWords } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import { addArea, addStore, rowOf } from '../support/regions.ts'
import { uiWords } from '../support/words.ts'

const ui = uiWords['en-US']
const file = exportWords['en-US']

test('an export ends in a notice with the file', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour')
  await page.goto('/region')
  await expect(rowOf(page, 'Harbour')).toBeVisible()
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
  await expect(ready).toBeVisible()
  const download = page.waitForEvent('download')
  await ready.getByRole('button', { name: ui.download }).click()
  const book = await download
  expect(book.suggestedFilename()).toMatch(/^Areas.*\.xlsx$/)
  const bytes = await readFile(await book.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
})

test('the tray keeps the file for later; what is exported is what is filtered, also as CSV', async ({
  signedIn: page,
  merchant,
}) => {
  await addStore(merchant, 'Quay 7')
  await page.goto('/region?tab=stores&q=quay')
  await expect(rowOf(page, 'Quay 7')).toBeVisible()
  const asked = page.waitForRequest('**/api/v1/u/exportRegions')
  await page.getByRole('button', { name: file.format }).click()
  await page.getByRole('menuitem', { name: file.csv }).click()
  expect((await asked).postDataJSON()).toEqual({ kind: 'store', format: 'csv', condition: { q: 'quay' } })
  await expect(page.getByText(ui.exportReady)).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: ui.jobs }).click()
  const tray = page.getByRole('dialog', { name: ui.jobs })
  await expect(tray.getByText(ui.jobDone)).toBeVisible()
  const download = page.waitForEvent('download')
  await tray.getByRole('button', { name: ui.download }).click()
  const table = await download
  expect(table.suggestedFilename()).toMatch(/^Stores.*\.csv$/)
  expect(await readFile(await table.path(), 'utf8')).toMatch(/^\uFEFFStore name,.*\r\nQuay 7,/)
})

test('an empty list has nothing to export', async ({ signedIn: page }) => {
  await page.goto('/region')
  await expect(page.getByRole('button', { name: ui.export, exact: true })).toBeDisabled()
})
