import { bankCardFieldWords, deviceFieldWords, fill, regionCalls, regionFieldWords } from '@slotwise/contract'

import { accountName } from '../../apps/web/src/entities/bank-card/account-name.ts'
import { addBankCard, addPhotos } from '../support/bank-cards.ts'
import { field } from '../support/console.ts'
import { pageOf } from '../support/devices.ts'
import { reviewDirectly } from '../support/direct.ts'
import { expect, test } from '../support/fixtures.ts'
import { readDevice } from '../support/machines.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import {
  addRole,
  addSubUser,
  operationPassword,
  setOperationPassword,
  staffPassword,
} from '../support/staff.ts'
import {
  accountWords,
  bankCardWords,
  operationGateWords,
  regionWords,
  settingsWords,
} from '../support/words.ts'

const words = bankCardWords['en-US']
const label = regionFieldWords['en-US']

test('an approved card shows its numbers after the operation password, and is paid out to by a store and a machine', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await setOperationPassword(merchant)
  const [machine] = await machines.give(merchant, { title: 'Lobby' })
  const card = await addPhotos(merchant, await addBankCard(merchant))
  const store = await addStore(merchant, 'Harbour')
  await page.goto('/region?tab=stores')
  await page.getByRole('button', { name: 'Harbour', exact: true }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByText(accountWords['en-US'].none)).toBeVisible()

  await reviewDirectly(merchant.session.token, card.merchant_id, { state: 'approved' })
  await page.goto(`/bankcard?open=${card.merchant_id}`)
  const drawer = page.getByRole('dialog', { name: words.detail })
  await expect(drawer.getByText('6225********6783')).toBeVisible()
  await drawer.getByRole('button', { name: words.showNumbers }).click()
  const gate = page.getByRole('dialog', { name: operationGateWords['en-US'].title })
  await field(gate, operationGateWords['en-US'].password).fill(operationPassword)
  await page.keyboard.press('Enter')
  await expect(drawer.getByText('6225880123456783')).toBeVisible()
  await drawer.getByRole('button', { name: words.hideNumbers }).click()
  await expect(drawer.getByText('6225880123456783')).toHaveCount(0)
  await expect(drawer.getByText(bankCardFieldWords['en-US'].photos)).toBeVisible()

  await page.goto(`/region?tab=stores&open=${store._id}`)
  await field(form, label.merchant_id).click()
  await page.locator('.ant-select-dropdown').getByText(accountName(card)).filter({ visible: true }).click()
  await field(form, label.coo_rent).fill('1200')
  await field(form, label.coo_share).fill('12.5')
  await form.getByRole('button', { name: regionWords['en-US'].saveStore }).click()
  await expect(form).toHaveCount(0)
  const { data } = await callServer(
    regionCalls.getStore,
    { pageNum: 1, pageSize: 10, condition: {} },
    merchant.caller,
  )
  expect(data).toMatchObject([{ merchant_id: card.merchant_id, coo_rent: 120_000, coo_share: 12.5 }])

  await page.goto(pageOf(machine!, 'settings'))
  const account = page.getByRole('combobox', { name: new RegExp(deviceFieldWords['en-US'].merchant_id) })
  await account.click()
  await page.locator('.ant-select-dropdown').getByText(accountName(card)).filter({ visible: true }).click()
  await page.getByRole('button', { name: settingsWords['en-US'].save }).click()
  await expect.poll(async () => (await readDevice(merchant, machine!.sn))?.merchant_id).toBe(card.merchant_id)

  // The card leads to the stores and machines that it is used by, and to no others.
  await addStore(merchant, 'Pier')
  await page.goto(`/bankcard?open=${card.merchant_id}`)
  await expect(drawer.getByRole('link', { name: fill(words.usedByDevices, { count: 1 }) })).toBeVisible()
  await drawer.getByRole('link', { name: fill(words.usedByStores, { count: 1 }) }).click()
  await expect(page).toHaveURL(`/region?tab=stores&merchant_id=${card.merchant_id}`)
  await expect(page.getByRole('button', { name: 'Harbour', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pier', exact: true })).toHaveCount(0)
  await expect(page.getByText(accountName(card)).first()).toBeVisible()
})

test('staff who may not manage bank cards change a store without seeing where its money goes', async ({
  merchant,
  consoleOf,
}) => {
  await addStore(merchant, 'Harbour')
  const clerk = await addSubUser(merchant, 'Clerk', await addRole(merchant, 'Clerk', ['store.manage']), {
    all_device: true,
  })
  const page = await consoleOf(clerk.sub_username, staffPassword)
  await page.goto('/region?tab=stores')
  await page.getByRole('button', { name: 'Harbour', exact: true }).click()
  const form = page.getByRole('dialog')
  await field(form, label.remarks).fill('By the pier')
  await expect(field(form, label.merchant_id)).toHaveCount(0)
  await form.getByRole('button', { name: regionWords['en-US'].saveStore }).click()
  await expect(form).toHaveCount(0)
})
