import {
  type GiftBatch,
  type GiftCode,
  type InputOf,
  type Referrer,
  referrerCalls,
  voucherCalls,
} from '@slotwise/contract'

import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'

export const addReferrer = (
  { caller }: Merchant,
  name: string,
  wish: Partial<InputOf<typeof referrerCalls.addReferrer>> = {},
): Promise<Referrer> =>
  callServer(referrerCalls.addReferrer, { name, number: name.slice(0, 40), commission: 5, ...wish }, caller)

type Wish = Partial<InputOf<typeof voucherCalls.addGift>> & { goods: string }

export const addVouchers = ({ caller }: Merchant, name: string, wish: Wish): Promise<GiftBatch> =>
  callServer(voucherCalls.addGift, { name, ...wish }, caller)

/** The unused vouchers of a batch with their codes. */
export const codesOf = async ({ caller }: Merchant, { batch }: GiftBatch): Promise<GiftCode[]> =>
  (await callServer(voucherCalls.getGiftSheet, { batch }, caller)).data

export const deleteVoucher = ({ caller }: Merchant, { gift_id }: GiftCode) =>
  callServer(voucherCalls.disableGift, { gift_id }, caller)
