import { voucherStateWords } from '@slotwise/contract'

import { addGoods } from '../support/goods.ts'
import { longTexts } from '../support/long-texts.ts'
import { adding, type again, at, type FeatureStates, saying, type Stand } from '../support/page-states.ts'
import { visit } from '../support/visit.ts'
import { addReferrer, addVouchers, codesOf, deleteVoucher } from '../support/vouchers.ts'
import { uiWords, voucherWords } from '../support/words.ts'

/** A batch with long texts and a deleted voucher, limited to machines. */
async function addLongVouchers({ merchant, machines }: Stand): Promise<{ batch: string; gift: string }> {
  const { goods_id: goods } = await addGoods(merchant, longTexts.goods)
  const { referrer_id: referrer } = await addReferrer(merchant, longTexts.store)
  const given = await machines.give(merchant, { title: longTexts.goods }, { title: longTexts.goods })
  const made = await addVouchers(merchant, longTexts.store, {
    goods,
    referrer,
    device: given.map(({ sn }) => sn),
    quantity: 100,
    copies: 3,
  })
  const [first, second] = await codesOf(merchant, made)
  await deleteVoucher(merchant, first!)
  return { batch: made.batch, gift: second!.gift_id }
}

export const voucherStates: FeatureStates = {
  name: 'vouchers',
  activity: true,
  empty: [
    saying('no vouchers', '/gift', (locale) => voucherWords[locale].none),
    at('nothing to print', '/gift/print'),
  ],
  filled: async (stand) => {
    const { batch, gift } = await addLongVouchers(stand)
    const vouchers = {
      name: 'vouchers',
      open: async (page, locale) => {
        await visit(page, '/gift')
        await page.getByText(voucherStateWords[locale].deleted, { exact: true }).first().waitFor()
      },
      further: adding((locale) => voucherWords[locale].add),
    } satisfies Parameters<typeof again>[0]
    return [
      vouchers,
      {
        name: 'batches of vouchers',
        open: async (page, locale) => {
          await visit(page, '/gift?tab=batches')
          await page
            .getByRole('button', { name: new RegExp(`^${uiWords[locale].delete}: `) })
            .first()
            .waitFor()
        },
        further: [
          {
            name: 'deleting a batch',
            act: async (page, locale) => {
              await page
                .getByRole('button', { name: new RegExp(`^${uiWords[locale].delete}: `) })
                .first()
                .click()
              await page.getByText(voucherWords[locale].deleteBatchText).waitFor()
            },
          },
        ],
      },
      {
        name: 'the QR code of a voucher',
        open: async (page, locale) => {
          await visit(page, `/gift?open=${gift}`)
          await page.getByText(voucherWords[locale].howToUse).waitFor()
        },
      },
      {
        name: 'vouchers to print',
        open: async (page) => {
          await visit(page, `/gift/print?batch=${batch}`)
          await page.getByRole('listitem').first().waitFor()
        },
      },
    ]
  },
}
