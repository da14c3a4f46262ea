import { exceptionCalls } from '@slotwise/contract'

import { fillSlots } from '../support/devices.ts'
import { alipayStatement, findCasesDirectly, loseLineDirectly, reconcileDirectly } from '../support/direct.ts'
import { addGoods, giveFiles } from '../support/goods.ts'
import { longTexts } from '../support/long-texts.ts'
import {
  again,
  type FeatureStates,
  notLoaded,
  type PageState,
  saying,
  type Stand,
} from '../support/page-states.ts'
import { addPayAccount, alipayFields } from '../support/pay-accounts.ts'
import { addStore } from '../support/regions.ts'
import { failSale, order, pay, sell } from '../support/sales.ts'
import { callServer } from '../support/server.ts'
import { setOperationPassword } from '../support/staff.ts'
import { visit } from '../support/visit.ts'
import { caseWords, uiWords } from '../support/words.ts'

/**
 * Cases of a machine with long names: not delivered, maybe delivered, delivered without an order, one that the provider
 * has otherwise, and a sale that was not understood.
 */
async function addLongCases({ merchant, machines }: Stand): Promise<void> {
  const { goods: title, store: name, text } = longTexts
  const store = await addStore(merchant, name, { store_address: text })
  const goods = await addGoods(merchant, title)
  const [machine] = await machines.give(merchant, { title, slots: 2, storeId: store._id })
  await fillSlots(merchant, machine!, goods)
  const hand = await machines.playByHand(machine!)
  await pay(hand, await order(hand))
  await reconcileDirectly(merchant.session.token, { amount: 99_999_999 })
  await failSale(hand)
  await failSale(hand)
  const unheard = await order(hand)
  await pay(hand, unheard)
  await loseLineDirectly(merchant.session.token, unheard.orderNo)
  await sell(hand, { client: 'wechat' })
  await sell(hand, { client: 'cash' as never })
  await findCasesDirectly(merchant.session.token, 30)
  const { data } = await callServer(exceptionCalls.getCases, {}, merchant.caller)
  const [taken, done] = data.filter(({ kind }) => kind === 'paid_not_delivered')
  await callServer(exceptionCalls.takeCase, { case: taken?.case ?? '', take: true }, merchant.caller)
  await callServer(
    exceptionCalls.doneCase,
    { case: done?.case ?? '', done: true, remarks: text },
    merchant.caller,
  )
}

const shown = (name: string, path: string): PageState => ({
  name,
  open: async (page) => {
    await visit(page, path)
    await page.locator('.sw-two-lines, .sw-case-both').first().waitFor()
  },
})
const list = shown('cases', '/exceptions')

/** Of the own account of the merchant. */
let statement: Buffer = Buffer.alloc(0)

const states: readonly PageState[] = [
  list,
  {
    ...again(list),
    further: [
      {
        name: 'working on one, with remarks that are too long',
        act: async (page, locale) => {
          const [name = ''] = caseWords[locale].detailOf.split('{name}')
          await page.getByRole('button', { name }).first().click()
          const drawer = page.getByRole('dialog')
          await drawer.getByRole('textbox').fill('1'.repeat(201))
          await drawer.getByRole('button', { name: caseWords[locale].save }).click()
          await drawer.locator('[aria-invalid="true"]').waitFor()
        },
      },
    ],
  },
  {
    ...again(list),
    further: [
      {
        name: 'booking a sale that was not understood, without its payment',
        act: async (page, locale) => {
          const words = caseWords[locale]
          const [name = ''] = words.bookOf.split('{name}')
          // The name of its kind ends with the same word.
          await page
            .getByRole('button', { name: new RegExp(`^${name}`) })
            .first()
            .click()
          const drawer = page.getByRole('dialog')
          await drawer.getByRole('button', { name: words.bookSubmit }).click()
          await drawer.locator('[aria-invalid="true"]').first().waitFor()
        },
      },
    ],
  },
  shown('cases that are done', '/exceptions?state=done'),
  shown('comparisons with providers', '/exceptions?tab=runs'),
  {
    ...again(shown('comparisons with providers', '/exceptions?tab=runs')),
    further: [
      {
        name: 'a statement that was imported',
        act: async (page, locale) => {
          const words = caseWords[locale]
          await page.getByRole('button', { name: words.importStatement }).click()
          const drawer = page.getByRole('dialog')
          await drawer.getByRole('button', { name: words.chooseStatement }).waitFor()
          await giveFiles(page, 'drop', [{ name: 'x.csv', mimeType: 'text/csv', buffer: statement }])
          await drawer.getByRole('link', { name: words.toDifferences }).waitFor()
        },
      },
    ],
  },
  saying('cases, none found', '/exceptions?kind=refund_stuck', (locale) => uiWords[locale].noMatch),
  notLoaded('cases, not loaded', '/exceptions', exceptionCalls.getCases),
]

export const exceptionStates: FeatureStates = {
  name: 'exceptions',
  empty: [
    saying('nothing to do', '/exceptions', (locale) => caseWords[locale].none),
    saying('no case was done', '/exceptions?state=done', (locale) => caseWords[locale].noneDone),
    saying('no case has closed', '/exceptions?state=closed', (locale) => caseWords[locale].noneClosed),
    saying('nothing was compared', '/exceptions?tab=runs', (locale) => caseWords[locale].noneRuns),
  ],
  filled: async (stand) => {
    await addLongCases(stand)
    const { merchant } = stand
    await setOperationPassword(merchant)
    await addPayAccount(merchant, false)
    statement = await alipayStatement(merchant.session.token, alipayFields().account_no ?? '')
    return states
  },
  failing: /getCases/,
}
