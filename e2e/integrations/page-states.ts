import type { Page } from '@playwright/test'
import { eventKinds, integrationCalls, type Locale } from '@slotwise/contract'

import { tellDirectly } from '../support/direct.ts'
import { expect } from '../support/fixtures.ts'
import { longTexts } from '../support/long-texts.ts'
import {
  again,
  asked,
  type FeatureStates,
  type FurtherState,
  list,
  type PageState,
  saying,
  sentEmpty,
  type Stand,
} from '../support/page-states.ts'
import { callServer } from '../support/server.ts'
import { addRole, setOperationPassword, signOf } from '../support/staff.ts'
import { visit } from '../support/visit.ts'
import { integrationWords, uiWords } from '../support/words.ts'

/** A key in use, a revoked one, and a webhook whose address cannot be reached, with an event that waits for it. */
async function addAll({ merchant, machines }: Stand): Promise<void> {
  await setOperationPassword(merchant)
  const sign = await signOf(merchant)
  const { roleid } = await addRole(merchant, longTexts.role, ['order.buyBill'])
  const key = (name: string) =>
    callServer(integrationCalls.addKey, { name, roleid, days: 30, sign }, merchant.caller)
  await key(longTexts.tag)
  const { key_id } = await key('Slotwise')
  await callServer(integrationCalls.revokeKey, { key_id }, merchant.caller)
  const { webhook_id } = await callServer(
    integrationCalls.addWebhook,
    {
      name: longTexts.tag,
      url: `https://${'slotwise-'.repeat(6)}x.invalid/hook`,
      kinds: [...eventKinds],
      sign,
    },
    merchant.caller,
  )
  const [machine] = await machines.give(merchant, { title: longTexts.goods })
  await tellDirectly(merchant.session.token, [{ sn: machine?.sn ?? '', kind: 'offline' }])
  await expect
    .poll(async () => {
      const input = { condition: { webhook_id } }
      return (await callServer(integrationCalls.getDeliveries, input, merchant.caller)).data[0]?.tries
    })
    .toBe(1)
}

const revokeButton = (page: Page, locale: Locale) =>
  page.getByRole('button', { name: new RegExp(`^${integrationWords[locale].revoke}: `) })

const editingOne: FurtherState = {
  name: 'editing one',
  act: async (page, locale) => {
    await page
      .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  },
}

const keys: readonly PageState[] = [
  {
    name: 'keys',
    open: async (page, locale) => {
      await visit(page, '/integrations')
      await revokeButton(page, locale).waitFor()
    },
    further: [editingOne],
  },
  again({
    ...saying('adding a key', '/integrations?open=add', (locale) => integrationWords[locale].roleHint),
    further: [
      {
        name: 'of some places',
        act: async (page, locale) => {
          await page.getByRole('radio', { name: integrationWords[locale].chosen }).check()
        },
      },
      sentEmpty((locale) => integrationWords[locale].makeKey),
    ],
  }),
  again({
    name: 'revoking',
    open: async (page, locale) => {
      await visit(page, '/integrations')
      await revokeButton(page, locale).click()
      await page.getByText(integrationWords[locale].revokeText).waitFor()
    },
  }),
]

const webhooks: readonly PageState[] = [
  list('webhooks', '/integrations?tab=webhooks', [editingOne]),
  again({
    ...saying(
      'adding a webhook',
      '/integrations?tab=webhooks&open=add',
      (locale) => integrationWords[locale].urlHint,
    ),
    further: [sentEmpty((locale) => integrationWords[locale].addWebhook)],
  }),
  {
    name: 'events',
    open: async (page, locale) => {
      await visit(page, '/integrations?tab=events')
      await page.getByRole('button', { name: new RegExp(`^${integrationWords[locale].resend}: `) }).waitFor()
    },
    further: [asked('sending again', (locale) => integrationWords[locale].resendRange)],
  },
]

const reference: PageState = {
  name: 'the API reference',
  open: async (page) => {
    await visit(page, '/api-docs')
    await page.getByRole('heading', { level: 2 }).first().waitFor()
  },
  further: [
    {
      name: 'a call',
      act: async (page) => {
        await page.getByRole('searchbox').fill('getBuyBill ')
        await page.locator('summary').first().click()
        await page.locator('pre').waitFor()
      },
    },
  ],
}

export const integrationStates: FeatureStates = {
  name: 'integrations',
  beforeLogin: [reference],
  empty: [
    saying('no keys yet', '/integrations', (locale) => integrationWords[locale].noKeys),
    saying('no webhooks yet', '/integrations?tab=webhooks', (locale) => integrationWords[locale].noWebhooks),
  ],
  filled: async (stand) => {
    await addAll(stand)
    return [...keys, ...webhooks]
  },
}
