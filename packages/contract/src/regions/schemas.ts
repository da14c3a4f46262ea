import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { contactPhone, Id, Ids, requiredText, Revision, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Percent } from '../kernel/percent.ts'
import { always } from '../kernel/rules.ts'
import { Day } from '../kernel/time.ts'
import { ascendingAndDescending } from '../kernel/paging.ts'

export const storeModes = ['routine', 'activity', 'custom'] as const
export const cooperationModes = ['rent', 'revenue_sharing', 'gift', 'sale', 'custom'] as const

const areaFields = {
  area_name: requiredText(60),
  phone: contactPhone.default(''),
  area_address: text(200).default(''),
  remarks: text(500).default(''),
}
export const AreaInput = z.strictObject(areaFields)
export const AreaEdit = z.strictObject({ ...areaFields, _id: Id, rev: Revision.optional() })
export const Area = z.object({
  ...areaFields,
  _id: Id,
  rev: Revision,
  /** Number of stores in the area that the caller may see. */
  store_count: z.int(),
})
export type Area = z.infer<typeof Area>

/** What becomes of a partly failed delivery whose provider cannot give back a part: a case for a person is always possible. */
export const partFailedWays = ['case', 'whole', 'voucher'] as const
export type PartFailedWay = (typeof partFailedWays)[number]

const storeFields = {
  store_name: requiredText(60),
  area: Id.nullable().default(null),
  phone: contactPhone.default(''),
  store_address: text(200).default(''),
  remarks: text(500).default(''),
  auto_refund: z.boolean().default(false),
  part_failed: z.enum(partFailedWays).default('case'),
  /** The salesman who looks after the store. */
  manager: text(60).default(''),
  manager_phone: contactPhone.default(''),
  customer_no: text(40).default(''),
  mode: z.enum(storeModes).default('routine'),
  mode_text: text(40).default(''),
  coo_mode: z.enum(cooperationModes).default('rent'),
  coo_mode_text: text(40).default(''),
  coo_start_date: Day.nullable().default(null),
  coo_end_date: Day.nullable().default(null),
  /** What the owner of the site gets of the takings, in percent. */
  coo_share: Percent.nullable().default(null),
  /** What the owner of the site gets for each month. */
  coo_rent: Cents.min(0).max(100_000_000).nullable().default(null),
  /** The payout account of machines in the store that have none of their own. */
  merchant_id: Id.nullable().default(null),
}

/** Rules between fields, the same for adding, editing and the form. */
type StoreDraft = { [K in keyof typeof storeFields]?: z.output<(typeof storeFields)[K]> | undefined }
const storeRules = [
  always<StoreDraft>(
    ({ coo_start_date: start, coo_end_date: end }) => !start || !end || start <= end,
    'coo_end_date',
    'v:endBeforeStart',
  ),
  always<StoreDraft>(({ mode, mode_text }) => mode !== 'custom' || !!mode_text, 'mode_text', 'v:required'),
  always<StoreDraft>(
    ({ coo_mode, coo_mode_text }) => coo_mode !== 'custom' || !!coo_mode_text,
    'coo_mode_text',
    'v:required',
  ),
] as const

export const StoreInput = z.strictObject(storeFields).check(...storeRules)
export const StoreEdit = z
  .strictObject({
    ...storeFields,
    /** Left out, it stays as it is. */
    part_failed: z.enum(partFailedWays).optional(),
    /** Left out, it stays as it is: forms of callers who may not change it need not know it. */
    merchant_id: Id.nullable().optional(),
    /**
     * The first day of this share and rent. Days before keep what was agreed until then. Left out, a change holds from
     * today on, and what is agreed for the first time since the cooperation began.
     */
    coo_since: Day.nullable().optional(),
    _id: Id,
    rev: Revision.optional(),
  })
  .check(...storeRules)
export const Store = z.object({
  ...storeFields,
  _id: Id,
  rev: Revision,
  area_name: z.string().nullable(),
  /** The name of the payout account. */
  merchant_name: z.string().nullable(),
  /** Number of machines in the store now. */
  device_count: z.int(),
})
export type Store = z.infer<typeof Store>
/** What is agreed with the owner of a store: a share in percent, a rent in cents. */
export type Terms = Pick<Store, 'coo_share' | 'coo_rent'>
/** Terms that held on the days before `until`. */
export type PastTerms = Terms & { until: string }

/** Else the newest first. */
export const areaOrders = ascendingAndDescending('name', 'stores')
export const AreaFilter = z.strictObject({
  /** Searched in name, address, phone and remarks. */
  q: text(60).optional(),
  ids: Ids.optional(),
  order: z.enum(areaOrders).optional(),
})
/** `devices`: those with most machines first; else the newest first. */
export const storeOrders = ['name', '-name', 'area', '-area', 'devices'] as const

export const StoreFilter = z.strictObject({
  /** Searched in name, address, phone, salesman and customer number. */
  q: text(60).optional(),
  ids: Ids.optional(),
  area: Id.optional(),
  /** False: stores that lie in no area. */
  in_area: z.boolean().optional(),
  mode: z.enum(storeModes).optional(),
  coo_mode: z.enum(cooperationModes).optional(),
  auto_refund: z.boolean().optional(),
  /** Stores with this payout account. */
  merchant_id: Id.optional(),
  order: z.enum(storeOrders).optional(),
})

export const AreaPickFilter = z.strictObject({
  q: text(60).optional(),
  /** Ids already chosen, so that a form can show their names. */
  ids: Ids.optional(),
})
/** An area that the caller may limit an account to: those with all stores have all of them, others their own. */
export const AreaPick = z.object({ _id: Id, area_name: z.string() })
export type AreaPick = z.infer<typeof AreaPick>

export const PickFilter = z.strictObject({
  q: text(60).optional(),
  area: Id.optional(),
  /** Ids already chosen, so that a form can show their names. */
  ids: Ids.optional(),
  /** Names what the caller's past sales belong to: deleted stores, too, and those of machines of the caller. */
  withPast: z.boolean().optional(),
})
export const StorePick = z.object({
  _id: Id,
  store_name: z.string(),
  area: Id.nullable(),
  area_name: z.string().nullable(),
  deleted: z.boolean(),
})
export type StorePick = z.infer<typeof StorePick>

export const ExportRegions = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('area'), format: ExportFormat, condition: AreaFilter.prefault({}) }),
  z.strictObject({ kind: z.literal('store'), format: ExportFormat, condition: StoreFilter.prefault({}) }),
])
