import { type BankCard, bankPhotoWords, type Locale } from '@slotwise/contract'
import type { Page } from '@playwright/test'

import { addBankCard, addPhotos } from '../support/bank-cards.ts'
import { reviewDirectly } from '../support/direct.ts'
import { longTexts } from '../support/long-texts.ts'
import type { Merchant } from '../support/merchant.ts'
import { again, type FeatureStates, type PageState, saying, sentEmpty } from '../support/page-states.ts'
import { pngFile } from '../support/pictures.ts'
import { visit } from '../support/visit.ts'
import { bankCardWords, intakeWords, photoWords, uiWords } from '../support/words.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A drawer of the page, opened by its address. */
const opened = (name: string, open: string, shown: (locale: Locale) => string): PageState => ({
  name,
  open: async (page, locale) => {
    await visit(page, `/bankcard?open=${open}`)
    await button(page, shown(locale)).waitFor()
  },
})

const pagesOf = ({ rejected, waiting }: Record<'rejected' | 'waiting', BankCard>): readonly PageState[] => [
  saying('bank cards', '/bankcard', (locale) => bankCardWords[locale].sendAgain),
  saying('bank cards, none found', '/bankcard?q=%25%25%25', (locale) => uiWords[locale].noMatch),
  {
    ...opened('one card', rejected.merchant_id, (locale) => bankCardWords[locale].showNumbers),
    further: [
      {
        name: 'asked whether to withdraw it',
        act: async (page, locale) => {
          await button(page, bankCardWords[locale].withdraw).click()
          await button(page, bankCardWords[locale].withdrawCard).waitFor()
        },
      },
    ],
  },
  {
    ...opened('a new card', 'add', (locale) => intakeWords[locale].toAccount),
    further: [sentEmpty((locale) => intakeWords[locale].toAccount)],
  },
  {
    ...again(opened('sent again', `send-${rejected.merchant_id}`, (locale) => intakeWords[locale].toAccount)),
    further: [
      {
        name: 'the account',
        act: async (page, locale) => {
          await button(page, intakeWords[locale].toAccount).click()
          await button(page, intakeWords[locale].toPhotos).waitFor()
        },
      },
      {
        name: 'the branch by hand, all wrong',
        act: async (page, locale) => {
          await button(page, intakeWords[locale].branchByHand).click()
          const dialog = page.getByRole('dialog')
          for (const field of await dialog.locator('input[type=text]:not([readonly], [role])').all())
            await field.fill('')
          await button(page, intakeWords[locale].toPhotos).click()
          await page.locator('[aria-invalid="true"]').first().waitFor()
        },
      },
    ],
  },
  {
    ...opened('photos', `photos-${waiting.merchant_id}`, (locale) => intakeWords[locale].sendForReview),
    further: [
      {
        name: 'one upright, the others missing',
        act: async (page, locale) => {
          await page
            .getByRole('listitem')
            .filter({ hasText: bankPhotoWords[locale].id_card_z })
            .locator('input[type=file]')
            .last()
            .setInputFiles(pngFile('certificate.png', { width: 300, height: 400 }))
          await button(page, photoWords[locale].turn).waitFor()
          await button(page, intakeWords[locale].sendForReview).click()
          await page.getByText(photoWords[locale].missing).first().waitFor()
        },
      },
    ],
  },
]

/** One card in each state, with long texts. */
async function fillCards(merchant: Merchant): Promise<Record<'rejected' | 'waiting', BankCard>> {
  const { mchName: mch_name, manager: person, text } = longTexts
  const names = {
    mch_name,
    person,
    acct_name: person,
    address: text,
    acct_cert_type: 'taiwan_card',
    acct_cert_no: '12345678',
  } as const
  const { token } = merchant.session
  const [approved, rejected] = [
    await addPhotos(merchant, await addBankCard(merchant, names)),
    await addPhotos(merchant, await addBankCard(merchant, names)),
  ]
  await addPhotos(merchant, await addBankCard(merchant, names))
  const waiting = await addBankCard(merchant, names)
  await reviewDirectly(token, approved.merchant_id, { state: 'approved' })
  await reviewDirectly(token, rejected.merchant_id, { state: 'not_approved', reason: text })
  return { rejected, waiting }
}

export const bankCardStates: FeatureStates = {
  name: 'bank cards',
  empty: [saying('no bank cards yet', '/bankcard', (locale) => bankCardWords[locale].noCards)],
  filled: async ({ merchant }) => pagesOf(await fillCards(merchant)),
}
