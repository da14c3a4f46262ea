import { billCalls, refundStateWords } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import { failSale, rows, seller } from '../support/sales.ts'
import { callServer } from '../support/server.ts'
import { signOf } from '../support/staff.ts'
import { billWords, shellWords, uiWords } from '../support/words.ts'

test('a refund record is followed to its end and leads to its bill', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const orderno = await failSale(await seller(merchant, machines))
  await page.goto('/')
  await page.getByRole('button', { name: shellWords['en-US'].finance }).click()
  await page.getByRole('link', { name: shellWords['en-US'].refundBill }).first().click()
  await expect(page.getByText(billWords['en-US'].noRefunds)).toBeVisible()
  const sign = await signOf(merchant)
  await callServer(billCalls.refund, { orderno, part_refund: false, remarks: '', sign }, merchant.caller)
  await expect(rows(page)).toContainText(refundStateWords['en-US'].refunded)
  await page.getByText(uiWords['en-US'].thisMonth, { exact: true }).click()
  await rows(page).getByRole('link', { name: orderno }).click()
  await expect(page.getByRole('dialog', { name: billWords['en-US'].detail })).toContainText(orderno)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/refundBill?range=thisMonth')
})
