import { readFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'
import {
  auditCallWords,
  auditFieldWords,
  auditObjectWords,
  regionCalls,
  regionFieldWords,
  type Session,
  slotCalls,
  storeModeWords,
} from '@slotwise/contract'

import { field, pick } from '../support/console.ts'
import { rested, withCola } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn, type Merchant, storeSession } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { addArea, addStore, rowNames } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { auditWords, regionWords, shellWords, uiWords } from '../support/words.ts'

const words = auditWords['en-US']
const label = auditFieldWords['en-US']
const did = auditCallWords['en-US']
const kind = auditObjectWords['en-US']
const shell = shellWords['en-US']
const ui = uiWords['en-US']
const region = regionFieldWords['en-US']

const filters = (page: Page) => page.getByRole('search', { name: ui.filters })

/** A logged-in clerk who may manage stores. */
async function makeClerk(merchant: Merchant, address: string): Promise<Session> {
  const role = await addRole(merchant, 'Clerk', ['store.manage'])
  const { sub_username: username } = await addSubUser(merchant, 'Wong', role)
  return logIn(username, staffPassword, address)
}

test('a change of a store stands at the top, with what was before and after', async ({
  signedIn: page,
  merchant,
  address,
}) => {
  await addStore(merchant, 'Quay 7', { mode: 'routine' })
  await page.goto('/region?tab=stores')
  await page.getByRole('button', { name: `${ui.edit}: Quay 7` }).click()
  const form = page.getByRole('dialog', { name: regionWords['en-US'].editStore })
  await field(form, region.store_name).fill('Quay 8')
  await field(form, region.auto_refund).click()
  await field(form, region.store_name).press('Enter')
  await expect(notices(page)).toContainText(regionWords['en-US'].saved)

  const menu = page.getByRole('navigation', { name: shell.menu })
  await menu.getByRole('button', { name: shell.account }).click()
  await menu.getByRole('link', { name: words.title }).click()
  await expect(rowNames(page).first()).toHaveText(did.editStore)
  await expect(page.getByRole('row').nth(1)).toContainText('Quay 8')
  await page.getByRole('button', { name: did.editStore }).click()
  const detail = page.getByRole('dialog', { name: did.editStore })
  await expect(detail).toContainText(address)
  await expect(detail).toContainText(merchant.username)
  const rows = detail.getByRole('table', { name: words.changes }).getByRole('row')
  await expect(rows).toHaveText([
    `${label.field}${label.before}${label.after}`,
    `${region.store_name}Quay 7Quay 8`,
    `${region.auto_refund}NoYes`,
  ])

  // The address leads back to the detail, and Back closes it.
  await page.reload()
  await expect(detail).toBeVisible()
  await detail.getByRole('link', { name: words.showHistory }).click()
  await expect(rowNames(page)).toHaveText([did.editStore, did.addStore])
  await filters(page).getByRole('button', { name: ui.resetFilters }).click()
  await expect(rowNames(page).last()).toHaveText(did.signUp)
})

test('the line of a new record shows its values, and that of a login shows that nothing changed', async ({
  signedIn: page,
  merchant,
}) => {
  await addStore(merchant, 'Quay 7', { mode: 'activity' })
  await page.goto('/audit')
  await page.getByRole('button', { name: did.addStore }).click()
  const added = page.getByRole('dialog', { name: did.addStore })
  await expect(added.getByRole('columnheader', { name: label.before })).toHaveCount(0)
  await expect(added.getByRole('row', { name: region.store_name })).toContainText('Quay 7')
  await expect(added.getByRole('row', { name: region.mode })).toContainText(storeModeWords['en-US'].activity)
  await page.goBack()
  await expect(added).toHaveCount(0)
  await page.getByRole('button', { name: did.login }).click()
  await expect(page.getByRole('dialog', { name: did.login })).toContainText(words.noChanges)
})

test('it is filtered by person, action, kind and day, and the address says how', async ({
  signedIn: page,
  merchant,
  address,
}) => {
  await addArea(merchant, 'Harbour')
  const { token, secret } = await makeClerk(merchant, address)
  await callServer(regionCalls.addStore, { store_name: 'Quay 9' }, { address, token, secret })
  await page.goto('/audit')
  await expect(rowNames(page).first()).toHaveText(did.addStore)
  await pick(page, field(filters(page), label.who), 'Wong')
  await expect(rowNames(page)).toHaveText([did.addStore, did.login])
  await pick(page, field(filters(page), label.object), kind.store)
  await expect(rowNames(page)).toHaveText([did.addStore])
  await expect(page).toHaveURL(/\/audit\?account=\d+&object=store$/)
  await page.reload()
  await expect(rowNames(page)).toHaveText([did.addStore])
  await expect(filters(page)).toContainText(`${label.who}: Wong`)

  await filters(page).getByRole('button', { name: ui.resetFilters }).click()
  await pick(page, field(filters(page), label.call), did.addArea)
  await expect(rowNames(page)).toHaveText([did.addArea])
  await field(filters(page), ui.dayTo).fill('2020-01-01')
  await field(filters(page), ui.dayTo).press('Enter')
  await expect(page.getByText(ui.noMatch)).toBeVisible()
  await expect(page).toHaveURL('/audit?call=addArea&to=2020-01-01')
})

test('pages of older lines open and lead back, and the list can begin at a day', async ({
  signedIn: page,
  merchant,
}) => {
  for (let i = 1; i <= 12; i += 1) await addArea(merchant, `Area ${i}`)
  await page.goto('/audit?call=addArea')
  const named = (name: string) => page.getByRole('row').filter({ hasText: new RegExp(`${name}(?!\\d)`) })
  await expect(named('Area 12')).toBeVisible()
  const newer = page.getByRole('button', { name: ui.newer })
  await expect(newer).toBeDisabled()
  await page.getByRole('button', { name: ui.older }).click()
  await expect(rowNames(page)).toHaveCount(2)
  await expect(named('Area 1')).toBeVisible()
  await expect(page).toHaveURL(/\/audit\?call=addArea&cursor=/)
  await page.reload()
  await expect(named('Area 1')).toBeVisible()
  await expect(page.getByRole('button', { name: ui.older })).toBeDisabled()
  await newer.click()
  await expect(named('Area 12')).toBeVisible()

  await field(page, ui.goToDay).fill('2020-01-01')
  await field(page, ui.goToDay).press('Enter')
  await expect(page.getByText(ui.nothingOlder)).toBeVisible()
  await expect(page).toHaveURL('/audit?call=addArea&day=2020-01-01')
  await page.getByRole('button', { name: ui.newest, exact: true }).first().click()
  await expect(named('Area 12')).toBeVisible()
})

test('what is filtered is exported', async ({ signedIn: page, merchant }) => {
  await addStore(merchant, 'Quay 7')
  await page.goto('/audit?object=store')
  await expect(rowNames(page)).toHaveText([did.addStore])
  const asked = page.waitForRequest('**/api/v1/a/exportAudit')
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  expect((await asked).postDataJSON()).toEqual({ format: 'xlsx', condition: { object: 'store' } })
  const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
  await expect(ready).toBeVisible()
  const download = page.waitForEvent('download')
  await ready.getByRole('button', { name: ui.download }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Audit log.*\.xlsx$/)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
})

test('a sub-account finds no entry in the menu, and no permission behind the address', async ({
  page,
  merchant,
  address,
}) => {
  await storeSession(page, await makeClerk(merchant, address))
  await page.goto('/region')
  const menu = page.getByRole('navigation', { name: shell.menu })
  await expect(menu.getByRole('link')).not.toHaveCount(0)
  await expect(menu.getByRole('button', { name: shell.account })).toHaveCount(0)
  await page.goto('/audit')
  await expect(page.getByText(ui.noPermission)).toBeVisible()
})

test('a link to a line that is not there says so', async ({ signedIn: page }) => {
  await page.goto('/audit?open=999999999')
  await expect(notices(page)).toContainText('This record does not exist or has been deleted')
  await expect(page).toHaveURL('/audit')
})

test('the search finds what was filled, and the line names the machine and its slots', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { sn } = await withCola(
    merchant,
    machines,
    { title: 'Lobby', slots: 3 },
    { slots: [1, 2], quantity: 1 },
  )
  await rested(merchant)
  await callServer(slotCalls.setQuantity, { sn, type: 1 }, merchant.caller)
  await addArea(merchant, 'Harbour')
  await page.goto('/audit')
  await expect(rowNames(page).first()).toHaveText(did.addArea)
  await page.getByRole('searchbox', { name: words.search }).fill('filled')
  await expect(rowNames(page)).toHaveText([label.fill])
  await expect(page.getByRole('row').nth(1)).toContainText('Lobby, slots 1, 2')
  await page.getByRole('button', { name: label.fill }).click()
  const detail = page.getByRole('dialog', { name: label.fill })
  await expect(detail.getByRole('link', { name: words.toMachine })).toHaveAttribute('href', `/device/${sn}`)
})
