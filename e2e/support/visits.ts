/** What a person does at a machine, with a phone. */
import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { fill, refillCalls } from '@slotwise/contract'

import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'
import { outboxWords, visitWords } from './words.ts'

const words = visitWords['en-US']
const outbox = outboxWords['en-US']

export const tap = (page: Page, number: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^Slot ${number}: `) })
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: words.send, exact: true })
export const waiting = (page: Page, count: number): Locator =>
  page.getByText(fill(outbox.waiting, { count }), { exact: false })
export const stockOf = async ({ caller }: Merchant, sn: string): Promise<number[]> =>
  (await callServer(refillCalls.getRefillMachine, { sn }, caller)).slots.map(({ quantity }) => quantity)

export async function correct(page: Page, number: number, count: number): Promise<void> {
  await page.getByRole('button', { name: fill(words.correct, { number }) }).click()
  const counter = page.getByRole('group', { name: fill(words.correct, { number }) })
  await counter.getByRole('spinbutton', { name: words.count }).fill(String(count))
  await counter.getByRole('spinbutton', { name: words.count }).press('Tab')
}

/** Waits until the browser could open the page without a network. */
export const waitUntilKept = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((one) => one.startsWith('slotwise-page-'))
        const kept = name === undefined ? undefined : await (await caches.open(name)).match('/')
        return kept !== undefined && navigator.serviceWorker.controller !== null
      }),
    )
    .toBe(true)

export async function openKept(page: Page, sn: string): Promise<void> {
  await page.goto(`/refill/${sn}`)
  await expect(tap(page, 1)).toBeVisible()
  await waitUntilKept(page)
}

/** What this phone keeps of refills: how many rows of each kind, and whether there are pictures and unsent visits. */
export const keptOn = (page: Page) =>
  page.evaluate(async () => {
    const names = ['lists', 'machines', 'drafts', 'outbox'] as const
    const opening = indexedDB.open('slotwise-refills')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const all = opening.result.transaction(names)
    const counts = names.map(
      (name) =>
        new Promise<[string, number]>((resolve) => {
          const request = all.objectStore(name).count()
          request.addEventListener('success', () => resolve([name, request.result]))
        }),
    )
    const rows = Object.fromEntries(await Promise.all(counts))
    opening.result.close()
    const hasPictures = await caches.has('slotwise-pictures')
    return { rows, hasPictures, hasVisits: localStorage.getItem('slotwise.visits') !== null }
  })
