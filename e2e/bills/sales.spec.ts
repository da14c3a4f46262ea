import {
  billFieldWords,
  billStatusWords,
  faultWords,
  fill,
  payClientWords,
  refundBarWords,
  ruleText,
} from '@slotwise/contract'

import { field, fillAndLeave, pick } from '../support/console.ts'
import { passGate } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { notices } from '../support/notices.ts'
import { addStore } from '../support/regions.ts'
import { failSale, rows, sell, seller } from '../support/sales.ts'
import { billListWords, billWords, uiWords } from '../support/words.ts'

const words = billWords['en-US']
const list = billListWords['en-US']
const label = billFieldWords['en-US']
const status = billStatusWords['en-US']
const ui = uiWords['en-US']

test('a sale that failed is refunded from its bill, and the refund is followed to its end', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const orderno = await failSale(await seller(merchant, machines))
  await page.goto('/buyOrder')
  const row = rows(page).filter({ hasText: orderno })
  await expect(row).toContainText(status[1])
  await expect(row).toContainText(faultWords['en-US'].MOTOR)
  await row.getByTitle(fill(words.open, { orderno })).press('Enter')
  await expect(page).toHaveURL(`/buyOrder?bill=${orderno}`)

  const bill = page.getByRole('dialog', { name: words.detail })
  const steps = bill.getByRole('list', { name: words.timeline })
  await expect(steps).toContainText(words.paid)
  await expect(steps).toContainText(`Slot 1: delivery failed (${faultWords['en-US'].MOTOR})`)
  await expect(bill.getByRole('link', { name: 'Cola' })).toHaveAttribute('href', /^\/goods\?open=\d+$/)
  await bill.getByRole('button', { name: words.refund }).click()
  const dialog = page.getByRole('dialog', { name: words.refundTitle })
  await expect(dialog).toContainText(orderno)
  await dialog.getByRole('radio', { name: words.part }).check()
  const amount = field(dialog, label.refund_fee)
  await expect(amount).toHaveValue('3.50')
  await fillAndLeave(amount, '0')
  await expect(dialog).toContainText(ruleText('en-US', 'refundZero'))
  await fillAndLeave(amount, '3.51')
  await expect(dialog).toContainText(ruleText('en-US', 'refundTooMuch'))
  await fillAndLeave(amount, '1.5')
  await field(dialog, label.remarks).fill('Stuck')
  await dialog.getByRole('button', { name: fill(words.refundSum, { amount: '1.50 CNY' }) }).click()
  await passGate(page)
  await expect(dialog).toBeHidden()
  await expect(notices(page)).toContainText(words.refundSent)

  await expect(steps).toContainText(fill(words.refundDone, { amount: '1.50 CNY' }))
  await expect(steps).toContainText(fill(words.remarks, { remarks: 'Stuck' }))
  await expect(steps).toContainText(words.workingDays)
  await expect(bill.getByRole('button', { name: words.refund })).toHaveCount(0)
  await expect(bill).toContainText(refundBarWords['en-US'].refunded)
  await page.keyboard.press('Escape')
  await expect(bill).toBeHidden()
  await expect(row).toContainText(status[10])
  await expect(row).toContainText(fill(list.refundedAmount, { amount: '1.50' }))
  await expect(row.getByTitle(fill(words.open, { orderno }))).toBeFocused()
})

test('a bill opens by a click in its row, where text can be selected and buttons keep their meaning', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await sell(await seller(merchant, machines))
  await page.goto('/buyOrder')
  const bill = page.getByRole('dialog', { name: words.detail })
  const price = rows(page).getByText('3.50')
  await rows(page)
    .getByRole('button', { name: new RegExp(ui.copy) })
    .click()
  const { x, y, width, height } = (await price.boundingBox())!
  await page.mouse.move(x - 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width + 2, y + height / 2)
  await page.mouse.up()
  expect(await page.evaluate(() => String(getSelection()))).toContain('3.50')
  await expect(page).toHaveURL('/buyOrder')
  await rows(page).getByText('Cola').click()
  await expect(bill).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bill).toBeHidden()
  await expect(rows(page).getByRole('rowheader').getByRole('button').first()).toBeFocused()
})

test('a bill opens by a link; a link to none says so', async ({ signedIn: page, merchant, machines }) => {
  const orderno = await failSale(await seller(merchant, machines))
  await page.goto(`/buyOrder?bill=${orderno}&range=yesterday`)
  await expect(page.getByRole('dialog', { name: words.detail })).toContainText(orderno)
  const unknown = `${orderno.slice(0, -1)}${(Number(orderno.at(-1)) + 1) % 10}`
  await page.goto(`/buyOrder?bill=${unknown}`)
  await expect(notices(page)).toContainText(fill(words.noSuchBill, { orderno: unknown }))
  await expect(page).toHaveURL('/buyOrder')
})

test('new sales wait above the list and move nothing; the totals follow by themselves', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  await page.goto('/buyOrder')
  await expect(page.getByText(words.none)).toBeVisible()
  await sell(machine)
  // Nothing is being read on an empty page, so the first sale appears by itself.
  await expect(rows(page)).toHaveCount(1)
  const place = await rows(page).boundingBox()
  await sell(machine, { client: 'bill', amount: 700 })
  await page.getByRole('button', { name: fill(words.news, { count: 1 }) }).waitFor()
  await expect(rows(page)).toHaveCount(1)
  expect(await rows(page).boundingBox()).toEqual(place)
  const totals = page.getByRole('region', { name: words.totals })
  await expect(totals).toContainText('10.50')
  await page.getByRole('button', { name: fill(words.news, { count: 1 }) }).click()
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).first()).toContainText(payClientWords['en-US'].bill)
  await expect(page.getByRole('button', { name: fill(words.news, { count: 1 }) })).toHaveCount(0)
})

test('filters are in the address, and the export is what is filtered', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  await sell(machine)
  await sell(machine, { client: 'bill', amount: 700 })
  await page.goto('/buyOrder')
  await expect(rows(page)).toHaveCount(2)
  await pick(page, field(page, label.client), payClientWords['en-US'].coin)
  await expect(page).toHaveURL('/buyOrder?client=coin')
  await page.getByText(ui.thisMonth, { exact: true }).click()
  await expect(page).toHaveURL('/buyOrder?client=coin&range=thisMonth')
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  const totals = page.getByRole('region', { name: words.totals })
  await expect(totals).toContainText('3.50')
  await totals.getByRole('button', { name: words.totalSuccess }).click()
  await expect(page).toHaveURL(/&status=0&status=3&status=4&status=6&status=7$/)
  await totals.getByRole('button', { name: words.totalSuccess, pressed: true }).click()
  await expect(page).toHaveURL('/buyOrder?client=coin&range=thisMonth')

  await page.getByRole('button', { name: ui.export, exact: true }).click()
  const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
  const download = page.waitForEvent('download')
  await ready.getByRole('button', { name: ui.download }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await page.getByRole('button', { name: ui.resetFilters }).click()
  await expect(page).toHaveURL('/buyOrder')
})

test('goods, devices and stores lead to their sales', async ({ signedIn: page, merchant, machines }) => {
  const store = await addStore(merchant, 'Harbour')
  const machine = await seller(merchant, machines, { storeId: store._id })
  await sell(machine)
  await page.goto('/goods')
  await page.getByRole('link', { name: fill(list.salesOf, { name: 'Cola' }) }).click()
  await expect(page).toHaveURL(/\/buyOrder\?range=last3Months&goods_id=\d+$/)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).getByRole('link', { name: 'Lobby' }).click()
  await expect(page).toHaveURL(`/device/${machine.sn}`)
  await page.getByRole('link', { name: fill(list.salesOf, { name: 'Lobby' }) }).click()
  await expect(page).toHaveURL(`/buyOrder?range=last3Months&sn=${machine.sn}`)
  await expect(rows(page)).toHaveCount(1)
  await page.goto('/region?tab=stores')
  await page.getByRole('link', { name: fill(list.salesOf, { name: 'Harbour' }) }).click()
  await expect(page).toHaveURL(`/buyOrder?range=last3Months&store=${store._id}`)
  await expect(rows(page)).toHaveCount(1)
})
