import { fill } from '@slotwise/contract'

import { addLongDevices } from '../support/device-pages.ts'
import { again, asked, type FeatureStates } from '../support/page-states.ts'
import { slotFormWords, slotWords, uiWords } from '../support/words.ts'

export const slotStates: FeatureStates = {
  name: 'slots',
  filled: async (stand) => {
    const ofDevice = await addLongDevices(stand)
    return [
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
      again(
        ofDevice('one slot', 'slots', (locale) => slotWords[locale].fillAll, [
          {
            name: 'open',
            act: async (page) => {
              await page.locator('.sw-slot').first().click()
              await page.getByRole('dialog').waitFor()
            },
          },
        ]),
      ),
      again(
        ofDevice('filling', 'slots', (locale) => slotWords[locale].fillAll, [
          asked('asked', (locale) => slotWords[locale].fillAll),
        ]),
      ),
      again(
        ofDevice('counts', 'slots', (locale) => slotWords[locale].fillAll, [
          asked('compared', (locale) => slotWords[locale].compareCounts),
        ]),
      ),
      again(
        ofDevice('export of slots', 'slots', (locale) => slotWords[locale].fillAll, [
          asked('open', (locale) => uiWords[locale].export),
        ]),
      ),
    ]
  },
}
