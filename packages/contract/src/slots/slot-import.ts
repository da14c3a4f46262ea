/** Slots of many machines from a sheet: what they sell, at which price, and how much they hold. */
import { z } from 'zod'

import { Price } from '../goods/schemas.ts'
import { Id } from '../kernel/fields.ts'
import { Instant } from '../kernel/time.ts'
import { Count } from './count.ts'
import { ChannelSn } from './numbers.ts'

export const slotImportMaxRows = 5_000
export const slotSheetUpload = {
  maxBytes: 2 * 1024 * 1024,
  types: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv',
    // Windows names CSV files so where Excel is installed.
    'application/vnd.ms-excel',
    'text/plain',
  ],
} as const

/** The numbers of a line; null leaves the field as it is. */
export const SlotImportLine = z.object({
  channel_sn: ChannelSn,
  price: Price.nullable(),
  max: Count.nullable(),
})

export const slotImportKinds = ['change', 'same', 'error'] as const
export type SlotImportKind = (typeof slotImportKinds)[number]

/** What one line of the sheet would change. */
export const SlotImportRow = z.object({
  /** Row number in the sheet, as a spreadsheet program counts. */
  row: z.int(),
  kind: z.enum(slotImportKinds),
  /** The machine as the sheet names it, and its title. */
  sn: z.string(),
  title: z.string(),
  /** The slot as the sheet names it. */
  slot: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  errors: z.array(z.object({ field: z.string(), message: z.string() })),
  /** Pieces of other goods that are taken off the books. */
  pieces: z.int(),
})
export type SlotImportRow = z.infer<typeof SlotImportRow>

export const SlotImportPreview = z.object({
  import: Id,
  change: z.int(),
  same: z.int(),
  error: z.int(),
  /** Machines with a slot that changes. */
  devices: z.int(),
  /** Slots that get other goods, which cannot be undone, and the pieces that are taken off the books for that. */
  other_goods: z.int(),
  pieces: z.int(),
  /** Slots that keep their goods at a price lower by more than half, and the steepest fall. */
  slashed: z.object({ count: z.int(), was: z.int(), price: z.int() }).nullable(),
})
export type SlotImportPreview = z.infer<typeof SlotImportPreview>
export const SlotImportRowFilter = z.strictObject({ import: Id, kind: z.enum(slotImportKinds).optional() })

/** The caller's last import of slots, as long as it can be undone. */
export const SlotImportUndo = z.object({
  undo: z.object({ change: Id, slots: z.int(), at: Instant, until: Instant }).nullable(),
})
