/** Referrers and vouchers for tests, as the calls make them. */
import {
  type GiftBatch,
  type GiftCode,
  type InputOf,
  type Referrer,
  referrerCalls,
  voucherCalls,
} from '@slotwise/contract'

import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

let serial = 0

export async function makeReferrer(
  app: TestApp,
  as: Merchant,
  draft: Partial<InputOf<typeof referrerCalls.addReferrer>> = {},
): Promise<Referrer> {
  serial += 1
  const input = { name: `Referrer ${serial}`, number: `R${serial}`, commission: 5, ...draft }
  const { body } = await app.call(referrerCalls.addReferrer, input, { as })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

type Draft = Partial<InputOf<typeof voucherCalls.addGift>> & { goods: string }

/** Vouchers of one batch, with their codes. */
export async function makeVouchers(
  app: TestApp,
  as: Merchant,
  draft: Draft,
): Promise<{ batch: GiftBatch; vouchers: GiftCode[] }> {
  const made = await app.call(voucherCalls.addGift, { name: `Voucher ${(serial += 1)}`, ...draft }, { as })
  if (made.body.rcode !== 0) throw new Error(JSON.stringify(made.body))
  const { result: batch } = made.body
  const sheet = await app.call(voucherCalls.getGiftSheet, { batch: batch.batch }, { as })
  return { batch, vouchers: sheet.body.result.data }
}

/** One voucher of a batch of its own. */
export async function makeVoucher(app: TestApp, as: Merchant, draft: Draft): Promise<GiftCode> {
  const { vouchers } = await makeVouchers(app, as, draft)
  const [voucher] = vouchers
  if (!voucher) throw new Error('no voucher')
  return voucher
}

/** Inputs for the calls of referrers and vouchers, which succeed when the merchant's main account sends them. */
export async function voucherSamples(
  app: TestApp,
  owner: Merchant,
  { name, store, sn, goods }: { name: string; store: string; sn: string; goods: string },
) {
  const referrer = await makeReferrer(app, owner, { name, region: [store] })
  const spare = await makeReferrer(app, owner, { name })
  const gone = await makeReferrer(app, owner, { name })
  await app.call(referrerCalls.delReferrer, { referrer_id: gone.referrer_id }, { as: owner })
  const draft = { name, goods, device: [sn], referrer: referrer.referrer_id }
  const voucher = await makeVoucher(app, owner, draft)
  const deleted = await makeVoucher(app, owner, draft)
  const batch = await makeVoucher(app, owner, { ...draft, copies: 2 })
  const { referrer_id } = referrer
  const page = (condition: object) => ({ pageNum: 1, pageSize: 10, condition })
  return {
    inputs: {
      'referrers.getReferrer': page({ ids: [referrer_id] }),
      'referrers.addReferrer': { name: 'New', number: `New ${referrer_id}`, region: [store], commission: 5 },
      'referrers.editReferrer': {
        referrer_id,
        name: 'Edited',
        number: referrer.number,
        region: [store],
        commission: 6,
      },
      'referrers.delReferrer': { referrer_id: spare.referrer_id },
      'referrers.restoreReferrer': { referrer_id: gone.referrer_id },
      'referrers.getAllReferrer': page({ ids: [referrer_id] }),
      'referrers.getReferrerStatement': { referrer_id },
      'referrers.exportReferrers': { condition: {} },
      'vouchers.getGift': page({ ids: [voucher.gift_id] }),
      'vouchers.addGift': { ...draft, quantity: 2, copies: 2 },
      'vouchers.disableGift': { gift_id: deleted.gift_id },
      'vouchers.disableGiftBatch': { batch: batch.batch },
      'vouchers.getGiftBatches': page({ ids: [voucher.batch] }),
      'vouchers.getGiftCode': { gift_id: voucher.gift_id },
      'vouchers.getGiftSheet': { ids: [voucher.gift_id] },
      'vouchers.exportGift': { kind: 'gift', condition: {} },
    },
    ids: [
      referrer_id,
      spare.referrer_id,
      gone.referrer_id,
      voucher.gift_id,
      deleted.gift_id,
      batch.batch,
      voucher.batch,
    ],
  }
}
