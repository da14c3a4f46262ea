import { payStateWords } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import { order, pay, rows, seller } from '../support/sales.ts'
import { billWords, paymentWords } from '../support/words.ts'

const state = payStateWords['en-US']

test('an order is a payment bill before it is paid, and leads to its bill after', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const machine = await seller(merchant, machines)
  await page.goto('/payOrder')
  await expect(page.getByText(paymentWords['en-US'].none)).toBeVisible()
  const made = await order(machine)
  const row = rows(page).filter({ hasText: made.orderNo })
  await expect(row).toContainText(state.pending)
  await expect(row.getByRole('link', { name: made.orderNo })).toHaveCount(0)
  await pay(machine, made)
  await expect(row).toContainText(state.paid)
  await row.getByRole('link', { name: made.orderNo }).click()
  await expect(page.getByRole('dialog', { name: billWords['en-US'].detail })).toContainText(made.orderNo)
})
