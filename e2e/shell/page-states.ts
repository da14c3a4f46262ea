import { openUserMenu } from '../support/console.ts'
import { at, type FeatureStates, type PageState } from '../support/page-states.ts'
import { uiWords } from '../support/words.ts'

const pages: readonly PageState[] = [
  {
    ...at('overview', '/'),
    further: [
      {
        name: 'user menu',
        floats: true,
        act: async (page, locale) => {
          await openUserMenu(page, locale)
          await page.getByRole('menuitem').first().waitFor()
        },
      },
      {
        name: 'exports and tasks',
        floats: true,
        act: async (page, locale) => {
          await page.getByRole('button', { name: uiWords[locale].jobs }).click()
          await page.getByText(uiWords[locale].jobsEmpty).filter({ visible: true }).waitFor()
        },
      },
    ],
  },
  at('page not found in the console', '/no-such-page'),
]

export const shellStates: FeatureStates = {
  name: 'the frame',
  beforeLogin: [
    at('page not found', '/404'),
    at('device not found', '/404?kind=device'),
    at('wrong QR code', '/404?kind=qr'),
    at('chat app only', '/wechat-only'),
  ],
  filled: async () => pages,
}
