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
import { billOf, makeBills } from './bills.ts'
import type { Merchant } from './factories.ts'
import { asOwner } from './owner.ts'

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

/** A machine took a voucher and never said what came out: the bill is unconfirmed. */
async function loseResult(
  app: TestApp,
  owner: Merchant,
  { gift_id }: GiftCode,
  { sn, goods }: { sn: string; goods: string },
): Promise<void> {
  const [device] = await asOwner<{ id: string; store: string | null }>(
    app,
    'select device_id::text as id, store_id::text as store from device where tenant_id = $1 and sn = $2',
    [owner.tenantId, sn],
  )
  const { id, store } = device ?? { id: '', store: null }
  const line = { channel_sn: 1, goods_id: goods, title: 'Tea', price: 0, quantity: 1 }
  const bill = billOf(
    { id, sn, store },
    {
      create_at: app.clock.now,
      client: 'gift',
      status: 2,
      total_price: 0,
      goods: [{ ...line, delivered: null, fault: null }],
      reported_at: null,
    },
  )
  await makeBills(app, owner, [bill])
  await asOwner(
    app,
    `update voucher set state = 'used', used_at = $2, orderno = $3, device_id = $4 where gift_id = $1`,
    [gift_id, app.clock.now, bill.orderno, id],
  )
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
  // Days on which a referrer was deleted are kept when it is restored.
  await asOwner(
    app,
    `update referrer set created_at = created_at - interval '9 days', deleted_at = deleted_at - interval '3 days'
      where referrer_id = $1`,
    [gone.referrer_id],
  )
  const draft = { name, goods, device: [sn], referrer: referrer.referrer_id }
  const voucher = await makeVoucher(app, owner, draft)
  const deleted = await makeVoucher(app, owner, draft)
  const batch = await makeVoucher(app, owner, { ...draft, copies: 2 })
  const lost = await makeVoucher(app, owner, draft)
  await loseResult(app, owner, lost, { sn, goods })
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
      'vouchers.restoreGift': { gift_id: lost.gift_id },
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
      lost.gift_id,
      batch.batch,
      voucher.batch,
    ],
  }
}
