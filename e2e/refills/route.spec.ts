import type { Page } from '@playwright/test'
import { fill, refillCalls } from '@slotwise/contract'

import { fillSlots } from '../support/devices.ts'
import { expect, test } from '../support/fixtures.ts'
import { addGoods } from '../support/goods.ts'
import type { Machines, Registered } from '../support/machines.ts'
import type { Merchant } from '../support/merchant.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { correct, sendButton, stockOf, tap, waiting, waitUntilKept } from '../support/visits.ts'
import { visitWords } from '../support/words.ts'

const words = visitWords['en-US']

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ownContext: true })
test.beforeEach(({ watch }) => watch.expect(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/))

/** A machine in each of these stores, with Cola; the first store is first on the route. */
async function stops(merchant: Merchant, machines: Machines, ...names: string[]): Promise<Registered[]> {
  const cola = await addGoods(merchant, 'Cola')
  const stores: string[] = []
  for (const name of names) stores.push((await addStore(merchant, name))._id)
  const given = await machines.give(
    merchant,
    ...names.map((name, n) => ({ title: `Stand ${name}`, slots: 2, storeId: stores[n]! })),
  )
  for (const machine of given) await fillSlots(merchant, machine, cola, { slots: [1, 2], quantity: 4 })
  await callServer(refillCalls.setRefillRoute, { stores }, merchant.caller)
  return given
}

/** The machines that this phone keeps. */
const keptOn = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('slotwise-refills')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const request = opening.result.transaction('machines').objectStore('machines').count()
    await new Promise((resolve) => request.addEventListener('success', resolve))
    opening.result.close()
    return request.result
  })

test('a route that was opened with a network is driven without one: list, machines, next stop, and all is sent later', async ({
  signedIn: page,
  merchant,
  machines,
  context,
}) => {
  const [pier, airport] = await stops(merchant, machines, 'Pier', 'Airport', 'Mall')
  await page.goto('/refill')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect.poll(() => keptOn(page)).toBe(3)
  await waitUntilKept(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(fill(words.listSince, { age: 'under 1 min' }))).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('article').nth(1).getByRole('link', { name: 'Stand Airport' }).click()
  await tap(page, 1).click()
  await sendButton(page).click()
  await expect(waiting(page, 1)).toBeVisible()
  await page.getByRole('button', { name: words.stopBefore }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stand Pier')
  await expect(page.getByRole('button', { name: words.stopBefore })).toBeDisabled()
  await correct(page, 2, 7)
  await sendButton(page).click()
  await expect(waiting(page, 2)).toBeVisible()
  // The installed console begins with the machines in the order of the route.
  await page.goto('/')
  await expect(page.getByRole('heading', { name: words.keptTitle })).toBeVisible()
  await expect(page.locator('.sw-visit-kept strong')).toHaveText([
    'Stand Pier',
    'Stand Airport',
    'Stand Mall',
  ])
  await context.setOffline(false)
  await expect(page.locator('.sw-outbox')).toHaveCount(0)
  expect(await stockOf(merchant, airport!.sn)).toEqual([10, 4])
  expect(await stockOf(merchant, pier!.sn)).toEqual([4, 7])
})

test('from a machine one goes on to the next stop, also after a scan, and back to the list where it was left', async ({
  signedIn: page,
  merchant,
  machines,
}) => {
  const [pier, , mall] = await stops(merchant, machines, 'Pier', 'Airport', 'Mall')
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/refill?q=cola&size=2')
  const second = page.getByRole('article').nth(1)
  await second.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 60))
  const top = () => page.evaluate(() => scrollY)
  const there = await top()
  expect(there).toBeGreaterThan(0)
  await second.getByRole('link', { name: 'Stand Airport' }).click()
  await expect(heading).toHaveText('Stand Airport')
  await page.getByRole('link', { name: words.back }).click()
  await expect(page).toHaveURL('/refill?q=cola&size=2')
  await expect(page.getByRole('article')).toHaveCount(2)
  // A notice above the list may have come or gone.
  await expect.poll(async () => Math.abs((await top()) - there)).toBeLessThan(60)

  await second.getByRole('link', { name: 'Stand Airport' }).click()
  await page.getByRole('button', { name: words.stopAfter }).click()
  await expect(heading).toHaveText('Stand Mall')
  await expect(page).toHaveURL(`/refill/${mall!.sn}`)
  await expect(page.getByRole('button', { name: words.stopAfter })).toBeDisabled()
  await page.getByRole('link', { name: words.back }).click()
  await expect(page).toHaveURL('/refill?q=cola&size=2&page=2')

  // A phone that has shown no list goes along the whole route.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(`/m/${pier!.sn}`)
  await page.getByRole('button', { name: words.stopBefore }).click()
  await expect(page.getByText(words.firstStop)).toBeVisible()
  await page.getByRole('button', { name: words.stopAfter }).click()
  await expect(heading).toHaveText('Stand Airport')
  await page.getByRole('link', { name: words.back }).click()
  await expect(page).toHaveURL('/refill')
})
