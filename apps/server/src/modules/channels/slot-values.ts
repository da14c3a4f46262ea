/** What slots are like, for the audit. */
import type { SlotRow } from './slot-store.ts'

const slotFields = ['price', 'game_price', 'rate', 'quantity', 'max', 'enabled'] as const
type SlotField = (typeof slotFields)[number]

export const fieldsIn = (edit: Partial<Record<SlotField, unknown>>): SlotField[] =>
  slotFields.filter((name) => edit[name] !== undefined)

/** One value where all have the same, else the value of each slot. */
export const together = <T>(values: readonly T[]): T | readonly T[] | undefined =>
  values.every((value) => value === values[0]) ? values[0] : values

/** Fields of slots for the audit, slot by slot where they differ. */
export const valuesOf = (slots: readonly SlotRow[], fields: readonly SlotField[]) =>
  Object.fromEntries(fields.map((name) => [name, together(slots.map((slot) => slot[name]))]))
