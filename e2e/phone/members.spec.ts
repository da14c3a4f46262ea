import { fill, pointReasonWords } from '@slotwise/contract'

import { field } from '../support/console.ts'
import { expect, test } from '../support/fixtures.ts'
import { overflowOf } from '../support/layout.ts'
import { addCard, cardReader } from '../support/members.ts'
import { memberWords } from '../support/words.ts'

const words = memberWords['en-US']

test('a member is topped up beside the machine, and pays there', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await addCard(merchant, 'VIP-9', { nickname: 'Lin' })
  const reader = await cardReader(merchant, machines)
  await page.goto('/card')
  await expect(page.getByRole('table')).toHaveCount(0)
  const card = page.getByRole('listitem').filter({ hasText: 'VIP-9' })
  expect(await overflowOf(page)).toEqual([])
  await card.getByRole('button', { name: 'VIP-9', exact: true }).tap()
  await page.getByRole('button', { name: words.editOrTopUp }).tap()
  const editing = page.getByRole('dialog', { name: words.editCard })
  await field(editing, words.topUpBy).fill('1000')
  await editing.getByRole('button', { name: words.saveCard }).tap()
  const drawer = page.getByRole('dialog', { name: words.detail })
  await expect(drawer).toContainText(fill(words.balanceIs, { points: '1,000' }))
  await reader.buy('VIP-9')
  await expect(drawer).toContainText(fill(words.balanceIs, { points: 650 }))
  await expect(
    drawer.getByRole('listitem').filter({ hasText: pointReasonWords['en-US'].sale }),
  ).toContainText('-350')
  expect(await overflowOf(page)).toEqual([])
})
