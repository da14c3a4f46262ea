import { addLongDevices } from '../support/device-pages.ts'
import { again, asked, type FeatureStates } from '../support/page-states.ts'
import { initWords, remoteWords, replaceWords, testWords, unbindWords } from '../support/words.ts'

export const commandStates: FeatureStates = {
  name: 'remote control',
  filled: async (stand) => {
    const ofDevice = await addLongDevices(stand)
    return [
      ofDevice('remote control', 'remote', (locale) => remoteWords[locale].dispenseHint, [
        asked('unbinding', (locale) => unbindWords[locale].unbind),
      ]),
      again(
        ofDevice('replacing', 'remote', (locale) => remoteWords[locale].dispenseHint, [
          asked('choosing another device', (locale) => replaceWords[locale].replace),
          {
            name: 'what moves and what does not',
            act: async (page, locale) => {
              const drawer = page.getByRole('dialog')
              await drawer.getByRole('combobox').click()
              await page.locator('.ant-select-item-option').first().click()
              await drawer.getByRole('button', { name: replaceWords[locale].next }).click()
              await page.getByText(replaceWords[locale].thenCount).waitFor()
            },
          },
        ]),
      ),
      ofDevice('testing', 'test', (locale) => testWords[locale].untested),
      ofDevice('initialization', 'init', (locale) => initWords[locale].renumberHint),
    ]
  },
}
