import { slotCalls } from '@slotwise/contract'

import { fillSlots } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods, giveFiles } from '../support/goods.ts'
import { notices } from '../support/notices.ts'
import { callServer } from '../support/server.ts'
import { sheetImportWords, slotImportWords, slotSheetWords, uiWords } from '../support/words.ts'

const words = slotImportWords['en-US']
const sheetWords = sheetImportWords['en-US']
const ui = uiWords['en-US']

test('a sheet changes the slots of devices after a preview, and is undone', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const cola = await addGoods(merchant, 'Cola', { code: 'C-1' })
  await addGoods(merchant, 'Tea', { price: 420, code: 'T-1' })
  const [lobby, gate] = await machines.give(merchant, { title: 'Lobby' }, { title: 'Gate' })
  await fillSlots(merchant, lobby!, cola, { slots: [1, 2] })
  await fillSlots(merchant, gate!, cola, { slots: [1] })
  const pricesOf = async (sn: string) =>
    (await callServer(slotCalls.getDevChannel, { sn }, merchant.caller)).data
      .filter(({ goods }) => goods !== null)
      .map(({ goods, price, max }) => `${goods?.title} ${price} ${max}`)

  await page.goto('/device')
  await page.getByRole('button', { name: slotSheetWords['en-US'].importSlots }).click()
  const drawer = page.getByRole('dialog', { name: slotSheetWords['en-US'].importSlots })
  await drawer.getByRole('button', { name: sheetWords.chooseAnySheet }).waitFor()
  const sheet = [
    'Serial number,Slot,Article code,Price,Capacity',
    `${lobby!.sn},1,,4.00,12`,
    `${gate!.sn},1,,4.10,`,
    `${gate!.sn},2,T-1,,8`,
    `${gate!.sn},99,,4.00,`,
  ].join('\n')
  await giveFiles(page, 'drop', [{ name: 'slots.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) }])
  await expect(drawer.getByRole('row').last()).toContainText('Slot: There is no slot 99')
  await expect(drawer).toContainText('3 slots of 2 devices will change.')
  await drawer.getByRole('button', { name: new RegExp(`^3\\s*${sheetWords.kindChange}$`) }).click()
  await expect(drawer.getByRole('row').filter({ hasText: 'Lobby' })).toContainText('3.50 CNY → 4.00 CNY')
  expect(await pricesOf(lobby!.sn)).toEqual(['Cola 350 10', 'Cola 350 10'])
  await drawer.getByRole('button', { name: 'Change 3 slots, skip 1 row' }).click()
  await expect(notices(page)).toContainText('3 slots changed')
  await expect(drawer).toBeHidden()
  expect(await pricesOf(lobby!.sn)).toEqual(['Cola 400 12', 'Cola 350 10'])
  expect(await pricesOf(gate!.sn)).toEqual(['Cola 410 10', 'Tea 420 8'])

  await page.reload()
  await page.getByRole('button', { name: slotSheetWords['en-US'].importSlots }).click()
  await expect(drawer).toContainText('changed 2 slots')
  await drawer.getByRole('button', { name: words.undo }).click()
  await expect(notices(page)).toContainText('2 slots restored')
  expect(await pricesOf(gate!.sn)).toEqual(['Cola 350 10', 'Tea 420 8'])
})

test('the template for an import of slots is the present slots', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const cola = await addGoods(merchant, 'Cola', { code: '007' })
  const [lobby] = await machines.give(merchant, { title: 'Lobby' })
  await fillSlots(merchant, lobby!, cola)
  await page.goto('/device?open=import')
  const drawer = page.getByRole('dialog', { name: slotSheetWords['en-US'].importSlots })
  await drawer.getByRole('button', { name: words.template }).click()
  const download = page.waitForEvent('download')
  await page
    .getByRole('status')
    .filter({ hasText: ui.exportReady })
    .getByRole('button', { name: ui.download })
    .click()
  await drawer.locator('input[type=file]').setInputFiles(await (await download).path())
  await expect(
    drawer.getByRole('button', { name: new RegExp(`^6\\s*${sheetWords.kindSame}$`) }),
  ).toBeVisible()
  await expect(drawer.getByRole('button', { name: words.nothing })).toBeDisabled()
})
