import { fill } from '@slotwise/contract'
import type { Page } from '@playwright/test'

import { expect, test } from '../support/fixtures.ts'
import { getMessage } from '../support/inbox.ts'
import { bindInbox } from '../support/receivers.ts'
import { addStore } from '../support/regions.ts'
import { inboxWords } from '../support/words.ts'

const words = inboxWords['en-US']
const unread = (count: number): string => fill(words.unread, { count })
const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

test('a message raises the count of the bell without a reload, leads to its machine, and is read then', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  await bindInbox(merchant)
  const store = await addStore(merchant, 'Pier 3')
  const [lobby, gate] = await machines.give(
    merchant,
    { title: 'Lobby', storeId: store._id },
    { title: 'Gate', storeId: store._id },
  )
  await page.goto('/region')
  await expect(bell(page, words.title)).toBeVisible()
  await getMessage(merchant, { sn: lobby!.sn, kind: 'offline' })
  await expect(bell(page, unread(1))).toBeVisible()
  await getMessage(merchant, { sn: lobby!.sn, kind: 'low_stock', low: 2 }, { sn: gate!.sn, kind: 'offline' })
  await expect(page.getByRole('status').filter({ hasText: unread(2) })).toBeAttached()

  // By keyboard: Enter opens the panel, Tab reaches what it holds, Escape returns to the bell.
  await bell(page, unread(2)).press('Enter')
  const panel = page.getByRole('dialog', { name: words.title })
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: words.markAll })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(bell(page, unread(2))).toBeFocused()

  await page.keyboard.press('Enter')
  await panel.getByRole('link', { name: 'Pier 3: Lobby is offline' }).click()
  await expect(page).toHaveURL(`/device/${lobby!.sn}`)
  await expect(panel).toBeHidden()
  await expect(bell(page, unread(1))).toBeVisible()

  // The page of all messages: what is unread, what a message sums up, and all read.
  await bell(page, unread(1)).click()
  await panel.getByRole('link', { name: words.allMessages }).click()
  const list = page.getByRole('list', { name: words.title })
  await expect(list.locator(':scope > li')).toHaveCount(2)
  await page.getByText(words.onlyUnread, { exact: true }).first().click()
  await expect(page).toHaveURL('/inbox?unread=true')
  await expect(list.locator(':scope > li')).toHaveCount(1)
  await list.getByRole('button', { name: fill(words.details, { count: 2 }) }).click()
  await expect(list.getByRole('link', { name: 'Pier 3: Lobby is low on stock (2 slots)' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: words.markAll }).click()
  await expect(page.getByText(words.noneUnreadHint)).toBeVisible()
  await expect(bell(page, words.title)).toBeVisible()
})
