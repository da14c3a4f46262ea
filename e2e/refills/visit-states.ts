import type { Page } from '@playwright/test'
import { deviceCalls, fill } from '@slotwise/contract'

import { addLongDevices } from '../support/device-pages.ts'
import { again, asked, type FeatureStates, type PageState, saying } from '../support/page-states.ts'
import { callServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import { outboxWords, visitWords } from '../support/words.ts'

const sendCall = '**/api/v1/c/sendRefillVisit'
const markAndSend = async (page: Page): Promise<void> => {
  await page.locator('.sw-visit-tap').first().click()
  await page.locator('.sw-visit-foot button').click()
}

export const visitStates: FeatureStates = {
  name: 'visits at machines',
  failing: /502|sendRefillVisit/,
  empty: [saying('unknown machine', '/refill/99999999999', (locale) => visitWords[locale].missing)],
  filled: async (stand) => {
    await addLongDevices(stand)
    const { data } = await callServer(
      deviceCalls.getDev,
      { condition: { type: 'lipstick' } },
      stand.merchant.caller,
    )
    const sn = data[0]?.sn ?? ''
    const machine: PageState = {
      name: 'at the machine',
      open: async (page) => {
        await visit(page, `/refill/${sn}`)
        await page.locator('.sw-visit-tap').first().waitFor()
      },
    }
    return [
      {
        ...machine,
        further: [
          {
            name: 'marked and counted',
            act: async (page, locale) => {
              await page.getByRole('button', { name: visitWords[locale].allFull }).click()
              await page.locator('.sw-visit-count').first().click()
              await page.getByRole('button', { name: visitWords[locale].less }).click()
            },
          },
          asked('scanning', (locale) => visitWords[locale].scan),
        ],
      },
      { ...again(machine), further: [asked('label', (locale) => visitWords[locale].label)] },
      {
        ...again(machine),
        further: [
          {
            name: 'not booked',
            act: async (page) => {
              await page.route(sendCall, async (route) => {
                const { visit: id, slots } = route.request().postDataJSON() as {
                  visit: string
                  slots: { channel_sn: number }[]
                }
                const conflicts = slots.map(({ channel_sn: number }) => ({
                  channel_sn: number,
                  conflict: 'newer',
                  before: null,
                  after: null,
                }))
                const result = { visit: id, at: new Date(0).toISOString(), slots: conflicts }
                await route.fulfill({ json: { rcode: 0, msg: '', result } })
              })
              await markAndSend(page)
              await page.locator('.sw-visit-statements').waitFor()
              await page.unroute(sendCall)
            },
          },
          {
            name: 'waiting for a dead server',
            act: async (page, locale) => {
              await page.locator('.sw-visit-buttons button').first().click()
              await page.route(sendCall, (route) => route.fulfill({ status: 502, body: '' }))
              await markAndSend(page)
              await page.getByText(fill(outboxWords[locale].waiting, { count: 1 })).waitFor()
            },
          },
          {
            name: 'sent',
            act: async (page, locale) => {
              await page.unroute(sendCall)
              const strip = page.locator('.sw-outbox')
              const sendNow = strip.getByRole('button', { name: outboxWords[locale].sendNow })
              // It is also sent by itself, and the button may leave at any moment.
              await sendNow.click({ timeout: 2_000 }).catch(() => {})
              await strip.waitFor({ state: 'detached' })
            },
          },
        ],
      },
    ]
  },
}
