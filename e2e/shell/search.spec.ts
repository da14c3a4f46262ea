import type { Page } from '@playwright/test'
import { fill, goodsFieldWords, searchCalls } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import { addGoods } from '../support/goods.ts'
import { overflowOf } from '../support/layout.ts'
import { addStore } from '../support/regions.ts'
import { accountOf, addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { searchWords, shellWords, uiWords } from '../support/words.ts'

const words = searchWords['en-US']
const ui = uiWords['en-US']
const shell = shellWords['en-US']

const dialogOf = (page: Page) => page.getByRole('dialog', { name: words.title })
const fieldOf = (page: Page) => dialogOf(page).getByRole('combobox', { name: words.title })
const option = (page: Page, name: string) =>
  dialogOf(page)
    .getByRole('option')
    .filter({ has: page.getByText(name, { exact: true }).and(page.locator('strong')) })
const opener = (page: Page) => page.getByRole('button', { name: fill(shell.searchAll, { key: 'Ctrl K' }) })

test('one search finds machines, stores, goods and pages; keys choose, open and close', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const store = await addStore(merchant, 'Harbour east')
  const [machine] = await machines.give(merchant, { title: 'Harbour snacks', storeId: store._id })
  await addGoods(merchant, 'Harbour tea')
  await page.goto('/region')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await fieldOf(page).fill('harbour')
  await expect(dialogOf(page).getByRole('option')).toHaveCount(3)
  await expect(option(page, 'Harbour snacks')).toContainText(machine!.sn)
  await expect(option(page, 'Harbour snacks')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Harbour east')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/device/${machine!.sn}`)
  await expect(dialogOf(page)).toBeHidden()

  // The search does not stay open over another page.
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/region')
  await expect(dialogOf(page)).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL(`/device/${machine!.sn}`)

  // A store opens over its list; closing it returns to the machine.
  await opener(page).click()
  await expect(option(page, 'Harbour snacks')).toBeVisible()
  await fieldOf(page).fill('east')
  await option(page, 'Harbour east').click()
  await expect(page).toHaveURL(`/region?tab=stores&open=${store._id}`)
  await page.getByRole('dialog').waitFor()
  // The search opens over a drawer, too, and Escape closes the one that is on top.
  await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(page).toHaveURL(`/region?tab=stores&open=${store._id}`)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/device/${machine!.sn}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Pages and actions are found at once, in any language.
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('商品')
  await expect(option(page, 'Add goods')).toBeVisible()
  await fieldOf(page).fill('goods')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/goods')

  // Escape closes it, and the focus returns.
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(fieldOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

test('it says when nothing is found, and when the search failed', async ({ signedIn: page, watch }) => {
  watch.expect(/search/)
  await page.goto('/region')
  await opener(page).click()
  await fieldOf(page).fill('zzz')
  await expect(dialogOf(page)).toContainText(fill(words.nothing, { typed: 'zzz' }))
  // One letter is not looked for, so nothing is said about what there is.
  await fieldOf(page).fill('7')
  await expect(dialogOf(page)).toContainText(words.tooShort)
  await page.route(`**${searchCalls.search.path}`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await fieldOf(page).fill('yyy')
  await expect(dialogOf(page).getByRole('alert')).toBeVisible()
  await page.unroute(`**${searchCalls.search.path}`)
  await dialogOf(page).getByRole('button', { name: uiWords['en-US'].retry }).click()
  await expect(dialogOf(page)).toContainText(fill(words.nothing, { typed: 'yyy' }))
})

test('a clerk finds what the role grants; an action switches the language, and another logs out', async ({
  merchant,
  consoleOf,
}) => {
  await addGoods(merchant, 'Harbour tea')
  await addStore(merchant, 'Harbour east')
  const role = await addRole(merchant, 'Counter', ['goods.manage'])
  await addSubUser(merchant, 'ann', role)
  const page = await consoleOf(accountOf(merchant, 'ann'), staffPassword)
  await page.goto('/')
  await opener(page).click()
  await fieldOf(page).fill('harbour')
  await expect(dialogOf(page).getByRole('option')).toHaveText([/Harbour tea/])
  await fieldOf(page).fill('device')
  await expect(dialogOf(page)).toContainText(fill(words.nothing, { typed: 'device' }))
  await fieldOf(page).fill('繁体')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('button', { name: fill(shellWords['zh-TW'].searchAll, { key: 'Ctrl K' }) }),
  ).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: searchWords['zh-TW'].title })
  await field.fill('log out')
  await expect(page.getByRole('option', { name: searchWords['zh-TW'].logOut })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('a search over a form asks before what was typed is lost', async ({ signedIn: page, merchant }) => {
  await addStore(merchant, 'Harbour east')
  await page.goto('/goods?open=add')
  const name = page.getByRole('dialog').getByRole('textbox', { name: goodsFieldWords['en-US'].goods_title })
  await name.fill('Tea')
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('east')
  await option(page, 'Harbour east').click()
  const question = page.getByRole('dialog', { name: ui.unsavedTitle })
  await question.getByRole('button', { name: ui.keepEditing }).click()
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Tea')
  await page.keyboard.press('Control+k')
  await fieldOf(page).fill('east')
  await option(page, 'Harbour east').click()
  await question.getByRole('button', { name: ui.discard }).click()
  await expect(page).toHaveURL(/\/region\?tab=stores/)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the search fills the window and leads to a machine', async ({
    signedIn: page,
    merchant,
    machines,
  }) => {
    const [machine] = await machines.give(merchant, { title: 'Harbour snacks' })
    await page.goto('/goods')
    await opener(page).tap()
    await fieldOf(page).fill('harbour')
    await expect(option(page, 'Harbour snacks')).toBeVisible()
    expect(await overflowOf(page)).toEqual([])
    const { width, height } = (await dialogOf(page).boundingBox())!
    expect([width, height]).toEqual([390, 844])
    await option(page, 'Harbour snacks').tap()
    await expect(page).toHaveURL(`/device/${machine!.sn}`)
  })
})
