import { type Coupon, couponCalls, type InputOf } from '@slotwise/contract'

import { expect } from '../support/fixtures.ts'
import { longTexts } from '../support/long-texts.ts'
import type { Merchant } from '../support/merchant.ts'
import { adding, again, type FeatureStates, list, saying, type Stand } from '../support/page-states.ts'
import { addStore } from '../support/regions.ts'
import { callServer } from '../support/server.ts'
import { visit } from '../support/visit.ts'
import { couponWords, uiWords } from '../support/words.ts'
import { receiveByForm } from './buyers.ts'

type Draft = InputOf<typeof couponCalls.addCoupon>

const addCoupon = (merchant: Merchant, draft: Draft): Promise<Coupon> =>
  callServer(couponCalls.addCoupon, draft, merchant.caller)

/** Coupons in each phase, one with many stores, one deleted, and one received by a browser and by a card. */
async function addCoupons({ merchant }: Stand): Promise<Coupon> {
  const stores = [
    await addStore(merchant, longTexts.store),
    await addStore(merchant, longTexts.area),
    await addStore(merchant, longTexts.tag),
  ].map(({ _id }) => _id)
  const name = longTexts.goods.slice(0, 40)
  await addCoupon(merchant, {
    name,
    type: 'cash',
    value: 150,
    end_date: '2026-01-31',
    regions: stores.slice(1),
  })
  await addCoupon(merchant, { name, value: 5, start_date: '2999-01-01', end_date: '2999-12-31' })
  const { coupon_id } = await addCoupon(merchant, { name, value: 10 })
  await callServer(couponCalls.delCoupon, { coupon_id }, merchant.caller)
  const coupon = await addCoupon(merchant, {
    name,
    value: 20,
    quantity: 2,
    limit_count: 0,
    limit_period: 'week',
    regions: stores,
  })
  await receiveByForm(coupon, merchant.caller.address)
  await receiveByForm(coupon, merchant.caller.address, '7001')
  return coupon
}

export const couponStates: FeatureStates = {
  name: 'coupons',
  activity: true,
  empty: [
    {
      ...saying('no coupons yet', '/coupon', (locale) => couponWords[locale].none),
      further: adding((locale) => couponWords[locale].add),
    },
    saying('none received yet', '/coupon?tab=received', (locale) => couponWords[locale].noneReceived),
    saying('none deleted', '/coupon?state=deleted', (locale) => uiWords[locale].noMatch),
  ],
  filled: async (stand) => {
    const { coupon_id: id } = await addCoupons(stand)
    return [
      list('coupons', '/coupon', [
        {
          name: 'editing one that was received',
          act: async (page, locale) => {
            await page
              .getByRole('button', { name: new RegExp(`^${uiWords[locale].edit}: `) })
              .first()
              .click()
            await expect(page.getByText(couponWords[locale].isFixed)).toBeVisible()
          },
        },
      ]),
      again(
        list('deleting', '/coupon', [
          {
            name: 'asked',
            act: async (page, locale) => {
              await page
                .getByRole('button', { name: new RegExp(`^${uiWords[locale].delete}: `) })
                .first()
                .click()
              await page.getByText(couponWords[locale].deleteText).waitFor()
            },
          },
        ]),
      ),
      {
        name: 'a QR code',
        open: async (page, locale) => {
          await visit(page, `/coupon?open=qr-${id}`)
          await page.getByRole('button', { name: couponWords[locale].copyLink }).waitFor()
        },
      },
      {
        name: 'received ones',
        open: async (page, locale) => {
          await visit(page, '/coupon?tab=received')
          await page.getByText(couponWords[locale].aBrowser).waitFor()
        },
      },
      {
        name: 'deleted ones',
        open: async (page, locale) => {
          await visit(page, '/coupon?state=deleted')
          await page.getByRole('button', { name: new RegExp(`^${couponWords[locale].restore}: `) }).waitFor()
        },
      },
    ]
  },
}
