import { readFile } from 'node:fs/promises'

import { uiWords } from '../../apps/web/src/ui/messages/messages.ts'
import { expect, test } from '../support/fixtures.ts'
import { addArea, addStore, rowOf } from '../support/regions.ts'

const ui = uiWords['en-US']

test('an export ends in a notice with the file', async ({ signedIn: page, merchant }) => {
  await addArea(merchant, 'Harbour')
  await page.goto('/region')
  await expect(rowOf(page, 'Harbour')).toBeVisible()
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
  await expect(ready).toBeVisible()
  const download = page.waitForEvent('download')
  await ready.getByRole('button', { name: ui.download }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Areas.*\.xlsx$/)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
})

test('the tray keeps the file for later, and what is exported is what is filtered', async ({
  signedIn: page,
  merchant,
}) => {
  await addStore(merchant, 'Quay 7')
  await page.goto('/region?tab=stores&q=quay')
  await expect(rowOf(page, 'Quay 7')).toBeVisible()
  const asked = page.waitForRequest('**/api/v1/u/exportRegions')
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  expect(await (await asked).postDataJSON()).toEqual({ kind: 'store', condition: { q: 'quay' } })
  await expect(page.getByText(ui.exportReady)).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: ui.jobs }).click()
  await expect(page.getByText(ui.jobDone)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: ui.download }).click()
  expect((await download).suggestedFilename()).toMatch(/^Stores.*\.xlsx$/)
})

test('an empty list has nothing to export', async ({ signedIn: page }) => {
  await page.goto('/region')
  await expect(page.getByRole('button', { name: ui.export, exact: true })).toBeDisabled()
})
