import { z } from 'zod'

import { Id, requiredText, text } from '../kernel/fields.ts'
import { type Access, seesDevices } from '../kernel/permissions.ts'

/** The lists that have views, and who may open them. */
export const viewLists = {
  devices: seesDevices,
  refills: 'device.refill',
  alerts: 'device.manage',
  sales: 'order.buyBill',
  payments: 'bank.payBill',
  refunds: 'main',
  areas: 'store.manage',
  stores: 'store.manage',
  goods: 'goods.manage',
  pictures: 'goods.manage',
  coupons: 'activity',
  received_coupons: 'activity',
  vouchers: 'activity',
  voucher_batches: 'activity',
  referrers: 'activity',
  'statistics.area': 'statistics.area',
  'statistics.store': 'statistics.store',
  'statistics.device': 'statistics.device',
  'statistics.goods': 'statistics.goods',
  bank_cards: 'bank.manage',
  fund_lines: 'main',
  cases: 'main',
  settlements: 'bank.settle',
  sites: 'bank.settle',
  cards: 'main',
  members: 'main',
  sub_users: 'user.subUser',
  roles: 'user.role',
  receivers: 'main',
  deliveries: 'main',
  audit: 'main',
} as const satisfies Record<string, Access>
export type ViewList = keyof typeof viewLists
export const viewListNames = Object.keys(viewLists) as [ViewList, ...ViewList[]]
export const isViewList = (name: string): name is ViewList => Object.hasOwn(viewLists, name)

/** The most views of one account, in all lists. */
export const viewsAtMost = 50

/**
 * The filter of a list as its address has it. Only the list knows its fields, and they change with releases: the reader
 * takes those that the list has and whose values still fit, and ignores the others.
 */
export const ViewFilter = z
  .record(z.string().regex(/^\w{1,40}$/, { error: 'v:wrongType' }), z.array(text(200)).min(1).max(200))
  .refine((filter) => JSON.stringify(filter).length <= 8_000, { error: 'v:viewTooLong' })

export const ListView = z.object({
  view_id: Id,
  name: z.string(),
  filter: ViewFilter,
  shared: z.boolean(),
  /** Whose view it is; null where it is the caller's own. */
  owner: z.string().nullable(),
  /** Whether the caller may delete it. */
  mayDelete: z.boolean(),
})
export type ListView = z.infer<typeof ListView>

export const SaveView = z.strictObject({
  list: z.enum(viewListNames),
  name: requiredText(40),
  filter: ViewFilter,
  /** Whether all staff who may open the list see it. */
  shared: z.boolean().default(false),
})
