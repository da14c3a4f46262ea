import { machineTypes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { settingNames } from '../devices/settings.ts'
import { Id, requiredText, Sign } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import { Sn } from '../kernel/sn.ts'

/** From the QR code on the machine; valid once. */
const BindCode = z
  .string()
  .min(1, { error: 'v:required' })
  .regex(/^[\w-]{1,64}$/, { error: 'v:wrongType' })

export const BindDevice = z.strictObject({
  sn: Sn,
  code: BindCode,
  title: requiredText(60).optional(),
  store: Id.nullable().default(null),
})

export const Unbind = z.strictObject({ sn: Sn, sign: Sign })

const replacement = {
  /** The machine that is replaced. */
  sn: Sn,
  /** The machine that takes its place. */
  to: Sn,
  /** Of a machine that is not bound yet. */
  code: BindCode.optional(),
}
const isOther = always<{ sn?: string; to?: string }>(
  ({ sn, to }) => sn === undefined || sn !== to,
  'to',
  'v:sameDevice',
)
export const Replacement = z.strictObject(replacement).check(isOther)
export const ReplaceDevice = z.strictObject({ ...replacement, sign: Sign }).check(isOther)

const SlotNumber = z.int()
/** What a replacement would move, and what does not fit the new machine. */
export const ReplacePlan = z.object({
  sn: Sn,
  title: z.string(),
  type: z.enum(machineTypes),
  /** Pieces on the books of the old machine, which are taken off them. */
  stock: z.int(),
  to: Sn,
  to_type: z.enum(machineTypes),
  /** False: the new machine is bound in the same step. */
  is_bound: z.boolean(),
  store_name: z.string().nullable(),
  merchant_name: z.string().nullable(),
  /** Settings that move. */
  settings: z.array(z.enum(settingNames)),
  /** Settings of the old machine that the type of the new one does not have. */
  lost_settings: z.array(z.enum(settingNames)),
  /** Settings of its own that the new machine loses. */
  replaced_settings: z.array(z.enum(settingNames)),
  /** Slots that take over goods, prices, sizes and sale from the slot with the same number. */
  slots: z.array(SlotNumber),
  /** False: machines of these types do not sell in the same manner, so that no slot moves. */
  is_alike: z.boolean(),
  /** Slots with goods that the new machine does not have. */
  lost_slots: z.array(z.object({ channel_sn: SlotNumber, goods: z.string() })),
  /** Slots that hold less than the old ones did. */
  smaller: z.array(z.object({ channel_sn: SlotNumber, max: z.int(), most: z.int() })),
  /** Game prices or winning rates that the type of the new machine does not have. */
  lost_terms: z.array(z.enum(['game_price', 'rate'])),
})
export type ReplacePlan = z.infer<typeof ReplacePlan>
