import { regionCalls, thresholdFieldWords } from '@slotwise/contract'

import {
  adding,
  again,
  type FeatureStates,
  list,
  notLoaded,
  type PageState,
  refusing,
  saying,
} from '../support/page-states.ts'
import { addLongRegions } from '../support/regions.ts'
import { regionWords, uiWords } from '../support/words.ts'

const pages: readonly PageState[] = [
  list(
    'areas',
    '/region',
    adding((locale) => regionWords[locale].addArea),
  ),
  list(
    'stores',
    '/region?tab=stores',
    adding((locale) => regionWords[locale].addStore),
  ),
  {
    ...again(list('stores', '/region?tab=stores')),
    name: 'editing a store',
    further: [
      {
        name: 'with wrong thresholds',
        act: async (page, locale) => {
          await page
            .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
            .first()
            .click()
          const drawer = page.getByRole('dialog')
          const low = drawer.getByRole('spinbutton', { name: thresholdFieldWords[locale].low })
          await low.fill('95')
          await drawer.getByRole('button', { name: regionWords[locale].saveStore }).click()
          await drawer.locator('[aria-invalid="true"]').waitFor()
        },
      },
    ],
  },
  refusing('deleting an area', '/region', (locale) => regionWords[locale].deleteArea),
  saying('areas, none found', '/region?q=%25%25%25', (locale) => uiWords[locale].noMatch),
  notLoaded('areas, not loaded', '/region', regionCalls.getArea),
]

export const regionStates: FeatureStates = {
  name: 'areas and stores',
  empty: [
    saying('no areas yet', '/region', (locale) => regionWords[locale].noAreas),
    saying('no stores yet', '/region?tab=stores', (locale) => regionWords[locale].noStores),
  ],
  filled: async ({ merchant }) => {
    await addLongRegions(merchant)
    return pages
  },
  failing: /getArea/,
}
