import type { Page } from '@playwright/test'
import { type Goods, quantityTypes, refillCalls, slotCalls } from '@slotwise/contract'

import { countClicks } from '../support/clicks.ts'
import { fillSlots, rested } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods } from '../support/goods.ts'
import type { Machines, Registered } from '../support/machines.ts'
import type { Merchant } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { addArea, addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { refillListWords, refillWords, shellWords, sortableWords, uiWords } from '../support/words.ts'

const words = refillListWords['en-US']
const filling = refillWords['en-US']
const sorting = sortableWords['en-US']
const ui = uiWords['en-US']

type Stocked = { cola: Goods; water: Goods; lobby: Registered; gate: Registered; pier: Registered }

/** North: the airport with the gate, low; the pier, nearly full. South: the station with the lobby, low. */
async function stocked(merchant: Merchant, machines: Machines): Promise<Stocked> {
  const [cola, water] = [await addGoods(merchant, 'Cola'), await addGoods(merchant, 'Water')]
  const north = await addArea(merchant, 'North')
  const south = await addArea(merchant, 'South')
  const airport = await addStore(merchant, 'Airport', { area: north._id })
  const harbour = await addStore(merchant, 'Harbour', { area: north._id })
  const station = await addStore(merchant, 'Station', { area: south._id })
  const [gate, pier, lobby] = await machines.give(
    merchant,
    { title: 'Gate', slots: 4, storeId: airport._id },
    { title: 'Pier', slots: 4, storeId: harbour._id },
    { title: 'Lobby', slots: 4, storeId: station._id },
  )
  await fillSlots(merchant, gate!, cola, { slots: [1], quantity: 1 })
  await fillSlots(merchant, gate!, water, { slots: [2], quantity: 6 })
  await fillSlots(merchant, pier!, cola, { slots: [1], quantity: 9 })
  await fillSlots(merchant, lobby!, water, { slots: [1, 2], quantity: 0 })
  return { cola, water, lobby: lobby!, gate: gate!, pier: pier! }
}

const stockOf = async (merchant: Merchant, { sn }: Registered): Promise<number[]> =>
  (await callServer(slotCalls.getDevChannel, { sn }, merchant.caller)).data.map(({ quantity }) => quantity)

/** The stores in the order in which their machines stand on the page. */
const stopsOn = (page: Page) =>
  page
    .locator('.sw-refill-store h2')
    .allInnerTexts()
    .then((texts) => texts.map((text) => text.replace(/^.*?\s(?=\S+$)/s, '')))

const routeOn = (page: Page) => page.getByRole('list', { name: words.route }).locator('a').allInnerTexts()

test('from low stock to the refill list of an area takes three clicks', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await stocked(merchant, machines)
  await page.goto('/device')
  await expect(page.getByText('Lobby')).toBeVisible()
  const clicks = await countClicks(page)

  await page.locator('[data-count=low]').click()
  await expect(page.getByText('Pier')).toBeHidden()
  await page.getByRole('link', { name: filling.refillList, exact: true }).last().click()
  await expect(page).toHaveURL(/\/refill\?low=true$/)
  await page.getByRole('group', { name: words.areas }).getByRole('button', { name: /South/ }).click()
  await expect(page).toHaveURL(/\/refill\?low=true&area=\d+$/)
  await expect(page.getByRole('article')).toHaveCount(1)
  expect(await clicks()).toBe(3)

  await expect(page.getByRole('article')).toContainText('Lobby')
  await expect(page.getByRole('article')).toContainText('20 pieces')
  const load = page.getByRole('region', { name: words.load })
  await expect(load.getByRole('row', { name: /Water/ })).toContainText('20')
  await expect(load.getByText('Cola')).toBeHidden()
  // The page at the machine is one more click.
  await expect(page.getByRole('article').getByRole('link', { name: 'Lobby' })).toHaveAttribute(
    'href',
    /\/refill\/\d+$/,
  )
})

test('the dashboard’s low stock leads there in three clicks, too', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await stocked(merchant, machines)
  await page.goto('/dashboard')
  const figure = page.locator('a[href^="/device?low=true"]').first()
  await expect(figure).toBeVisible()
  const clicks = await countClicks(page)
  await figure.click()
  await page.locator('a[href^="/refill?low=true"]').click()
  await page.getByRole('group', { name: words.areas }).getByRole('button', { name: /North/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Gate')
  expect(await clicks()).toBe(3)
})

test('one machine is filled from the list of machines in two clicks, and that is undone by one', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { gate, lobby } = await stocked(merchant, machines)
  await page.goto('/device')
  await expect(page.getByText('Lobby')).toBeVisible()
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Fill up: Gate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Fill up Gate?' })
  await expect(dialog).toContainText('2 slots of 1 device will be recorded as full, adding 13 pieces')
  await dialog.getByRole('button', { name: 'Add 13 pieces' }).click()
  await expect(notices(page)).toContainText('1 device filled up: 13 pieces')
  expect(await clicks()).toBe(2)
  expect(await stockOf(merchant, gate)).toEqual([10, 10, 0, 0])
  expect(await stockOf(merchant, lobby)).toEqual([0, 0, 0, 0])
  await notices(page).getByRole('button', { name: ui.undo, exact: true }).click()
  await expect(notices(page)).toContainText('13 pieces removed again')
  expect(await stockOf(merchant, gate)).toEqual([1, 6, 0, 0])
})

test('chosen machines are filled at once; a later undo says what was sold or counted meanwhile', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { gate, lobby, pier, cola } = await stocked(merchant, machines)
  await page.goto('/refill')
  await page.getByRole('checkbox', { name: 'Select Gate' }).check()
  await page.getByRole('checkbox', { name: 'Select Pier' }).check()
  await page.getByRole('button', { name: filling.fillChosen }).click()
  const dialog = page.getByRole('dialog', { name: 'Fill up 2 devices?' })
  await expect(dialog).toContainText('14 pieces')
  await dialog.getByRole('button', { name: 'Add 14 pieces' }).click()
  await expect(notices(page)).toContainText('2 devices filled up: 14 pieces')
  expect(await stockOf(merchant, pier)).toEqual([10, 0, 0, 0])
  expect(await stockOf(merchant, lobby)).toEqual([0, 0, 0, 0])
  await expect(page.getByRole('article')).toHaveCount(1)

  // Another count of the pier is what was found there.
  await rested(merchant)
  await fillSlots(merchant, pier, cola, { slots: [1], quantity: 7 })
  await page.reload()
  await expect(page.getByText(/You filled up 2 devices at/)).toBeVisible()
  await page.getByRole('button', { name: words.undo }).click()
  await expect(notices(page)).toContainText('13 pieces removed again')
  await expect(notices(page)).toContainText('1 piece could not be undone')
  await expect(notices(page)).toContainText('Pier, slot 1: counted, refilled or given other goods since then')
  expect(await stockOf(merchant, gate)).toEqual([1, 6, 0, 0])
  expect(await stockOf(merchant, pier)).toEqual([7, 0, 0, 0])
  await expect(page.getByRole('button', { name: words.undo })).toBeHidden()
})

test('stores are put in order by dragging, by keys and by buttons, and the order is still there tomorrow', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await stocked(merchant, machines)
  await page.goto('/refill')
  await expect(page.getByRole('list', { name: words.route })).toBeVisible()
  expect(await routeOn(page)).toEqual(['Airport', 'Harbour', 'Station'])

  const handle = (name: string) =>
    page.getByRole('button', { name: sorting.drag.replace('{name}', name), exact: true })
  const [from, to] = [await handle('Station').boundingBox(), await handle('Airport').boundingBox()]
  await page.mouse.move(from!.x + 10, from!.y + 10)
  await page.mouse.down()
  await page.mouse.move(to!.x + 10, to!.y + 20)
  await page.mouse.move(to!.x + 10, to!.y - 4)
  await page.mouse.up()
  await expect.poll(() => routeOn(page)).toEqual(['Station', 'Airport', 'Harbour'])
  await expect.poll(() => stopsOn(page)).toEqual(['Station', 'Airport', 'Harbour'])

  await handle('Station').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => routeOn(page)).toEqual(['Airport', 'Station', 'Harbour'])
  await expect(handle('Station')).toBeFocused()
  await page.getByRole('button', { name: sorting.up.replace('{name}', 'Harbour') }).click()
  await expect.poll(() => stopsOn(page)).toEqual(['Airport', 'Harbour', 'Station'])
  await page.getByRole('button', { name: sorting.up.replace('{name}', 'Harbour') }).click()
  await expect.poll(() => stopsOn(page)).toEqual(['Harbour', 'Airport', 'Station'])

  await page.evaluate(() => localStorage.clear())
  const { stores } = await callServer(refillCalls.getRefillList, { condition: {} }, merchant.caller)
  expect(stores.map(({ store_name: name }) => name)).toEqual(['Harbour', 'Airport', 'Station'])
})

test('the list is narrowed to low slots, searched, and printed whole', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { gate } = await stocked(merchant, machines)
  for (const type of [quantityTypes.fill, quantityTypes.empty]) {
    await rested(merchant)
    await callServer(slotCalls.setQuantity, { sn: gate.sn, type, channel_sn: 1 }, merchant.caller)
  }
  await page.addInitScript(() => {
    window.print = () => {
      const printed = document.querySelectorAll('.sw-refill-device').length
      document.documentElement.dataset['printed'] = String(printed)
    }
  })
  await page.goto('/refill?size=1')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: words.print }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '3')
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('region', { name: words.load })).toBeVisible()
  await expect(page.locator('.sw-refill-tick').first()).toBeVisible()
  await expect(page.getByText('This page has devices 1 to 1 of 3.')).toBeVisible()
  for (const hidden of ['.sw-refill-route', '.sw-page-actions', '.sw-filter-bar', '.sw-paging', '.sw-side'])
    await expect(page.locator(hidden).first()).toBeHidden()
  // Two refills can be undone, but not on paper.
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: null })

  await page.goto('/refill')
  await page.getByText(words.lowOnly, { exact: true }).click()
  await expect(page).toHaveURL(/slots=low/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('searchbox', { name: words.search }).fill('cola')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('the list of machines hands on its filter and what was chosen in it', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { pier } = await stocked(merchant, machines)
  await page.goto('/device?q=cola&order=title')
  await expect(page.getByText('Pier')).toBeVisible()
  await page.locator('a[href="/refill?q=cola"]').click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.goBack()
  // The refill list has a checkbox of the same name.
  await expect(page.locator('a[href="/refill?q=cola"]')).toBeVisible()
  await page.getByRole('checkbox', { name: /Pier/ }).check()
  await page.getByRole('link', { name: filling.refillListOfChosen }).click()
  await expect(page).toHaveURL(new RegExp(`/refill\\?sns=${pier.sn}$`))
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('link', { name: shellWords['en-US'].refillList, exact: true }).first().click()
  await expect(page.getByRole('article')).toHaveCount(3)
})
