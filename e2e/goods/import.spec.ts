import { readFile } from 'node:fs/promises'

import { sheetUpload, fill } from '@slotwise/contract'

import { goodsSheet } from '../../apps/server/test/goods-sheet.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods, cardNames, cardOf, giveFiles } from '../support/goods.ts'
import { goodsWords, sheetImportWords, uiWords } from '../support/words.ts'

const words = goodsWords['en-US']
const sheetWords = sheetImportWords['en-US']
const ui = uiWords['en-US']

const asFile = (buffer: Buffer, name = 'goods.xlsx') => ({ name, mimeType: sheetUpload.types[0], buffer })

test('a sheet shows what it would change before it does, and then does it', async ({
  signedIn: page,
  merchant,
}) => {
  const cola = await addGoods(merchant, 'Cola', { price: 350 })
  const water = await addGoods(merchant, 'Water', { price: 200 })
  const sheet = await goodsSheet(
    ['goods_id', 'goods_title', 'price'],
    [
      [cola.goods_id, 'Cola', 4],
      [water.goods_id, 'Water', 2],
      ['', 'Chocolate', 6.5],
      ['', 'Bad <goods>', 6.5],
      ['', 'Free', 0],
    ],
  )
  await page.goto('/goods')
  await page.getByRole('button', { name: words.importGoods }).click()
  const drawer = page.getByRole('dialog', { name: words.importGoods })
  const chooser = page.waitForEvent('filechooser')
  await drawer.getByRole('button', { name: sheetWords.chooseSheet }).click()
  await (await chooser).setFiles(asFile(sheet))
  const kind = (word: string) => drawer.getByRole('button', { name: new RegExp(`^\\d+\\s*${word}$`) })
  await expect(kind(sheetWords.kindError)).toContainText('2')
  await expect(drawer.getByRole('row')).toHaveCount(3)
  await expect(drawer.getByRole('row').last()).toContainText('The price must be at least 0.02')
  await kind(sheetWords.kindChange).click()
  const change = drawer.getByRole('row').last()
  await expect(change).toContainText('Row 2')
  await expect(change).toContainText('3.50 CNY → 4.00 CNY')
  await kind(sheetWords.kindChange).click()
  await expect(drawer.getByRole('row')).toHaveCount(6)
  // Nothing has been imported yet.
  await expect(cardOf(page, 'Chocolate')).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Import 2 goods, skip 2 rows' }).click()
  await expect(drawer).toBeHidden()
  await expect(
    page.getByRole('status').filter({ hasText: fill(ui.importDone, { count: '2' }) }),
  ).toBeVisible()
  await expect(cardNames(page)).toHaveText(['Chocolate', 'Water', 'Cola'])
  await expect(cardOf(page, 'Cola')).toContainText('4.00')
  await page.getByRole('button', { name: ui.jobs }).click()
  await expect(page.getByText(ui.importTask, { exact: true })).toBeVisible()
})

test('rows that resemble goods are shown with a choice, and done as chosen', async ({
  signedIn: page,
  merchant,
}) => {
  await addGoods(merchant, 'Cola', { price: 350, code: 'C-1' })
  await addGoods(merchant, 'Water', { price: 200 })
  await addGoods(merchant, 'Juice', { price: 500 })
  const sheet = await goodsSheet(
    ['code', 'goods_title', 'price'],
    [
      ['C-1', 'Cola Zero', 4],
      ['', 'Water', 3],
      ['', 'Juice', 6],
    ],
  )
  await page.goto('/goods?open=import')
  const drawer = page.getByRole('dialog', { name: words.importGoods })
  await drawer.getByRole('button', { name: sheetWords.chooseSheet }).waitFor()
  await giveFiles(page, 'drop', [asFile(sheet)])
  await expect(drawer).toContainText('1 row has no goods no., but the same article code as existing goods')
  await expect(drawer).toContainText('2 rows have no goods no., but the same name as existing goods')
  await expect(drawer.getByRole('button', { name: 'Import 1 kind of goods, skip 2 rows' })).toBeVisible()
  await expect(drawer.getByRole('row').filter({ hasText: 'Cola Zero' })).toContainText('3.50 CNY → 4.00 CNY')
  await drawer.getByRole('combobox', { name: fill(words.likeRow, { row: '3' }) }).click()
  await page.getByTitle(words.choiceUpdate).last().click()
  await expect(drawer.getByRole('button', { name: 'Import 2 goods, skip 1 row' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Import 2 goods, skip 1 row' }).click()
  await expect(drawer).toBeHidden()
  await expect(cardOf(page, 'Cola Zero')).toContainText('4.00')
  await expect(cardOf(page, 'Water')).toContainText('3.00')
  await expect(cardOf(page, 'Juice')).toContainText('5.00')
  await expect(cardNames(page)).toHaveCount(3)
})

test('the exported catalogue is the template: read again as it is, it changes nothing', async ({
  signedIn: page,
  merchant,
}) => {
  await addGoods(merchant, 'Cola', { price: 350, tags: 'cold,drink', code: '007', description: 'Two\nlines' })
  await addGoods(merchant, 'Lucky bag', { min_price: 500, max_price: 900 })
  await page.goto('/goods?open=import')
  const drawer = page.getByRole('dialog', { name: words.importGoods })
  await drawer.getByRole('button', { name: words.template }).click()
  const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
  const download = page.waitForEvent('download')
  await ready.getByRole('button', { name: ui.download }).click()
  const bytes = await readFile(await (await download).path())
  await giveFiles(page, 'drop', [asFile(bytes)])
  await expect(drawer.getByRole('button', { name: /^2\s*Unchanged$/ })).toBeVisible()
  await expect(drawer.getByRole('button', { name: words.nothingToImport })).toBeDisabled()
})

test('a file that is no sheet is refused with a message, and another can be chosen', async ({
  signedIn: page,
}) => {
  await page.goto('/goods?open=import')
  const drawer = page.getByRole('dialog', { name: words.importGoods })
  await drawer.getByRole('button', { name: sheetWords.chooseSheet }).waitFor()
  await giveFiles(page, 'drop', [{ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') }])
  await expect(drawer.getByRole('alert')).toContainText('The sheet cannot be read')
  await giveFiles(page, 'drop', [asFile(Buffer.from('not a sheet at all'))])
  await expect(drawer.getByRole('alert')).toContainText('goods.xlsx: The sheet cannot be read')
  await giveFiles(page, 'drop', [asFile(await goodsSheet())])
  await expect(drawer.getByRole('button', { name: fill(words.importCount, { count: '1' }) })).toBeVisible()
})

test('an import with a preview asks before it is closed', async ({ signedIn: page }) => {
  await page.goto('/goods?open=import')
  const drawer = page.getByRole('dialog', { name: words.importGoods })
  await drawer.getByRole('button', { name: sheetWords.chooseSheet }).waitFor()
  await giveFiles(page, 'drop', [asFile(await goodsSheet())])
  await drawer.getByRole('button', { name: fill(words.importCount, { count: '1' }) }).waitFor()
  await drawer.getByRole('button', { name: ui.cancel, exact: true }).click()
  const question = page.getByRole('dialog', { name: ui.unsavedTitle })
  await question.getByRole('button', { name: ui.keepEditing }).click()
  await expect(drawer).toContainText('goods.xlsx')
  await drawer.getByRole('button', { name: ui.cancel, exact: true }).click()
  await question.getByRole('button', { name: ui.discard }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText(words.noGoods)).toBeVisible()
})

test('an export has what is filtered', async ({ signedIn: page, merchant }) => {
  await addGoods(merchant, 'Cola', { tags: 'drink' })
  await page.goto('/goods?tag=drink&order=price')
  await expect(cardNames(page)).toHaveText(['Cola'])
  const asked = page.waitForRequest('**/api/v1/g/exportGoods')
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  expect(await (await asked).postDataJSON()).toEqual({
    format: 'xlsx',
    condition: { tag: 'drink', order: 'price' },
  })
  const download = page.waitForEvent('download')
  await page
    .getByRole('status')
    .filter({ hasText: ui.exportReady })
    .getByRole('button', { name: ui.download })
    .click()
  expect((await download).suggestedFilename()).toMatch(/^Goods.*\.xlsx$/)
})
