import { billStatusWords, fill } from '@slotwise/contract'

import { passGate } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { overflowOf } from '../support/layout.ts'
import { failSale, seller } from '../support/sales.ts'
import { billWords } from '../support/words.ts'

const words = billWords['en-US']

test('sales are cards, and a buyer who got nothing is refunded with three taps and the password', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const orderno = await failSale(await seller(merchant, machines))
  await page.goto('/buyOrder')
  await expect(page.getByRole('table')).toHaveCount(0)
  const card = page.getByRole('listitem').filter({ hasText: orderno })
  await expect(card).toContainText(billStatusWords['en-US'][1])
  expect(await overflowOf(page)).toEqual([])
  await card.getByRole('button', { name: `${words.refund}: ${orderno}` }).tap()
  await page.getByRole('button', { name: fill(words.refundSum, { amount: '3.50 CNY' }) }).tap()
  await passGate(page)
  await expect(card).toContainText(billStatusWords['en-US'][9])
})
