import {
  fill,
  type PayAccountTrial,
  payAccountCalls,
  payClientWords,
  payCollectorWords,
  payFieldText,
  payTrialWords,
  ruleText,
} from '@slotwise/contract'
import type { Page } from '@playwright/test'

import { passGate } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { alipayFields, keyPair } from '../support/pay-accounts.ts'
import { setOperationPassword } from '../support/staff.ts'
import { payAccountWords, shellWords } from '../support/words.ts'

const words = payAccountWords['en-US']
const collector = payCollectorWords['en-US']
const alipay = payClientWords['en-US'].alipay
const label = (field: Parameters<typeof payFieldText>[2]) => payFieldText('en-US', 'alipay', field)

/** Stands for the provider's answer: journeys reach no outside service. */
async function answerTrials(page: Page, result: PayAccountTrial): Promise<void> {
  const url = `**${payAccountCalls.tryPayAccount.path}`
  await page.unroute(url)
  await page.route(url, (route) => route.fulfill({ json: { rcode: 0, msg: '', result } }))
}

test('a merchant enters an own account, sees its wrong keys at their fields, and that the provider refuses it', async ({
  signedIn: page,
  merchant,
}) => {
  await setOperationPassword(merchant)
  await page.goto('/')
  await page.getByRole('button', { name: shellWords['en-US'].finance }).click()
  await page.getByRole('link', { name: shellWords['en-US'].payAccount }).click()
  const way = page.getByRole('region', { name: alipay })
  await expect(way).toContainText(collector.platform)
  await expect(way).toContainText(words.noneYet)

  await way.getByRole('button', { name: fill(words.addTitle, { provider: alipay }) }).click()
  const form = page.getByRole('dialog')
  const fields = alipayFields()
  await form.getByLabel(label('account_no')).fill(fields.account_no ?? '')
  await form.getByLabel(label('app_id')).fill(fields.app_id ?? '')
  const own = keyPair()
  await form.getByLabel(label('private_key'), { exact: true }).fill(own.privateKey)
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('button', { name: `${words.fromFile}: ${label('public_key')}` }).click()
  await (
    await chooser
  ).setFiles({
    name: 'alipay.pem',
    mimeType: 'text/plain',
    buffer: Buffer.from(own.publicKey),
  })
  await form.getByRole('button', { name: words.save }).click()
  await passGate(page)
  await expect(form).toContainText(ruleText('en-US', 'alipayOwnKey'))
  await form.getByLabel(label('public_key'), { exact: true }).fill(fields.public_key ?? '')
  await form.getByRole('button', { name: words.save }).click()
  await expect(form).toBeHidden()
  await expect(way.getByRole('listitem')).toContainText('2088****0001')
  await expect(way.getByRole('listitem')).toContainText(words.notInUse)

  await answerTrials(page, {
    works: false,
    signed: false,
    why: 'refused',
    said: 'HTTP 401, invalid-signature',
  })
  await way.getByRole('button', { name: `${words.use}: 2088****0001` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.useConfirm }).click()
  await expect(page.getByText(payTrialWords['en-US'].refused)).toBeVisible()
  await expect(way).toContainText(collector.platform)

  await answerTrials(page, { works: true, signed: true, why: null, said: '' })
  await page.getByRole('dialog').getByRole('button', { name: words.useConfirm }).click()
  await expect(way).toContainText(collector.own)
  await expect(way.getByRole('listitem')).toContainText(words.inUse)

  await way.getByRole('button', { name: `${words.replaceKeys}: 2088****0001` }).click()
  await form.getByRole('button', { name: words.replaceKeys }).click()
  // The first field of this provider's form says that no key was entered, until one is.
  await expect(form).toContainText(ruleText('en-US', 'payNoKey'))
  await form.getByLabel(label('private_key'), { exact: true }).fill(own.privateKey)
  await form.getByRole('button', { name: words.replaceKeys }).click()
  await expect(form).toBeHidden()

  await way.getByRole('button', { name: `${words.stop}: 2088****0001` }).click()
  await page.getByRole('dialog').getByRole('button', { name: words.stop }).click()
  await expect(way).toContainText(collector.platform)
})
