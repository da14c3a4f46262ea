import { expect, test } from '../support/fixtures.ts'
import { approvedCard } from '../support/funds.ts'
import { order, pay, rows, seller } from '../support/sales.ts'
import { operationPassword } from '../support/staff.ts'
import { billWords, fundWords, operationGateWords, shellWords } from '../support/words.ts'

const words = fundWords['en-US']

test('money without a payout account is given one, and the statement leads to its bill', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  const sale = await order(machine)
  await pay(machine, sale)
  await approvedCard(merchant, { mch_name: 'Sunny Shop' })
  await page.goto('/')
  await page.getByRole('button', { name: shellWords['en-US'].finance }).click()
  await page.getByRole('link', { name: shellWords['en-US'].fund }).click()
  await expect(page.getByRole('region', { name: words.sums })).toContainText('3.48')

  await page.getByRole('button', { name: words.assign }).click()
  const dialog = page.getByRole('dialog', { name: words.assignTitle })
  await expect(dialog).toContainText('Sunny Shop')
  await dialog.getByRole('button', { name: 'Assign 3.48 CNY' }).click()
  await page.getByRole('textbox', { name: operationGateWords['en-US'].password }).fill(operationPassword)
  await page.getByRole('button', { name: operationGateWords['en-US'].unlock }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: words.assign })).toHaveCount(0)
  const card = page.getByRole('listitem').filter({ hasText: 'Sunny Shop' })
  await expect(card).toContainText('3.48')

  await page.getByRole('link', { name: words.statement, exact: true }).first().click()
  await expect(rows(page)).toHaveCount(3)
  await rows(page).getByRole('link', { name: sale.orderNo }).click()
  await expect(page.getByRole('dialog', { name: billWords['en-US'].detail })).toContainText(sale.orderNo)
})
