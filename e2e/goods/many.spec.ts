import { goodsFieldWords } from '@slotwise/contract'

import { countClicks } from '../support/clicks.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods, cardNames, cardOf, putIntoSlot } from '../support/goods.ts'
import { notices } from '../support/notices.ts'
import { goodsWords } from '../support/words.ts'

const words = goodsWords['en-US']
const label = goodsFieldWords['en-US']

test('several goods get one price in five clicks, and the change is undone, also after a reload', async ({
  signedIn: page,
  merchant,
}) => {
  await addGoods(merchant, 'Cola', { price: 350 })
  await addGoods(merchant, 'Tea', { price: 300 })
  await addGoods(merchant, 'Water', { price: 200 })
  await page.goto('/goods')
  await expect(cardNames(page)).toHaveCount(3)
  const clicks = await countClicks(page)
  for (const name of ['Cola', 'Tea']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expect(page.getByText('2 goods selected')).toBeVisible()
  await page.getByRole('button', { name: words.editChosen }).click()
  const drawer = page.getByRole('dialog', { name: 'Edit 2 goods' })
  await drawer.getByRole('textbox', { name: label.price }).click()
  await page.keyboard.type('4.20')
  await drawer.getByRole('button', { name: 'Change 2 goods' }).click()
  await expect(notices(page)).toContainText('2 goods changed')
  expect(await clicks()).toBe(5)
  await expect(cardOf(page, 'Cola')).toContainText('4.20')
  await expect(cardOf(page, 'Water')).toContainText('2.00')

  await page.reload()
  await expect(page.getByText(/You changed 2 goods at/)).toBeVisible()
  await page.getByRole('button', { name: words.undoMany, exact: true }).click()
  await expect(cardOf(page, 'Cola')).toContainText('3.50')
  await expect(cardOf(page, 'Tea')).toContainText('3.00')
  await expect(page.getByText(/You changed 2 goods at/)).toBeHidden()
})

test('several goods are deleted, those in slots are named, and the deleted ones come back', async ({
  signedIn: page,
  merchant,
}) => {
  const cola = await addGoods(merchant, 'Cola')
  await addGoods(merchant, 'Tea')
  await putIntoSlot(merchant, cola)
  await page.goto('/goods')
  for (const name of ['Cola', 'Tea']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: words.deleteChosen }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 goods?' })
  await expect(question).toContainText('Tea')
  await question.getByRole('button', { name: words.deleteChosen }).click()
  await expect(notices(page)).toContainText('1 kind of goods deleted')
  await expect(notices(page)).toContainText('Cola: still in slots')
  await expect(cardNames(page)).toHaveText(['Cola'])
  await page.getByRole('button', { name: words.undoMany, exact: true }).first().click()
  await expect(cardNames(page)).toHaveCount(2)
})

test('goods are shown as a table, which the browser remembers', async ({ signedIn: page, merchant }) => {
  await addGoods(merchant, 'Cola', { code: 'C-1' })
  await page.goto('/goods')
  await expect(cardNames(page)).toHaveText(['Cola'])
  await page.getByText(words.asTable, { exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Cola' })
  await expect(row).toContainText('C-1')
  await page.reload()
  await expect(row).toContainText('C-1')
  await row.getByRole('button', { name: 'Cola', exact: true }).click()
  await expect(page.getByRole('dialog', { name: words.editGoods })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: words.asTable }).press('ArrowLeft')
  await expect(cardNames(page)).toHaveText(['Cola'])
})
