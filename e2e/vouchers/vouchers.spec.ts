import { voucherFieldWords, voucherStateWords } from '@slotwise/contract'

import type { HandMachine } from '../../apps/server/test/hand-machine.ts'
import { field, pick } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods } from '../support/goods.ts'
import { rows, sell, seller } from '../support/sales.ts'
import { addReferrer, addVouchers, codesOf } from '../support/vouchers.ts'
import { uiWords, voucherWords } from '../support/words.ts'

test.use({ activity: true })

const words = voucherWords['en-US']
const label = voucherFieldWords['en-US']
const state = voucherStateWords['en-US']
const ui = uiWords['en-US']

/** How many pages a PDF has. */
const pagesIn = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

let serial = 0

/** A customer shows a code at a machine, which gives what the server says. Returns the number of the order. */
async function redeem(machine: HandMachine, voucher: string): Promise<string> {
  const reqId = `v${Date.now()}-${(serial += 1)}`
  await machine.say('order', { reqId, items: [], pay: 'gift', voucher, kind: 'buy' })
  const { orderNo, items = [] } = await machine.hears(
    'order',
    (answer) => answer.reqId === reqId && answer.state === 'paid',
  )
  await sell(machine, {
    orderNo,
    client: 'gift',
    amount: 0,
    items: items.map((item) => ({ ...item, ok: true })),
  })
  return orderNo
}

test('a merchant makes twelve vouchers and prints them; one is used at a machine and shows its sale', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  await addReferrer(merchant, 'Chen')

  await page.goto('/gift')
  await expect(page.getByText(words.none)).toBeVisible()
  await page.getByRole('button', { name: words.add }).first().click()
  const form = page.getByRole('dialog', { name: words.add })
  await field(form, label.name).fill('Opening')
  await pick(page, form.getByRole('combobox', { name: label.goods }), 'Cola')
  await field(form, label.copies).fill('501')
  await form.getByRole('button', { name: words.add }).click()
  await expect(form.getByText('1 to 500 vouchers at once')).toBeVisible()
  await field(form, label.copies).fill('12')
  await pick(page, form.getByRole('combobox', { name: label.referrer }), 'Chen')
  await form.getByRole('button', { name: words.add }).click()
  await expect(form).toBeHidden()
  await expect(rows(page)).toHaveCount(10)
  await expect(rows(page).first()).toContainText('Cola × 1')
  await expect(rows(page).first()).toContainText('Chen')

  // All of the batch on two sheets.
  await page.getByRole('button', { name: words.print, exact: true }).click()
  await expect(page).toHaveURL(/\/gift\/print\?batch=\d+$/)
  const slips = page.locator('.sw-voucher-slip')
  await expect(slips).toHaveCount(12)
  const [voucher] = await slips.locator('.sw-voucher-slip-code').allTextContents()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: words.print })).toBeHidden()
  expect(pagesIn(await page.pdf({ preferCSSPageSize: true }))).toBe(2)
  await page.emulateMedia({ media: null })

  const orderno = await redeem(machine, voucher ?? '')
  await page.goto('/gift?state=used')
  await expect(rows(page)).toHaveCount(1)
  const used = rows(page).first()
  await expect(used).toContainText(state.used)
  await expect(used).toContainText('Lobby')
  await expect(used.getByRole('button', { name: new RegExp(words.showCode) })).toHaveCount(0)
  await expect(used.getByRole('button', { name: new RegExp(ui.delete) })).toHaveCount(0)
  await used.getByRole('link', { name: orderno }).click()
  await expect(page).toHaveURL(new RegExp(`bill=${orderno}`))
  await expect(page.getByRole('dialog')).toContainText('Cola')
})

test('an unused voucher shows its QR code, and not after it was used or deleted', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  const { goods_id: goods } = await addGoods(merchant, 'Water')
  const cola = await addVouchers(merchant, 'Elsewhere', { goods })
  const [only] = await codesOf(merchant, cola)

  await page.goto('/gift')
  await page.getByRole('button', { name: `${words.showCode}: Elsewhere` }).click()
  const drawer = page.getByRole('dialog', { name: 'Elsewhere' })
  await expect(drawer.getByRole('img', { name: /QR code of the voucher/ })).toBeVisible()
  await expect(drawer).toContainText(only!.code.slice(0, 4))
  const saved = page.waitForEvent('download')
  await drawer.getByRole('button', { name: words.download }).click()
  expect((await saved).suggestedFilename()).toMatch(/^Elsewhere .*\.png$/)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await page.getByRole('button', { name: `${ui.delete}: Elsewhere` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.delete }).click()
  await expect(rows(page).first()).toContainText(state.deleted)
  await expect(page.getByRole('button', { name: new RegExp(`^${words.showCode}`) })).toHaveCount(0)
  // A link to it from before.
  await page.goto(`/gift?open=${only!.gift_id}`)
  await expect(page.getByRole('dialog')).toContainText('This voucher has been deleted')
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0)
  await machine.say('order', {
    reqId: 'deleted',
    items: [],
    pay: 'gift',
    voucher: only!.code,
    kind: 'buy',
  })
  await machine.hears('order', (answer) => answer.reqId === 'deleted' && answer.state === 'refused')
})

test('a batch is printed in part and deleted as a whole', async ({ signedIn: page, merchant }) => {
  const { goods_id: goods } = await addGoods(merchant, 'Tea')
  await addVouchers(merchant, 'Spring', { goods, copies: 3 })
  await addVouchers(merchant, 'Autumn', { goods, copies: 2 })

  await page.goto('/gift')
  await expect(rows(page)).toHaveCount(5)
  for (const row of [0, 1]) await rows(page).nth(row).getByRole('checkbox').check()
  await page.getByRole('button', { name: words.printSelected }).click()
  await expect(page.locator('.sw-voucher-slip')).toHaveCount(2)
  await page.getByRole('link', { name: words.backToList }).click()

  await page.getByRole('link', { name: words.tabBatches }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: `${ui.delete}: Spring` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.deleteBatch }).click()
  await expect(page.getByRole('button', { name: `${ui.delete}: Spring` })).toHaveCount(0)
  await page.getByRole('link', { name: 'Spring' }).click()
  await expect(page).toHaveURL(/\/gift\?batch=\d+$/)
  await expect(rows(page)).toHaveCount(3)
  for (const row of await rows(page).all()) await expect(row).toContainText(state.deleted)
})
