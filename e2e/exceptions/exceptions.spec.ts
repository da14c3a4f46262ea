import {
  caseKindWords,
  caseReasonWords,
  caseStateWords,
  errorText,
  fill,
  payClientWords,
} from '@slotwise/contract'

import { field } from '../support/console.ts'
import { alipayStatement, findCasesDirectly, reconcileDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { giveFiles } from '../support/goods.ts'
import { addPayAccount, alipayFields } from '../support/pay-accounts.ts'
import { failSale, order, pay, sell, seller } from '../support/sales.ts'
import { setOperationPassword } from '../support/staff.ts'
import { caseWords } from '../support/words.ts'

const words = caseWords['en-US']
const kinds = caseKindWords['en-US']
const states = caseStateWords['en-US']

test('a sale that was paid and not delivered appears live, leads to its bill, is done with remarks and opened again', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const hand = await seller(merchant, machines)
  await page.goto('/exceptions')
  await expect(page.getByText(words.none, { exact: true })).toBeVisible()
  const orderno = await failSale(hand)
  await findCasesDirectly(merchant.session.token, 30)
  const row = page.getByRole('row', { name: orderno })
  await expect(row).toContainText(kinds.paid_not_delivered, { timeout: 20_000 })
  await expect(row).toContainText(words.free)
  const name = fill(words.nameOf, { kind: kinds.paid_not_delivered, number: orderno })

  await row.getByRole('link', { name: `${words.openBill} ${orderno}` }).click()
  await expect(page).toHaveURL(`/buyOrder?bill=${orderno}`)
  await expect(page.getByRole('dialog')).toContainText(orderno)
  await page.goBack()

  await row.getByRole('button', { name: fill(words.takeOf, { name }) }).click()
  await expect(row.getByRole('button', { name: fill(words.giveBackOf, { name }) })).toBeFocused()
  await row.getByRole('button', { name: fill(words.detailOf, { name }) }).click()
  const drawer = page.getByRole('dialog', { name: words.workTitle })
  await field(drawer, 'Remarks').fill('Paid back in cash')
  await drawer.getByRole('button', { name: words.save }).click()
  await expect(row).toBeHidden()
  await page.getByRole('link', { name: states.done }).click()
  await expect(page).toHaveURL('/exceptions?state=done')
  await expect(row).toContainText('Paid back in cash')
  await row.getByRole('button', { name: fill(words.reopenOf, { name }) }).click()
  await expect(row).toBeHidden()
  await page.getByRole('link', { name: states.open }).click()
  await expect(row).toContainText(kinds.paid_not_delivered)
})

test('a sale that a machine could not say rightly is completed and booked', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const hand = await seller(merchant, machines)
  await sell(hand, { client: 'cash' as never })
  await page.goto('/exceptions')
  const row = page.getByRole('row', { name: kinds.sale_unclear })
  const [book = ''] = words.bookOf.split('{name}')
  await row.getByRole('button', { name: book }).click()
  const drawer = page.getByRole('dialog', { name: words.bookTitle })
  await expect(drawer).toContainText('data.client')
  await field(drawer, 'Payment').click()
  await page.getByTitle(payClientWords['en-US'].coin, { exact: true }).click()
  await expect(drawer.getByLabel(fill(words.outOf, { line: 1 }))).toHaveValue('1')
  await drawer.getByRole('button', { name: words.bookSubmit }).click()
  await expect(row).toBeHidden()
  await page.getByRole('link', { name: states.closed }).click()
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/buyOrder\?bill=\d+/)
})

test('the statement of an own account is imported, and its difference is a case', async ({
  signedIn: page,
  merchant,
}) => {
  await setOperationPassword(merchant)
  const { account_no: masked } = await addPayAccount(merchant, false)
  const statement = await alipayStatement(merchant.session.token, alipayFields().account_no ?? '')
  await page.goto('/exceptions?tab=runs')
  await page.getByRole('button', { name: words.importStatement }).click()
  const drawer = page.getByRole('dialog', { name: words.importStatement })
  await drawer.getByRole('button', { name: words.chooseStatement }).waitFor()
  const give = (name: string, buffer: Buffer) =>
    giveFiles(page, 'drop', [{ name, mimeType: 'text/csv', buffer }])
  await give('half.csv', statement.subarray(0, statement.length - 300))
  await expect(drawer.getByRole('alert')).toContainText(errorText('en-US', 'statementBroken', { line: 5 }))
  await give('whole.csv', statement)
  await expect(drawer).toContainText(fill(words.statementDiffers, { count: 1 }))
  await expect(drawer).toContainText(masked)
  await drawer.getByRole('link', { name: words.toDifferences }).click()
  const row = page.getByRole('row', { name: kinds.books_differ })
  await expect(row).toContainText(caseReasonWords['en-US'].missing_here)
  await page.getByRole('link', { name: words.runs }).click()
  await expect(page.getByRole('row', { name: masked })).toContainText('3.50 / 0.00')
})

test("a payment that the provider's statement names otherwise is a case, and the day is listed", async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const hand = await seller(merchant, machines)
  const made = await order(hand)
  await pay(hand, made)
  await reconcileDirectly(merchant.session.token, { amount: 349 })
  await page.goto('/exceptions?tab=runs')
  const run = page.getByRole('row', { name: 'WeChat' })
  await expect(run).toContainText('3.49 / 3.50')
  await run.getByRole('link', { name: '1' }).click()
  const row = page.getByRole('row', { name: made.orderNo })
  await expect(row).toContainText(caseReasonWords['en-US'].amount_differs)
})
