import {
  again,
  at,
  type FeatureStates,
  fromUserMenu,
  sentEmpty,
  wordedByServer,
} from '../support/page-states.ts'
import { setOperationPassword } from '../support/staff.ts'
import {
  forgottenOperationWords,
  invitationWords,
  operationGateWords,
  publicWords,
} from '../support/words.ts'

export const accountStates: FeatureStates = {
  name: 'account',
  beforeLogin: [
    {
      ...at('login', '/login'),
      further: [sentEmpty((locale) => publicWords[locale].login)],
    },
    {
      ...again(at('login', '/login')),
      eachLanguage: wordedByServer,
      further: [
        {
          name: 'refused',
          act: async (page, locale) => {
            const words = publicWords[locale]
            await page.getByLabel(words.username).fill('nobody')
            await page.getByLabel(words.password, { exact: true }).fill('not-the-one')
            await page.getByRole('button', { name: words.login, exact: true }).click()
            await page.getByRole('alert').waitFor()
            // Typed text is data and not a text of the page.
            await page.getByLabel(words.username).fill('')
          },
        },
      ],
    },
    { ...at('sign-up', '/signUp'), further: [sentEmpty((locale) => publicWords[locale].signUp)] },
    {
      ...at('forgot password', '/forget'),
      further: [sentEmpty((locale) => publicWords[locale].resetPassword)],
    },
    {
      ...at('invitation by code', '/invite'),
      further: [sentEmpty((locale) => invitationWords[locale].setPassword)],
    },
  ],
  empty: [fromUserMenu('first operation password', 'setOperationPassword')],
  filled: async ({ merchant }) => {
    await setOperationPassword(merchant)
    return [
      {
        ...fromUserMenu('operation password', 'changeOperationPassword'),
        further: [
          {
            name: 'forgotten',
            act: async (page, locale) => {
              await page.getByRole('button', { name: operationGateWords[locale].forgotten }).click()
              await page.getByRole('dialog', { name: forgottenOperationWords[locale].title }).waitFor()
            },
          },
        ],
      },
      fromUserMenu('reset login password', 'resetLoginPassword'),
    ]
  },
}
