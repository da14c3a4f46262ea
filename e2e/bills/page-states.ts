import { billCalls, faultWords, failureText, fill } from '@slotwise/contract'

import { fillSlots } from '../support/devices.ts'
import { addGoods } from '../support/goods.ts'
import { longTexts } from '../support/long-texts.ts'
import { type FeatureStates, type PageState, saying, type Stand } from '../support/page-states.ts'
import { addStore } from '../support/regions.ts'
import { failSale, sell } from '../support/sales.ts'
import { callServer } from '../support/server.ts'
import { setOperationPassword, signOf } from '../support/staff.ts'
import { visit } from '../support/visit.ts'
import { billWords, uiWords } from '../support/words.ts'

/** Sales with long names that went in every way: delivered, failed, refunded, unlike the books. */
async function addLongSales({ merchant, machines }: Stand): Promise<{ open: string; refunded: string }> {
  await setOperationPassword(merchant)
  const { goods: title, store: name } = longTexts
  const store = await addStore(merchant, name)
  const goods = await addGoods(merchant, title)
  const [machine, locker] = await machines.give(
    merchant,
    { title, slots: 2, storeId: store._id },
    { title, type: 'lattice', slots: 2, storeId: store._id },
  )
  await fillSlots(merchant, machine!, goods)
  const hand = await machines.playByHand(machine!)
  await sell(hand, { amount: 99_999_999 })
  const refunded = await failSale(hand)
  const open = await failSale(hand)
  const sign = await signOf(merchant)
  const refund = { orderno: refunded, part_refund: true, refund_fee: 100, remarks: title, sign }
  await callServer(billCalls.refund, refund, merchant.caller)
  await sell(await machines.playByHand(locker!), {
    client: 'ezcard',
    items: [{ ch: 2, n: 1, ok: false, fault: 'DOOR_NOT_OPEN' }],
    result: 'failed',
  })
  return { open, refunded }
}

const list = (open: string): PageState => ({
  name: 'sales',
  open: async (page, locale) => {
    await visit(page, '/buyOrder')
    await page
      .getByText(failureText(locale, 'lattice', 'DOOR_NOT_OPEN'))
      .first()
      .waitFor()
  },
  further: [
    {
      name: 'asking for a refund',
      act: async (page, locale) => {
        await page.getByRole('button', { name: `${billWords[locale].refund}: ${open}` }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('radio', { name: billWords[locale].part }).check()
        await dialog.getByRole('textbox').first().fill('0')
        await dialog.getByRole('textbox').first().press('Tab')
        await page.locator('[aria-invalid="true"]').first().waitFor()
      },
    },
  ],
})

const bill = (name: string, orderno: string): PageState => ({
  name,
  open: async (page, locale) => {
    await visit(page, `/buyOrder?bill=${orderno}`)
    await page.getByText(faultWords[locale].MOTOR).last().waitFor()
  },
})

export const billStates: FeatureStates = {
  name: 'bills',
  empty: [
    saying('no sales yet', '/buyOrder', (locale) => billWords[locale].none),
    saying('no refunds yet', '/refundBill', (locale) => billWords[locale].noRefunds),
  ],
  filled: async (stand) => {
    const { open, refunded } = await addLongSales(stand)
    return [
      list(open),
      bill('a sale that failed', open),
      bill('a sale that was refunded', refunded),
      saying('sales, none found', '/buyOrder?min=1&max=2', (locale) => uiWords[locale].noMatch),
      saying('refunds', '/refundBill', (locale) =>
        fill(billWords[locale].ofTotal, { amount: locale === 'en-US' ? '3.50' : '¥3.50' }),
      ),
    ]
  },
}
