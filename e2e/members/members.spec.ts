import { fill, memberCalls, memberFieldWords, payClientWords, pointReasonWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { addCard, cardReader } from '../support/members.ts'
import { notices } from '../support/notices.ts'
import { rowOf } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { billWords, memberWords, shellWords, uiWords } from '../support/words.ts'

const words = memberWords['en-US']
const label = memberFieldWords['en-US']
const reason = pointReasonWords['en-US']
const ui = uiWords['en-US']

test('a card is added and topped up, pays at a machine, and its ledger leads to the bill', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const reader = await cardReader(merchant, machines)
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation').filter({ hasText: shellWords['en-US'].account })
  await menu.getByText(shellWords['en-US'].account, { exact: true }).click()
  await menu.getByRole('link', { name: shellWords['en-US'].card, exact: true }).click()
  await expect(page.getByText(words.noCards)).toBeVisible()

  await page.getByRole('button', { name: words.addCard }).first().click()
  const adding = page.getByRole('dialog', { name: words.addCard })
  await field(adding, label.cardno).fill('VIP 1')
  await field(adding, label.nickname).fill('Lin')
  await adding.getByRole('button', { name: words.addCard }).click()
  await expect(adding).toContainText('1 to 32 letters, digits or hyphens')
  await field(adding, label.cardno).fill('VIP-1')
  await field(adding, words.firstBalance).fill('200')
  await adding.getByRole('button', { name: words.addCard }).click()
  await expect(notices(page)).toContainText(words.cardAdded)
  const row = rowOf(page, 'VIP-1')
  await expect(row).toContainText(label.allDevices)

  await row.getByRole('button', { name: `${ui.edit}: VIP-1` }).click()
  const editing = page.getByRole('dialog', { name: words.editCard })
  await field(editing, words.topUpBy).fill('500')
  await expect(field(editing, words.newBalance)).toHaveValue('700')
  await field(editing, words.newBalance).fill('800')
  await expect(field(editing, words.topUpBy)).toHaveValue('600')
  await editing.getByRole('button', { name: words.saveCard }).click()
  await expect(row).toContainText('800')

  await reader.buy('VIP-1')
  await expect(row).toContainText('450')
  await row.getByRole('button', { name: 'VIP-1', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: words.detail })
  await expect(drawer).toContainText(fill(words.balanceIs, { points: 450 }))
  const line = drawer.locator('tbody tr').filter({ hasText: reason.sale })
  await expect(line).toContainText('-350')
  await expect(drawer.locator('tbody tr')).toHaveCount(3)
  await line.getByRole('link').click()
  const bill = page.getByRole('dialog', { name: billWords['en-US'].detail })
  await expect(bill).toContainText(payClientWords['en-US'].card)
  await expect(bill.getByRole('link', { name: 'VIP-1' })).toBeVisible()

  await page.goto('/member')
  const member = page.getByRole('row').filter({ hasText: 'Lin' })
  for (const text of ['VIP-1', '450', '3.50']) await expect(member).toContainText(text)
  await member.getByRole('link', { name: fill(words.cardsOf, { name: 'Lin' }) }).click()
  await expect(rowOf(page, 'VIP-1')).toBeVisible()
})

test('a balance that a sale has changed meanwhile is named, and what was to be added is kept', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addCard(merchant, 'VIP-2', { point: 1_000 })
  const reader = await cardReader(merchant, machines)
  await page.goto('/card')
  await page.getByRole('button', { name: `${ui.edit}: VIP-2` }).click()
  const editing = page.getByRole('dialog', { name: words.editCard })
  await field(editing, words.topUpBy).fill('500')
  await editing.getByRole('button', { name: ui.cancel }).click()
  await page
    .getByRole('dialog', { name: ui.unsavedTitle })
    .getByRole('button', { name: ui.keepEditing })
    .click()
  await reader.buy('VIP-2')
  await expect(rowOf(page, 'VIP-2')).toContainText('650')
  await editing.getByRole('button', { name: words.saveCard }).click()
  await expect(editing).toContainText('The balance is now 650 points')
  await expect(field(editing, words.topUpBy)).toHaveValue('500')
  await expect(field(editing, words.newBalance)).toHaveValue('1150')
  await editing.getByRole('button', { name: words.saveCard }).click()
  await expect(editing).toBeHidden()
  await expect(rowOf(page, 'VIP-2')).toContainText('1,150')
})

test('a balance that was left alone stays, also when the card changed meanwhile and is saved again', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addCard(merchant, 'VIP-4', { point: 1_000 })
  const reader = await cardReader(merchant, machines)
  await page.goto('/card')
  await page.getByRole('button', { name: `${ui.edit}: VIP-4` }).click()
  const editing = page.getByRole('dialog', { name: words.editCard })
  await field(editing, label.note).fill('Opening day')
  await reader.buy('VIP-4')
  await callServer(memberCalls.editCard, { cardno: 'VIP-4', nickname: 'Mei' }, merchant.caller)
  await editing.getByRole('button', { name: words.saveCard }).click()
  await editing.getByRole('button', { name: ui.reloadLatest }).click()
  await expect(field(editing, label.nickname)).toHaveValue('Mei')
  await expect(field(editing, words.newBalance)).toHaveValue('650')
  await editing.getByRole('button', { name: words.saveCard }).click()
  await expect(editing).toBeHidden()
  await expect(rowOf(page, 'VIP-4')).toContainText('Opening day')
  await expect(rowOf(page, 'VIP-4')).toContainText('650')
})

test('a deleted card can be brought back', async ({ signedIn: page, merchant }) => {
  await addCard(merchant, 'VIP-3', { point: 250, nickname: 'Chen' })
  await page.goto('/card')
  await page.getByRole('button', { name: `${ui.delete}: VIP-3` }).click()
  const question = page.getByRole('dialog', { name: fill(words.deleteCardTitle, { cardno: 'VIP-3' }) })
  await expect(question).toContainText('250')
  await question.getByRole('button', { name: words.deleteCard }).click()
  await expect(page.getByText(words.noCards)).toBeVisible()
  await notices(page).getByRole('button', { name: ui.undo }).click()
  await expect(rowOf(page, 'VIP-3')).toContainText('250')
})
