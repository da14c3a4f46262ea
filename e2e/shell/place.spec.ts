/** One's place in a list: how far it is scrolled, its size, its views, and the records beside an open one. */
import type { Page } from '@playwright/test'
import { fill, goodsFieldWords, regionFieldWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { addManyGoods } from '../support/goods.ts'
import { addArea, addAreas, addStore, rowNames } from '../support/regions.ts'
import { rows, sell, seller } from '../support/sales.ts'
import { accountOf, addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { billWords, deviceWords, listViewsWords, uiWords } from '../support/words.ts'

const ui = uiWords['en-US']
const views = listViewsWords['en-US']

const names = (page: Page) => page.getByRole('rowheader').getByRole('link')
const before = (page: Page) => page.getByRole('button', { name: ui.recordBefore, exact: true })
const after = (page: Page) => page.getByRole('button', { name: ui.recordAfter, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('Back and the link back return to the same row, as far down as it was', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await machines.give(merchant, ...Array.from({ length: 10 }, (_, n) => ({ title: `Machine ${n}` })))
  await page.goto('/device?q=Machine')
  const frame = page.locator('.sw-table-frame')
  const top = () => frame.evaluate((element) => element.scrollTop)
  await expect(names(page)).toHaveCount(10)
  const last = names(page).last()
  await last.scrollIntoViewIfNeeded()
  const there = await top()
  expect(there).toBeGreaterThan(0)
  await last.click()
  await expect(heading(page)).toHaveText('Machine 0')
  await page.goBack()
  await expect(last).toBeFocused()
  expect(await top()).toBe(there)

  await last.click()
  await expect(heading(page)).toHaveText('Machine 0')
  await page.getByRole('link', { name: deviceWords['en-US'].backToList }).click()
  await expect(page).toHaveURL('/device?q=Machine')
  await expect(last).toBeFocused()
  expect(await top()).toBe(there)

  // A list that is opened anew begins at its top.
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Devices' }).click()
  await expect(page).toHaveURL('/device')
  await expect.poll(top).toBe(0)

  // Also on a page that was shown before, whose rows come from the cache.
  await page.goto('/device?q=Machine&size=8')
  const pageNumber = (n: string) => page.locator('.sw-paging').getByTitle(n, { exact: true })
  await expect(names(page)).toHaveCount(8)
  await pageNumber('2').click()
  await expect(names(page)).toHaveCount(2)
  await pageNumber('1').click()
  await expect(names(page)).toHaveCount(8)
  await last.scrollIntoViewIfNeeded()
  const further = await top()
  expect(further).toBeGreaterThan(0)
  await last.click()
  await expect(heading(page)).toHaveText('Machine 2')
  await page.goBack()
  await expect(last).toBeFocused()
  expect(await top()).toBe(further)
})

test('from machine to machine in the order of the list, on to the next page, and back to it', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const given = await machines.give(merchant, { title: 'A' }, { title: 'B' }, { title: 'C' })
  // A link without a list goes through the whole list, the newest first.
  await page.goto(`/device/${given[1]!.sn}`)
  await expect(heading(page)).toHaveText('B')
  await after(page).click()
  await expect(heading(page)).toHaveText('A')
  await expect(after(page)).toBeDisabled()
  await page.getByRole('link', { name: deviceWords['en-US'].backToList }).click()
  await expect(page).toHaveURL('/device')

  await page.goto('/device?order=title&size=2')
  await names(page).first().click()
  await expect(heading(page)).toHaveText('A')
  await expect(before(page)).toBeDisabled()
  await page.getByRole('link', { name: deviceWords['en-US'].slots, exact: true }).first().click()
  await after(page).click()
  await expect(heading(page)).toHaveText('B')
  await expect(page).toHaveURL(`/device/${given[1]!.sn}?tab=slots`)
  await page.keyboard.press(']')
  await expect(heading(page)).toHaveText('C')
  await expect(after(page)).toBeDisabled()
  await page.keyboard.press('[')
  await expect(heading(page)).toHaveText('B')
  await page.keyboard.press(']')
  await expect(heading(page)).toHaveText('C')
  await page.getByRole('link', { name: deviceWords['en-US'].backToList }).click()
  await expect(page).toHaveURL('/device?order=title&size=2&page=2')
})

test('from bill to bill and from goods to goods, with the page of the list below', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  for (let n = 0; n < 3; n += 1) await sell(machine)
  await page.goto('/buyOrder?size=2')
  await expect(rows(page)).toHaveCount(2)
  await rows(page).first().getByRole('rowheader').getByRole('button').first().click()
  const bill = page.getByRole('dialog', { name: billWords['en-US'].detail })
  const opened = () => new URL(page.url()).searchParams.get('bill')
  const first = opened()
  await after(page).click()
  await expect.poll(opened).not.toBe(first)
  const second = opened()
  await after(page).click()
  await expect.poll(opened).not.toBe(second)
  await expect(after(page)).toBeDisabled()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(bill).toBeHidden()
  await expect(rows(page)).toHaveCount(1)

  await addManyGoods(merchant, 2)
  await page.goto('/goods?order=title')
  await page.getByRole('button', { name: 'Goods 01', exact: true }).click()
  const name = field(page.getByRole('dialog'), goodsFieldWords['en-US'].goods_title)
  await expect(name).toHaveValue('Goods 01')
  const drawer = await page.getByRole('dialog').elementHandle()
  await after(page).click()
  await expect(name).toHaveValue('Goods 02')
  // The drawer stays open meanwhile, and so does the place of the button.
  expect(await drawer?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(after(page)).toBeFocused()
  await before(page).click()
  await expect(name).toHaveValue('Goods 01')
})

test('the number of rows is remembered for each list and account; the address wins', async ({
  signedIn: page,
  merchant,
}) => {
  await addAreas(merchant, 12)
  await page.goto('/region')
  await expect(rowNames(page)).toHaveCount(10)
  await page.locator('.sw-paging').getByRole('combobox').click()
  await page.locator('.ant-select-dropdown').getByTitle('20 / page').click()
  await expect(rowNames(page)).toHaveCount(12)
  await page.goto('/region')
  await expect(rowNames(page)).toHaveCount(12)
  await page.goto('/region?size=10')
  await expect(rowNames(page)).toHaveCount(10)
  await page.getByTitle('2', { exact: true }).click()
  await expect(rowNames(page)).toHaveCount(2)
  for (let n = 0; n < 11; n += 1) await addStore(merchant, `Store ${n}`)
  await page.goto('/region?tab=stores')
  await expect(rowNames(page)).toHaveCount(10)
})

test('a view is saved under a name, opened again, shared with staff, and deleted with an undo', async ({
  signedIn: page,
  merchant,
  consoleOf,
}) => {
  await addStore(merchant, 'Quay 7', { mode: 'activity' })
  await addStore(merchant, 'Quay 8')
  await page.goto('/region?tab=stores&mode=activity&q=quay')
  await expect(rowNames(page)).toHaveText(['Quay 7'])
  const menu = page.getByRole('button', { name: views.saved })
  const panel = page.getByRole('dialog', { name: views.saved })
  await menu.click()
  await expect(panel).toContainText(views.none)
  await expect(panel.getByLabel(views.name)).toBeFocused()
  await panel.getByLabel(views.name).fill('Events at the quay')
  await panel.getByRole('checkbox', { name: views.share }).check()
  await panel.getByRole('button', { name: views.save }).click()
  const open = fill(views.open, { name: 'Events at the quay' })
  await expect(panel.getByRole('button', { name: open })).toBeVisible()

  const role = await addRole(merchant, 'Counter', ['store.manage'])
  await addSubUser(merchant, 'ann', role)
  const hers = await consoleOf(accountOf(merchant, 'ann'), staffPassword)
  await hers.goto('/region?tab=stores')
  await expect(rowNames(hers)).toHaveCount(2)
  await hers.getByRole('button', { name: views.saved }).click()
  await hers.getByRole('button', { name: open }).click()
  await expect(hers).toHaveURL('/region?tab=stores&q=quay&mode=activity')
  await expect(rowNames(hers)).toHaveText(['Quay 7'])

  await panel.getByRole('button', { name: fill(views.delete, { name: 'Events at the quay' }) }).click()
  await expect(panel).toContainText(views.none)
  await page.getByRole('button', { name: ui.undo }).click()
  await menu.click()
  await panel.getByRole('button', { name: open }).press('Enter')
  await expect(panel).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  // The view stays shared when it is replaced under its name.
  await panel.getByLabel(views.name).fill('Events at the quay')
  await expect(panel.getByRole('checkbox', { name: views.share })).toBeChecked()
  await expect(panel).toContainText(views.changesShared)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
})

test('areas sort by their headers, figures with the largest first', async ({ signedIn: page, merchant }) => {
  for (const name of ['B', 'C', 'A']) {
    const area = await addArea(merchant, name)
    if (name === 'C') await addStore(merchant, 'Quay', { area: area._id })
  }
  await page.goto('/region')
  await expect(rowNames(page)).toHaveText(['A', 'C', 'B'])
  const header = (name: 'area_name' | 'store_count') =>
    page.getByRole('columnheader', { name: regionFieldWords['en-US'][name] })
  await header('area_name').getByRole('button').click()
  await expect(rowNames(page)).toHaveText(['A', 'B', 'C'])
  await header('store_count').getByRole('button').click()
  await expect(page).toHaveURL('/region?order=-stores')
  await expect(rowNames(page)).toHaveText(['C', 'A', 'B'])
  await expect(header('store_count')).toHaveAttribute('aria-sort', 'descending')
})

test('a column sorts by its header', async ({ signedIn: page, merchant }) => {
  for (const name of ['B', 'C', 'A']) await addStore(merchant, name)
  await page.goto('/region?tab=stores')
  await expect(rowNames(page)).toHaveText(['A', 'C', 'B'])
  const header = page.getByRole('columnheader', { name: regionFieldWords['en-US'].store_name })
  await header.getByRole('button').click()
  await expect(page).toHaveURL('/region?tab=stores&order=name')
  await expect(rowNames(page)).toHaveText(['A', 'B', 'C'])
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await header.getByRole('button').click()
  await expect(rowNames(page)).toHaveText(['C', 'B', 'A'])
  await expect(header).toHaveAttribute('aria-sort', 'descending')
})
