import { type Goods, goodsCalls, goodsFieldWords, slotCalls, slotFieldWords } from '@slotwise/contract'

import { countClicks } from '../support/clicks.ts'
import { field } from '../support/console.ts'
import { fillSlots, pageOf, rested } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods, cardOf } from '../support/goods.ts'
import type { Machines, Registered } from '../support/machines.ts'
import type { Merchant } from '../support/merchant.ts'
import { notices } from '../support/notices.ts'
import { callServer } from '../support/server.ts'
import {
  deviceWords,
  drasticWords,
  goodsSlotWords,
  goodsWords,
  shellWords,
  slotFormWords,
  uiWords,
} from '../support/words.ts'

const words = goodsSlotWords['en-US']
const asking = drasticWords['en-US']
const goodsPage = goodsWords['en-US']
const label = goodsFieldWords['en-US']
const slotLabel = slotFieldWords['en-US']
const slotForm = slotFormWords['en-US']
const ui = uiWords['en-US']

type Stocked = { cola: Goods; lobby: Registered; gate: Registered }

/** Cola at its list price of 3.50 in twelve slots of two devices, and at 4.00 in one more. */
async function stocked(merchant: Merchant, machines: Machines): Promise<Stocked> {
  const cola = await addGoods(merchant, 'Cola')
  const [lobby, gate] = await machines.give(
    merchant,
    { title: 'Lobby', slots: 8 },
    { title: 'Gate', slots: 8 },
  )
  await fillSlots(merchant, lobby!, cola, { slots: [1, 2, 3, 4, 5, 6] })
  await fillSlots(merchant, gate!, cola, { slots: [1, 2, 3, 4, 5, 6] })
  await fillSlots(merchant, gate!, cola, { slots: [7], price: 400 })
  return { cola, lobby: lobby!, gate: gate! }
}

/** How many slots have each price. */
async function pricesOf(merchant: Merchant, cola: Goods): Promise<Record<number, number>> {
  const { data } = await callServer(
    slotCalls.getGoodsSlots,
    { pageSize: 100, condition: { goods_id: cola.goods_id } },
    merchant.caller,
  )
  const groups = Map.groupBy(data, ({ price }) => price ?? 0)
  return Object.fromEntries([...groups].map(([price, slots]) => [price, slots.length]))
}

test('the price of goods is changed everywhere in four clicks, and undone in one', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { cola } = await stocked(merchant, machines)
  await page.goto('/device')
  await expect(page.getByText('Lobby')).toBeVisible()
  const clicks = await countClicks(page)

  await page.getByRole('link', { name: shellWords['en-US'].goods, exact: true }).click()
  await cardOf(page, 'Cola').getByRole('button', { name: 'Cola', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: goodsPage.editGoods })
  await field(drawer, label.price).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3.80')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Change 12 slots to 3.80 CNY as well?' })
  await expect(question).toContainText('12 slots still sell at 3.50')
  await question.getByRole('button', { name: 'Change 12 slots' }).click()
  await expect(notices(page)).toContainText('12 slots changed')
  expect(await clicks()).toBe(4)
  expect(await pricesOf(merchant, cola)).toEqual({ 380: 12, 400: 1 })

  await notices(page).getByRole('button', { name: ui.undo, exact: true }).click()
  await expect(notices(page)).toContainText('12 slots restored')
  expect(await pricesOf(merchant, cola)).toEqual({ 350: 12, 400: 1 })
  // The list price has an undo of its own, which outlives its notice.
  const listPrice = async () =>
    (await callServer(goodsCalls.getGoods, { condition: {} }, merchant.caller)).data[0]?.price
  expect(await listPrice()).toBe(380)
  await notices(page).getByRole('button', { name: goodsPage.undoListPrice }).click()
  await expect.poll(listPrice).toBe(350)
})

test('the price of a slot is undone from the notice, and after a reload from the page of the device', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { cola, lobby } = await stocked(merchant, machines)
  const drawer = page.getByRole('dialog').filter({ hasText: slotForm.saveSlot })
  const change = async (): Promise<void> => {
    await rested(merchant)
    await page.goto(`${pageOf(lobby, 'slots')}&open=slot-1`)
    await field(drawer, slotLabel.price).fill('3.20')
    await drawer.getByRole('button', { name: slotForm.saveSlot }).click()
    await expect(drawer).toBeHidden()
    expect(await pricesOf(merchant, cola)).toEqual({ 320: 1, 350: 11, 400: 1 })
  }
  await change()
  await notices(page).getByRole('button', { name: ui.undo, exact: true }).click()
  await expect(notices(page)).toContainText('1 slot restored')
  expect(await pricesOf(merchant, cola)).toEqual({ 350: 12, 400: 1 })

  await change()
  await page.reload()
  await page.getByRole('button', { name: words.undo }).click()
  await expect.poll(() => pricesOf(merchant, cola)).toEqual({ 350: 12, 400: 1 })
})

test('new list prices of several goods are offered to the slots that had the old ones', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { cola } = await stocked(merchant, machines)
  await addGoods(merchant, 'Tea')
  await page.goto('/goods')
  for (const name of ['Cola', 'Tea']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: goodsPage.editChosen }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit 2 goods' })
  await drawer.getByRole('textbox', { name: label.price }).fill('3.80')
  await drawer.getByRole('button', { name: 'Change 2 goods' }).click()
  const question = page.getByRole('dialog', { name: 'Give 12 slots the new list prices as well?' })
  await expect(question).toContainText('12 slots of 2 devices')
  await question.getByRole('button', { name: 'Change 12 slots' }).click()
  await expect(notices(page)).toContainText('12 slots changed')
  expect(await pricesOf(merchant, cola)).toEqual({ 380: 12, 400: 1 })
})

test('the slots of goods are shown with what their devices have taken, and some are changed', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const { cola, lobby } = await stocked(merchant, machines)
  const hand = await machines.playByHand(lobby)
  const { rev } = await hand.hears('config')
  await hand.say('config', { rev })

  await page.goto('/goods')
  await cardOf(page, 'Cola')
    .getByRole('link', { name: /in 13 slots/i })
    .click()
  await expect(page).toHaveURL(`/goods/${cola.goods_id}/slots`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slots with Cola')
  await expect(page.getByText('7 slots wait for the device')).toBeVisible()
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row('Lobby, slot 2')).toContainText(words.applied)
  await expect(row('Gate, slot 2')).toContainText(words.waitingOffline)

  for (const name of ['Lobby, slot 2', 'Gate, slot 7'])
    await page.getByRole('checkbox', { name: new RegExp(`${name}$`) }).check()
  await page.getByRole('button', { name: words.changeChosen }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: slotLabel.price }).fill('1.50')
  await drawer.getByRole('button', { name: 'Change 2 slots' }).click()
  // More than half off: the console asks again, and the form stays as it is.
  const question = page.getByRole('dialog', { name: asking.askTitle })
  await expect(question).toContainText('drops from 4.00 CNY to 1.50 CNY')
  await question.getByRole('button', { name: ui.cancel }).click()
  await expect(drawer.getByRole('textbox', { name: slotLabel.price })).toHaveValue('1.50')
  await drawer.getByRole('button', { name: 'Change 2 slots' }).click()
  await question.getByRole('button', { name: asking.askDo }).click()
  await expect(notices(page)).toContainText('2 slots changed')
  await expect(row('Lobby, slot 2')).toContainText('1.50')
  await expect(row('Lobby, slot 2')).toContainText(words.waiting)
  await expect(row('Lobby, slot 1')).toContainText('3.50')

  // The device takes the new price, and the page follows.
  const { rev: next } = await hand.hears('config', (config) => config.rev > rev)
  await hand.say('config', { rev: next })
  await expect(row('Lobby, slot 2')).toContainText(words.applied)

  // The change can still be undone after a reload.
  await page.reload()
  await page.getByRole('button', { name: words.undo }).click()
  await expect(row('Lobby, slot 2')).toContainText('3.50')
  expect(await pricesOf(merchant, cola)).toEqual({ 350: 12, 400: 1 })
  await page.getByRole('link', { name: words.backToGoods }).click()
  await expect(page).toHaveURL('/goods')
})

test('devices are found by what they sell', async ({ signedIn: page, merchant, machines }) => {
  const tea = await addGoods(merchant, 'Tea', { code: '6901234567892' })
  const [lobby] = await machines.give(merchant, { title: 'Lobby' }, { title: 'Gate' })
  await fillSlots(merchant, lobby!, tea)
  await page.goto('/device')
  await page.getByRole('searchbox', { name: deviceWords['en-US'].search }).fill('tea')
  await expect(page.getByRole('link', { name: 'Gate', exact: true })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Lobby', exact: true })).toBeVisible()
})
