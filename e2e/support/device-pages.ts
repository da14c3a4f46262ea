import { historyLineWords, type Locale, fill } from '@slotwise/contract'

import { deviceWords } from '../../apps/web/src/features/devices/device-words.ts'
import { initWords } from '../../apps/web/src/features/devices/init/init-words.ts'
import { remoteWords } from '../../apps/web/src/features/devices/remote/remote-words.ts'
import { settingsWords } from '../../apps/web/src/features/devices/settings/settings-words.ts'
import { slotFormWords } from '../../apps/web/src/features/devices/slots/slot-form-words.ts'
import { slotWords } from '../../apps/web/src/features/devices/slots/slot-words.ts'
import { testWords } from '../../apps/web/src/features/devices/remote/test-words.ts'
import { uiWords } from '../../apps/web/src/ui/messages/messages.ts'
import { at, type FurtherState, type PageState, saying } from './page-states.ts'

/** The pages of the newest device, through the list: only there its number is known. */
const ofDevice = (
  name: string,
  tab: 'overview' | 'slots' | 'settings' | 'remote' | 'test' | 'init' | 'history',
  shown: (locale: Locale) => string,
  further: PageState['further'] = [],
): PageState => ({
  name,
  open: async (page, locale) => {
    await page.goto('/device')
    await page.locator('.sw-device-name a').first().click()
    if (tab !== 'overview')
      await page
        .getByRole('navigation', { name: deviceWords[locale].sections })
        .getByRole('link', { name: deviceWords[locale][tab], exact: true })
        .click()
    await page.getByText(shown(locale)).first().waitFor()
  },
  further,
})

const asked = (name: string, button: (locale: Locale) => string): FurtherState => ({
  name,
  act: async (page, locale) => {
    await page.getByRole('button', { name: button(locale), exact: true }).click()
    await page.getByRole('dialog').waitFor()
  },
})

export const devicePages: readonly PageState[] = [
  {
    name: 'devices',
    open: async (page) => {
      await page.goto('/device')
      await page.locator('.sw-device-name').first().waitFor()
    },
    further: [
      {
        name: 'editing several',
        act: async (page, locale) => {
          await page.locator('.sw-choice input').first().check()
          await page.getByRole('button', { name: deviceWords[locale].batchEdit }).click()
          const drawer = page.getByRole('dialog')
          await drawer.getByRole('checkbox').first().waitFor()
          for (const tick of await drawer.getByRole('checkbox').all()) await tick.check()
          // All of a table, one of cards.
          const [deletes = ''] = settingsWords[locale].extendDeletes.split('{count}')
          await drawer.getByText(deletes).waitFor()
        },
      },
    ],
  },
  {
    name: 'export of slots of devices',
    open: async (page, locale) => {
      await page.goto('/device')
      await page.locator('.sw-device-name').first().waitFor()
      await page.getByRole('button', { name: slotWords[locale].exportTitle }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByRole('radio', { name: slotWords[locale].exportStores }).check()
      await drawer.getByRole('button', { name: slotWords[locale].exportDo, exact: true }).click()
      await drawer.getByText(slotWords[locale].chooseStore).waitFor()
    },
  },
  saying('devices, none found', '/device?q=%25%25%25', (locale) => uiWords[locale].noMatch),
  ofDevice('overview', 'overview', (locale) => deviceWords[locale].recent),
  ofDevice('settings', 'settings', (locale) => settingsWords[locale].basic, [
    {
      name: 'all wrong',
      act: async (page, locale) => {
        await page.getByRole('textbox').first().fill('')
        await page.getByRole('button', { name: settingsWords[locale].addLine }).click()
        await page.getByRole('button', { name: settingsWords[locale].save }).click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    },
  ]),
  ofDevice('history', 'history', (locale) => historyLineWords[locale].stock),
  at('a device that is not there', '/device/1'),
]

export const slotPages: readonly PageState[] = [
  ofDevice('slots', 'slots', (locale) => slotWords[locale].fillAll, [
    {
      name: 'choosing several',
      act: async (page, locale) => {
        await page.getByRole('button', { name: slotWords[locale].chooseSeveral }).click()
        await page.locator('.sw-slot').first().click()
      },
    },
    {
      name: 'editing several',
      act: async (page, locale) => {
        await page.getByRole('button', { name: slotWords[locale].editTogether }).click()
        const drawer = page.getByRole('dialog')
        await drawer.getByRole('checkbox').first().waitFor()
        for (const tick of await drawer.getByRole('checkbox').all()) await tick.check()
        await drawer
          .getByRole('button', { name: fill(slotFormWords[locale].saveSlots, { count: '1' }) })
          .click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    },
  ]),
  ofDevice('one slot', 'slots', (locale) => slotWords[locale].fillAll, [
    {
      name: 'open',
      act: async (page) => {
        await page.locator('.sw-slot').first().click()
        await page.getByRole('dialog').waitFor()
      },
    },
  ]),
  ofDevice('filling', 'slots', (locale) => slotWords[locale].fillAll, [
    asked('asked', (locale) => slotWords[locale].fillAll),
  ]),
  ofDevice('export of slots', 'slots', (locale) => slotWords[locale].fillAll, [
    asked('open', (locale) => uiWords[locale].export),
  ]),
]

export const remotePages: readonly PageState[] = [
  ofDevice('remote control', 'remote', (locale) => remoteWords[locale].dispenseHint, [
    asked('unbinding', (locale) => remoteWords[locale].unbind),
  ]),
  ofDevice('testing', 'test', (locale) => testWords[locale].untested),
  ofDevice('initialization', 'init', (locale) => initWords[locale].renumberHint),
]
