import type { Page } from '@playwright/test'
import {
  type Answer,
  errorText,
  goodsCalls,
  type GoodsEdit,
  type ImportPreview,
  sheetUpload,
  fill,
} from '@slotwise/contract'
import type { z } from 'zod'

import { goodsSheet } from '../../apps/server/test/goods-sheet.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods, cardNames, cardOf, giveFiles, putIntoSlot } from '../support/goods.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { goodsWords, sheetImportWords, uiWords } from '../support/words.ts'

const words = goodsWords['en-US']
const sheetWords = sheetImportWords['en-US']
const ui = uiWords['en-US']

/** Drops a sheet into the import drawer; returns the id of the preview. */
async function preview(page: Page, sheet: Buffer): Promise<string> {
  await page.goto('/goods?open=import')
  const drawer = page.getByRole('dialog', { name: words.importGoods })
  await drawer.getByRole('button', { name: sheetWords.chooseSheet }).waitFor()
  await expect(drawer).toContainText('5,000 rows')
  const answered = page.waitForResponse(`**${goodsCalls.previewImport.path}`)
  await giveFiles(page, 'drop', [{ name: 'goods.xlsx', mimeType: sheetUpload.types[0], buffer: sheet }])
  const { result } = (await (await answered).json()) as Answer<ImportPreview>
  return result.import
}

test('a sheet that was imported from another tab is not imported again', async ({
  signedIn: page,
  merchant,
}) => {
  const id = await preview(page, await goodsSheet())
  await callServer(goodsCalls.applyImport, { import: id }, merchant.caller)
  await expect(
    page.getByRole('status').filter({ hasText: fill(ui.importDone, { count: '1' }) }),
  ).toBeVisible()
  const drawer = page.getByRole('dialog', { name: words.importGoods })
  await drawer.getByRole('button', { name: fill(words.importCount, { count: '1' }) }).click()
  await expect(drawer.getByRole('alert')).toHaveText(errorText('en-US', 'importApplied'))
  await drawer.getByRole('button', { name: ui.cancel, exact: true }).click()
  await page.reload()
  await expect(cardNames(page)).toHaveText(['Cola'])
})

test('an import leaves goods alone that were changed since its preview, and says so', async ({
  signedIn: page,
  merchant,
}) => {
  const cola = await addGoods(merchant, 'Cola', { price: 350 })
  const rows = [
    [cola.goods_id, 'Cola', 4],
    ['', 'Chocolate', 6.5],
  ]
  await preview(page, await goodsSheet(['goods_id', 'goods_title', 'price'], rows))
  const edit: z.input<typeof GoodsEdit> = { goods_id: cola.goods_id, title: 'Cola', price: 500 }
  await callServer(goodsCalls.editPrivate, edit, merchant.caller)
  const drawer = page.getByRole('dialog', { name: words.importGoods })
  await drawer.getByRole('button', { name: fill(words.importCount, { count: '2' }) }).click()
  const failure = page.getByRole('alert').filter({ hasText: ui.importFailed })
  await expect(failure).toContainText(errorText('en-US', 'importStale'))
  await page.getByRole('button', { name: ui.jobs }).click()
  await expect(page.getByRole('listitem').filter({ hasText: ui.importTask })).toContainText(
    errorText('en-US', 'importStale'),
  )
  await expect(cardNames(page)).toHaveText(['Cola'])
  await expect(cardOf(page, 'Cola')).toContainText('5.00')
})

test('an account that does not see the machine learns that the goods are in a slot, but not in which', async ({
  merchant,
  consoleOf,
}) => {
  const quay = await addStore(merchant, 'Quay')
  const role = await addRole(merchant, 'Clerk', ['goods.manage'])
  const anna = await addSubUser(merchant, 'Anna', role, { all_device: false, store: [quay._id] })
  await putIntoSlot(merchant, await addGoods(merchant, 'Cola'))
  const page = await consoleOf(anna.sub_username, staffPassword)
  await page.goto('/goods')
  await page.getByRole('button', { name: `${ui.delete}: Cola` }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: words.deleteGoods }).click()
  await expect(question.getByRole('alert')).toHaveText(
    errorText('en-US', 'goodsInUseElsewhere', { count: 1 }),
  )
  await expect(question.getByRole('button', { name: words.deleteGoods })).toHaveCount(0)
  await page.reload()
  await expect(cardNames(page)).toHaveText(['Cola'])
})
