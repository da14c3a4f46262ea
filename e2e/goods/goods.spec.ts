import type { Page } from '@playwright/test'
import { goodsCalls, goodsFieldWords, fill } from '@slotwise/contract'

import { field, fillAndLeave, pick } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  addGoods,
  addManyGoods,
  addPicture,
  cardNames,
  cardOf,
  giveFiles,
  putIntoSlot,
} from '../support/goods.ts'
import { notices } from '../support/notices.ts'
import { pngFile } from '../support/pictures.ts'
import { callServer } from '../support/server.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { goodsSlotWords, goodsWords, uiWords } from '../support/words.ts'

const words = goodsWords['en-US']
const ui = uiWords['en-US']
const slotsOf = goodsSlotWords['en-US']
const label = goodsFieldWords['en-US']

const drawerOf = (page: Page, title: string) => page.getByRole('dialog', { name: title })

test('goods are added with all their fields, edited, deleted and brought back', async ({
  signedIn: page,
  merchant,
}) => {
  await addPicture(merchant, 'Can')
  await page.goto('/goods')
  await expect(page.getByText(words.noGoods)).toBeVisible()
  await page.getByRole('button', { name: words.addGoods }).first().click()
  const drawer = drawerOf(page, words.addGoods)
  await field(drawer, label.goods_title).fill('Cola 330 ml')
  await field(drawer, label.price).fill('3.5')
  await field(drawer, label.tags).fill('cold drink')
  await field(drawer, label.code).fill('6901234567892')
  await field(drawer, label.description).fill('From the fridge')
  await drawer.getByRole('button', { name: words.fromGallery }).click()
  const gallery = page.getByRole('dialog', { name: words.fromGallery })
  await gallery.getByRole('button', { name: 'Can', exact: true }).click()
  await gallery.getByRole('button', { name: fill(words.usePictures, { count: '1' }) }).click()
  await expect(drawer.getByText(words.cover, { exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: words.addGoods }).click()
  await expect(notices(page)).toContainText(words.goodsAdded)
  const card = cardOf(page, 'Cola 330 ml')
  for (const text of ['3.50', 'cold', 'drink', fill(words.sold, { count: '0' }), slotsOf.inNoSlot])
    await expect(card).toContainText(text)
  // The whole picture, not a square cut out of it.
  await expect(card.getByRole('presentation')).toHaveJSProperty('naturalWidth', 400)

  await card.getByRole('button', { name: 'Cola 330 ml', exact: true }).click()
  const editing = drawerOf(page, words.editGoods)
  await expect(field(editing, label.price)).toHaveValue('3.50')
  await expect(field(editing, label.tags)).toHaveValue('cold drink')
  await expect(field(editing, label.code)).toHaveValue('6901234567892')
  await expect(field(editing, label.description)).toHaveValue('From the fridge')
  await field(editing, label.goods_title).fill('Cola 500 ml')
  await field(editing, label.goods_title).press('Enter')
  await expect(notices(page)).toContainText(words.saved)

  await page.getByRole('button', { name: `${ui.delete}: Cola 500 ml` }).click()
  const question = page.getByRole('dialog', { name: fill(words.deleteGoodsTitle, { name: 'Cola 500 ml' }) })
  await question.getByRole('button', { name: words.deleteGoods }).click()
  await expect(page.getByText(words.noGoods)).toBeVisible()
  await notices(page).getByRole('button', { name: ui.undo }).click()
  await expect(cardOf(page, 'Cola 500 ml')).toContainText('3.50')
})

test('the rules of goods speak at their fields', async ({ signedIn: page }) => {
  await page.goto('/goods?open=add')
  const drawer = drawerOf(page, words.addGoods)
  const says = async (name: string, value: string, message: string): Promise<void> => {
    await fillAndLeave(field(drawer, name), value)
    // Only the beginning, because some fields have a hint after it.
    await expect(field(drawer, name)).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(message)}`))
  }
  await says(label.goods_title, '', 'Required')
  await says(label.goods_title, 'Cola <3', "Letters, digits, spaces and . · - ( ) ' only, no special symbols")
  await says(label.price, '', 'Required')
  await says(label.price, '0.01', 'The price must be at least 0.02')
  await says(label.price, '1000000', 'The price must be at most 999,999.99')
  await says(label.price, '1.234', 'Enter an amount with at most 2 decimals')
  // In other countries this is twelve and a half.
  await says(label.price, '12,50', 'Enter an amount with at most 2 decimals')
  await says(label.tags, 'cold,drink', 'Separate tags by spaces; no commas')
  await says(label.tags, '冷饮、热卖', 'Separate tags by spaces; no commas')
  await says(label.tags, 'cold sweet drink', 'At most 2 tags')
  const pricing = drawer.getByRole('radiogroup', { name: words.priceKind })
  await pricing.getByRole('radio', { name: words.priceSpan }).check()
  await fillAndLeave(field(drawer, label.min_price), '5')
  await says(label.max_price, '', 'The lowest and the highest price must be given together')
  await says(label.max_price, '4', 'The lowest price cannot exceed the highest')
  await fillAndLeave(field(drawer, label.max_price), '8')
  await expect(field(drawer, label.max_price)).not.toHaveAttribute('aria-invalid', 'true')
})

test('a span of prices is kept, and another price replaces it', async ({ signedIn: page }) => {
  await page.goto('/goods?open=add')
  const drawer = drawerOf(page, words.addGoods)
  await field(drawer, label.goods_title).fill('Lucky bag')
  await drawer.getByRole('radio', { name: words.priceSpan }).check()
  // An empty span is reported at the field that is shown.
  await drawer.getByRole('button', { name: words.addGoods }).click()
  await expect(field(drawer, label.min_price)).toHaveAccessibleDescription('Required')
  await field(drawer, label.min_price).fill('5')
  await field(drawer, label.max_price).fill('12.5')
  await field(drawer, label.max_price).press('Enter')
  await expect(cardOf(page, 'Lucky bag')).toContainText('5.00 – 12.50')
  await page.getByRole('button', { name: `${ui.edit}: Lucky bag` }).click()
  const editing = drawerOf(page, words.editGoods)
  await expect(field(editing, label.max_price)).toHaveValue('12.50')
  await editing.getByRole('radio', { name: words.onePrice }).check()
  await field(editing, label.price).fill('9')
  await field(editing, label.price).press('Enter')
  await expect(cardOf(page, 'Lucky bag')).toContainText('9.00')
  await expect(cardOf(page, 'Lucky bag')).not.toContainText('12.50')
})

test('goods with a span keep it when they are saved, and get one price instead of it', async ({
  signedIn: page,
  merchant,
}) => {
  const prices = { price: null, min_price: 200, max_price: 500 }
  const { goods_id: id } = await addGoods(merchant, 'Lucky bag', prices)
  const kept = async () => {
    const asked = { pageNum: 1, pageSize: 1, condition: { ids: [id] } }
    return (await callServer(goodsCalls.getGoods, asked, merchant.caller)).data[0]
  }
  await page.goto('/goods')
  await expect(cardOf(page, 'Lucky bag')).toContainText('2.00 – 5.00')
  await page.getByRole('button', { name: `${ui.edit}: Lucky bag` }).click()
  const drawer = drawerOf(page, words.editGoods)
  await expect(field(drawer, label.min_price)).toHaveValue('2.00')
  await field(drawer, label.goods_title).fill('Wonder bag')
  await field(drawer, label.goods_title).press('Enter')
  await expect(cardOf(page, 'Wonder bag')).toContainText('2.00 – 5.00')
  expect(await kept()).toMatchObject(prices)

  await page.getByRole('button', { name: `${ui.edit}: Wonder bag` }).click()
  await drawer.getByRole('radio', { name: words.onePrice }).check()
  await field(drawer, label.price).fill('3.50')
  await field(drawer, label.price).press('Enter')
  await expect(cardOf(page, 'Wonder bag')).not.toContainText('5.00')
  expect(await kept()).toMatchObject({ price: 350, min_price: null, max_price: null })
})

test('tags appear as they are typed, and those of other goods are offered', async ({
  signedIn: page,
  merchant,
}) => {
  await addGoods(merchant, 'Cola', { tags: 'cold,drink' })
  await page.goto('/goods?open=add')
  const drawer = drawerOf(page, words.addGoods)
  await field(drawer, label.tags).fill('sweet')
  const typed = drawer.getByRole('list', { name: words.typedTags })
  await expect(typed.getByRole('listitem')).toHaveText(['sweet'])
  await drawer.getByRole('button', { name: fill(words.addTag, { tag: 'cold' }) }).click()
  await expect(typed.getByRole('listitem')).toHaveText(['sweet', 'cold'])
  await expect(drawer.getByRole('button', { name: fill(words.addTag, { tag: 'drink' }) })).toHaveCount(0)
})

test('eight goods make a page, and other pages end with a full line, too', async ({
  signedIn: page,
  merchant,
}) => {
  await addManyGoods(merchant, 9)
  await page.goto('/goods')
  await expect(cardNames(page)).toHaveCount(8)
  await expect(page.getByText(fill(ui.total, { count: '9' }))).toBeVisible()
  await page.getByTitle('2', { exact: true }).click()
  await expect(cardNames(page)).toHaveText(['Goods 01'])
  await expect(page).toHaveURL('/goods?page=2')
  await page.getByRole('combobox', { name: 'Page Size' }).click()
  const sizes = page.locator('.ant-select-item-option')
  await expect(sizes).toHaveText([8, 16, 24, 48].map((size) => `${size} / page`))
})

test('goods are searched, filtered by tag and price and put in order, and the address says how', async ({
  signedIn: page,
  merchant,
}) => {
  await addGoods(merchant, 'Water', { price: 200, tags: 'drink' })
  await addGoods(merchant, 'Cola', { price: 350, tags: 'drink,sweet', code: 'C-17' })
  await addGoods(merchant, 'Chocolate', { min_price: 500, max_price: 900, tags: 'sweet' })
  await page.goto('/goods')
  await expect(cardNames(page)).toHaveText(['Chocolate', 'Cola', 'Water'])
  const filters = page.getByRole('search', { name: ui.filters })
  await expect(filters).toContainText(`${words.order}: ${words.orderNewest}`)
  await pick(page, field(filters, words.order), words.orderPrice)
  await expect(cardNames(page)).toHaveText(['Water', 'Cola', 'Chocolate'])
  await pick(page, field(filters, label.tags), 'sweet (2)')
  await expect(cardNames(page)).toHaveText(['Cola', 'Chocolate'])
  await filters.getByRole('button', { name: label.price, exact: true }).click()
  await page.getByLabel(label.max_price).fill('4')
  await page.getByRole('button', { name: uiWords['en-US'].applyFilter, exact: true }).click()
  await expect(cardNames(page)).toHaveText(['Cola'])
  await expect(page).toHaveURL('/goods?order=price&tag=sweet&max_price=400')
  await filters.getByRole('button', { name: `${label.price}: up to 4.00` }).click()
  await page.getByLabel(label.min_price).fill('4')
  await page.getByLabel(label.max_price).fill('3')
  await page.getByRole('button', { name: uiWords['en-US'].applyFilter, exact: true }).click()
  await expect(page.getByLabel(label.max_price)).toHaveAccessibleDescription(
    'The lowest price cannot exceed the highest',
  )
  await page.getByLabel(label.max_price).fill('10')
  await page.getByLabel(label.max_price).press('Enter')
  await expect(cardNames(page)).toHaveText(['Chocolate'])
  await expect(page).toHaveURL('/goods?order=price&tag=sweet&min_price=400&max_price=1000')
  await page.reload()
  await expect(cardNames(page)).toHaveText(['Chocolate'])
  await expect(filters.getByRole('button', { name: `${label.price}: 4.00 – 10.00` })).toBeVisible()
  await filters.getByRole('button', { name: ui.resetFilters }).click()
  await expect(page).toHaveURL('/goods')
  await page.getByRole('searchbox', { name: words.searchGoods }).fill('c-17')
  await expect(cardNames(page)).toHaveText(['Cola'])
  await page.getByRole('searchbox', { name: words.searchGoods }).fill('nothing like it')
  await expect(page.getByText(ui.noMatch)).toBeVisible()
})

test('goods in a slot are not deleted, and the answer says where they lie', async ({
  signedIn: page,
  merchant,
}) => {
  const goods = await addGoods(merchant, 'Cola')
  await putIntoSlot(merchant, goods, 7)
  await page.goto('/goods')
  await expect(cardOf(page, 'Cola')).toContainText(fill(slotsOf.inSlots, { count: '1' }))
  await page.getByRole('button', { name: `${ui.delete}: Cola` }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText(fill(words.deleteInSlots, { count: '1' }))
  await expect(question).not.toContainText(words.deleteGoodsText)
  await question.getByRole('button', { name: words.deleteGoods }).click()
  await expect(question.getByRole('alert')).toHaveText(
    'These goods are still in slots (1): Lobby #7. Take them out first.',
  )
  await expect(question.getByRole('button', { name: words.deleteGoods })).toHaveCount(0)
})

test('a merchant without goods is offered none to copy, and an empty template', async ({
  signedIn: page,
}) => {
  await page.goto('/goods?open=import')
  await page.getByRole('dialog').getByRole('button', { name: words.emptyTemplate }).waitFor()
  await page.goto('/goods?open=add')
  const drawer = drawerOf(page, words.addGoods)
  await expect(field(drawer, label.goods_title)).toBeFocused()
  await expect(field(drawer, words.startFrom)).toHaveCount(0)
})

test('new goods can start from existing ones', async ({ signedIn: page, merchant }) => {
  const picture = await addPicture(merchant, 'Can')
  await addGoods(merchant, 'Cola', { price: 350, tags: 'drink', code: 'C-17', images: [picture.img_id] })
  await page.goto('/goods?open=add')
  const drawer = drawerOf(page, words.addGoods)
  await pick(page, field(drawer, words.startFrom), 'Cola')
  await expect(field(drawer, label.price)).toHaveValue('3.50')
  await expect(field(drawer, label.tags)).toHaveValue('drink')
  await expect(field(drawer, label.code)).toHaveValue('')
  await field(drawer, label.goods_title).fill('Cola light')
  await field(drawer, label.goods_title).press('Enter')
  await expect(cardOf(page, 'Cola light')).toContainText('drink')
  await expect(cardOf(page, 'Cola light').getByRole('presentation')).toBeVisible()
})

test('typed values of new goods stay when the goods that they were copied from change', async ({
  signedIn: page,
  merchant,
}) => {
  const cola = await addGoods(merchant, 'Cola', { price: 350, tags: 'drink' })
  await page.goto('/goods?open=add')
  const drawer = drawerOf(page, words.addGoods)
  await pick(page, field(drawer, words.startFrom), 'Cola')
  await expect(field(drawer, label.price)).toHaveValue('3.50')
  await field(drawer, label.price).fill('9')
  const edit = { goods_id: cola.goods_id, title: 'Cola', price: 600 }
  await callServer(goodsCalls.editPrivate, edit, merchant.caller)
  // A new picture makes the page load the goods again.
  await giveFiles(page, 'drop', [pngFile('can.png')])
  const asked = page.waitForResponse(
    (response) =>
      response.url().endsWith(goodsCalls.getGoods.path) &&
      response.request().postData()?.includes(`"${cola.goods_id}"`) === true,
  )
  await page.getByRole('button', { name: fill(words.addPictures, { count: '1' }) }).click()
  await asked
  await expect(drawer.getByText(words.cover, { exact: true })).toBeVisible()
  await field(drawer, label.goods_title).fill('Cola light')
  await field(drawer, label.goods_title).press('Enter')
  await expect(cardOf(page, 'Cola light')).toContainText('9.00')
  await expect(cardOf(page, 'Cola light').getByRole('presentation')).toBeVisible()
})

test('an account limited to its own goods sees no others', async ({ merchant, consoleOf }) => {
  const role = await addRole(merchant, 'Stocker', ['goods.manage'], { goods_scope: 'own' })
  const anna = await addSubUser(merchant, 'Anna', role)
  await addGoods(merchant, 'Of the owner')
  const page = await consoleOf(anna.sub_username, staffPassword)
  await page.goto('/goods')
  await expect(page.getByText(words.noOwnGoodsHint)).toBeVisible()
  await page.getByRole('button', { name: words.addGoods }).first().click()
  const drawer = drawerOf(page, words.addGoods)
  await field(drawer, label.goods_title).fill('Of Anna')
  await field(drawer, label.price).fill('2')
  await field(drawer, label.price).press('Enter')
  await expect(cardNames(page)).toHaveText(['Of Anna'])
})
