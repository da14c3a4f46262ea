import {
  billFieldWords,
  cardCouponStateWords,
  couponCalls,
  couponFieldWords,
  couponTypeWords,
  fill,
} from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { order, pay, rows, seller } from '../support/sales.ts'
import { callServer } from '../support/server.ts'
import { addRole, addSubUser, staffPassword } from '../support/staff.ts'
import { billWords, couponWords, shellWords, uiWords } from '../support/words.ts'

const words = couponWords['en-US']
const label = couponFieldWords['en-US']

test.use({ activity: true })

test('the owner makes a coupon, a buyer receives it on a phone and uses it at a machine, and the list shows its bill', async ({
  signedIn: page,
  merchant,
  machines,
  browser,
  address,
}) => {
  const machine = await seller(merchant, machines)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: shellWords['en-US'].activity, exact: true }).click()
  await page.getByRole('link', { name: shellWords['en-US'].coupon }).click()
  await expect(page).toHaveURL('/coupon')
  await expect(page.getByText(words.none)).toBeVisible()
  await page.getByRole('button', { name: words.add }).first().click()
  const form = page.getByRole('dialog')
  await field(form, label.name).fill('Opening day')
  await field(form, words.percentOff).fill('20')
  // Another type begins with an empty value.
  await form.getByText(couponTypeWords['en-US'].cash, { exact: true }).click()
  await expect(field(form, words.cashOff)).toHaveValue('')
  await form.getByText(couponTypeWords['en-US'].discount, { exact: true }).click()
  await field(form, words.percentOff).fill('20')
  await form.getByRole('button', { name: words.add }).click()
  await expect(rows(page).filter({ hasText: 'Opening day' })).toContainText('20% off')

  await page.getByRole('button', { name: `${words.showCode}: Opening day` }).click()
  const link = await page.getByLabel(words.link, { exact: true }).inputValue()

  // The page works without scripts.
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': address },
  })
  const buyer = await phone.newPage()
  await buyer.goto(link)
  await expect(buyer.getByRole('heading', { name: 'Opening day' })).toBeVisible()
  await buyer.getByRole('button', { name: 'Receive' }).click()
  const code = (await buyer.locator('.code').textContent()) ?? ''
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  await expect(buyer.getByRole('button')).toHaveCount(0)

  const made = await order(machine, 'wechat', code)
  await pay(machine, made)
  await buyer.reload()
  await expect(buyer.locator('.code')).toHaveCount(0)
  await phone.close()

  await page.goto('/coupon')
  await page.getByRole('link', { name: /“Opening day”, received and used/ }).click()
  const used = rows(page).filter({ hasText: cardCouponStateWords['en-US'].used })
  await expect(used).toContainText('0.70')
  await used.getByRole('link', { name: made.orderNo }).click()
  const bill = page.getByRole('dialog', { name: billWords['en-US'].detail })
  await expect(bill).toContainText(billFieldWords['en-US'].discount)
  await expect(bill).toContainText('0.70')
  await expect(bill).toContainText('2.80')
})

test('a deleted coupon comes back by undo, and from the list of deleted ones', async ({
  signedIn: page,
  merchant,
}) => {
  await callServer(couponCalls.addCoupon, { name: 'Rainy day', value: 10 }, merchant.caller)
  await page.goto('/coupon')
  const remove = async (): Promise<void> => {
    await page.getByRole('button', { name: `${uiWords['en-US'].delete}: Rainy day` }).click()
    await expect(page.getByText(words.deleteText)).toBeVisible()
    await page.getByRole('button', { name: words.delete, exact: true }).click()
    await expect(rows(page).filter({ hasText: 'Rainy day' })).toHaveCount(0)
  }
  await remove()
  await page.getByRole('button', { name: uiWords['en-US'].undo }).click()
  await expect(rows(page).filter({ hasText: 'Rainy day' })).toBeVisible()
  await remove()
  await page.goto('/coupon?state=deleted')
  await page.getByRole('button', { name: `${words.restore}: Rainy day` }).click()
  await page.goto('/coupon')
  await expect(rows(page).filter({ hasText: 'Rainy day' })).toBeVisible()
})

test.describe('a merchant without the activity pages', () => {
  test.use({ activity: false })
  test('has neither the menu nor the pages', async ({ signedIn: page, merchant, consoleOf }) => {
    const hint = (word: 'notOnHint' | 'mainOnlyHint') =>
      fill(uiWords['en-US'][word], { merchant: merchant.mchName })
    for (const path of ['/coupon', '/gift', '/gift/print?batch=1', '/referrer']) {
      await page.goto(path)
      await expect(page.getByText(uiWords['en-US'].notOn), path).toBeVisible()
      await expect(page.getByText(hint('notOnHint')), path).toBeVisible()
    }
    await expect(page.getByRole('button', { name: shellWords['en-US'].activity, exact: true })).toHaveCount(0)
    // No role opens them to a sub-account, so it is not told to ask for one.
    const role = await addRole(merchant, 'Repairs', ['device.manage'])
    const { sub_username: username } = await addSubUser(merchant, 'Anna', role)
    const clerk = await consoleOf(username, staffPassword)
    await clerk.goto('/coupon')
    await expect(clerk.getByText(hint('mainOnlyHint'))).toBeVisible()
  })
})
