import { deviceFieldWords, slotFieldWords } from '@slotwise/contract'

import { addLongDevices } from '../support/device-pages.ts'
import { at, type FeatureStates, saying, wordedByServer } from '../support/page-states.ts'
import { visit } from '../support/visit.ts'
import {
  devicePageWords,
  deviceWords,
  settingsWords,
  sheetImportWords,
  slotSheetWords,
  slotWords,
  thresholdWords,
  uiWords,
} from '../support/words.ts'

export const deviceStates: FeatureStates = {
  name: 'devices',
  empty: [saying('no devices yet', '/device', (locale) => deviceWords[locale].noDevices)],
  filled: async (stand) => {
    const ofDevice = await addLongDevices(stand, { confirms: true })
    return [
      {
        name: 'devices',
        open: async (page) => {
          await visit(page, '/device')
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
              // The first checkbox selects all rows of a table, but one card, so the count differs.
              const [deletes = ''] = settingsWords[locale].extendDeletes.split('{count}')
              await drawer.getByText(deletes).waitFor()
            },
          },
        ],
      },
      {
        name: 'export of slots of devices',
        open: async (page, locale) => {
          await visit(page, '/device')
          await page.locator('.sw-device-name').first().waitFor()
          await page.getByRole('button', { name: slotSheetWords[locale].exportTitle }).click()
          const drawer = page.getByRole('dialog')
          await drawer.getByRole('radio', { name: slotWords[locale].exportStores }).check()
          await drawer.getByRole('button', { name: slotWords[locale].exportDo, exact: true }).click()
          await drawer.getByText(slotWords[locale].chooseStore).waitFor()
        },
      },
      {
        name: 'import of slots of devices',
        eachLanguage: wordedByServer,
        open: async (page, locale) => {
          await visit(page, '/device?open=import')
          const drawer = page.getByRole('dialog')
          const buffer = Buffer.from(
            `${deviceFieldWords[locale].sn},${slotFieldWords[locale].channel_sn}\n4711,1\n`,
          )
          await drawer
            .locator('input[type=file]')
            .setInputFiles({ name: 'slotwise.csv', mimeType: 'text/csv', buffer })
          await drawer.getByText(sheetImportWords[locale].otherSheet).waitFor()
          await page.locator('.sw-import-changes').first().waitFor()
        },
      },
      {
        name: 'thresholds of all devices',
        open: async (page, locale) => {
          await visit(page, '/device?open=thresholds')
          const drawer = page.getByRole('dialog')
          await drawer.getByText(thresholdWords[locale].exceptions).waitFor()
          await drawer.getByRole('spinbutton').first().fill('95')
          await drawer.getByRole('spinbutton').last().fill('1')
          await drawer.getByRole('button', { name: thresholdWords[locale].save }).click()
          await drawer.locator('[aria-invalid="true"]').last().waitFor()
        },
      },
      saying('devices, none found', '/device?q=%25%25%25', (locale) => uiWords[locale].noMatch),
      ofDevice('overview', undefined, (locale) => devicePageWords[locale].recent),
      ofDevice('settings', 'settings', (locale) => settingsWords[locale].basic, [
        {
          name: 'all wrong',
          act: async (page, locale) => {
            await page.getByRole('textbox').first().fill('')
            await page.getByRole('button', { name: settingsWords[locale].addLine }).click()
            await page.getByRole('spinbutton').last().fill('1')
            await page.getByRole('button', { name: settingsWords[locale].save }).click()
            await page.locator('[aria-invalid="true"]').first().waitFor()
          },
        },
      ]),
      at('a device that is not there', '/device/1'),
    ]
  },
}
