import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Id, Ids, requiredText, text } from '../kernel/fields.ts'
import { Sn } from '../kernel/sn.ts'
import { Instant } from '../kernel/time.ts'
import { ascendingAndDescending } from '../kernel/paging.ts'

/** A voucher gives its goods once. A used or deleted one shows no QR code. */
export const voucherStates = ['unused', 'used', 'deleted'] as const
export type VoucherState = (typeof voucherStates)[number]

/** How many vouchers can be made at once. */
export const mostCopies = 500

const voucherFields = {
  name: requiredText(60),
  /** Pieces that one voucher gives. */
  quantity: z.int({ error: 'v:voucherPieces' }).min(1, 'v:voucherPieces').max(100, 'v:voucherPieces'),
  referrer: Id.nullable().default(null),
  /** Machines that take the voucher; none means all machines of the merchant. */
  device: z.array(Sn).max(999).default([]),
  goods: Id,
}

export const AddGift = z.strictObject({
  ...voucherFields,
  quantity: voucherFields.quantity.default(1),
  /** How many vouchers are made, each with a code of its own. */
  copies: z
    .int({ error: 'v:voucherCopies' })
    .min(1, 'v:voucherCopies')
    .max(mostCopies, 'v:voucherCopies')
    .default(1),
})

const named = {
  ...voucherFields,
  referrer_name: z.string().nullable(),
  /** In the order of `device`; machines without a title by their numbers. */
  device_names: z.array(z.string()),
  goods_name: z.string(),
  /** The vouchers that were made at once have the same batch. */
  batch: Id,
  created_at: Instant,
}

export const Gift = z.object({
  gift_id: Id,
  ...named,
  state: z.enum(voucherStates),
  used_at: Instant.nullable(),
  /** The bill of the goods that the voucher gave. */
  orderno: z.string().nullable(),
  /** The machine that took it. */
  used_sn: z.string().nullable(),
  used_device: z.string().nullable(),
  /** Used, but its machine has not said that anything came out: the voucher can be made valid again. */
  restorable: z.boolean(),
})
export type Gift = z.infer<typeof Gift>

/** Vouchers that were made at once. */
export const GiftBatch = z.object({
  ...named,
  unused: z.int(),
  used: z.int(),
  deleted: z.int(),
})
export type GiftBatch = z.infer<typeof GiftBatch>

/** A new batch with the numbers of its vouchers, in the order in which they were made. */
export const AddedGift = GiftBatch.extend({ gift_ids: z.array(Id).max(mostCopies) })
export type AddedGift = z.infer<typeof AddedGift>

export const GiftFilter = z.strictObject({
  /** Searched in the name; a whole code finds its voucher. */
  q: text(60).optional(),
  state: z.enum(voucherStates).optional(),
  referrer: Id.optional(),
  goods: Id.optional(),
  batch: Id.optional(),
  ids: Ids.optional(),
})

/** Else the newest first. */
export const giftBatchOrders = ascendingAndDescending('name', 'used')
export const GiftBatchFilter = z.strictObject({
  q: text(60).optional(),
  referrer: Id.optional(),
  goods: Id.optional(),
  ids: Ids.optional(),
  order: z.enum(giftBatchOrders).optional(),
})

/** The code of an unused voucher, which its QR code contains. */
export const GiftCode = Gift.pick({
  gift_id: true,
  name: true,
  goods_name: true,
  quantity: true,
  batch: true,
}).extend({
  code: z.string(),
})
export type GiftCode = z.infer<typeof GiftCode>

/** What is printed: a batch, or chosen vouchers. */
export const GiftSheet = z.strictObject({ batch: Id.optional(), ids: Ids.optional() })

export const ExportGift = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('gift'), format: ExportFormat, condition: GiftFilter.prefault({}) }),
  z.strictObject({ kind: z.literal('batch'), format: ExportFormat, condition: GiftBatchFilter.prefault({}) }),
])

/** `7QK2M9XW4TPD` as `7QK2-M9XW-4TPD`, for people. */
export const spokenCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-')
