import { accountCalls, eventStreamPath } from '@slotwise/contract'

import { expect, test } from '../support/fixtures.ts'
import { addArea, rowOf } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { uiWords } from '../support/words.ts'

const ui = uiWords['en-US']

test('the console keeps a live line, over which it hears what happens elsewhere without a click', async ({
  signedIn: page,
  merchant,
}) => {
  const opened = page.waitForResponse(`**${eventStreamPath}`)
  await page.goto('/region')
  const line = await opened
  expect(line.status()).toBe(200)
  expect(line.headers()['content-type']).toContain('text/event-stream')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await callServer(accountCalls.logout, {}, merchant.caller)
  await expect(page).toHaveURL('/login')
})

test('no address ever holds the token or the secret of the session', async ({ signedIn: page, merchant }) => {
  const { token, secret } = merchant.session
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''))
  await addArea(merchant, 'Harbour')
  const opened = page.waitForResponse(`**${eventStreamPath}`)
  await page.goto('/region')
  await opened
  await expect(rowOf(page, 'Harbour')).toBeVisible()
  await page.getByRole('button', { name: ui.export, exact: true }).click()
  const ready = page.getByRole('status').filter({ hasText: ui.exportReady })
  const download = page.waitForEvent('download')
  await ready.getByRole('button', { name: ui.download }).click()
  addresses.push((await download).url(), page.url())
  expect(addresses.filter((address) => address.includes('/files/'))).not.toEqual([])
  expect(addresses.filter((address) => address.includes(token) || address.includes(secret))).toEqual([])
})
