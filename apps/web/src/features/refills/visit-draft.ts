/** A visit in progress: what the person has said of the slots so far. */
import type { RefillMachine, RefillMachineSlot, SlotStatement } from '@slotwise/contract'

import { type Draft, keyOf, type OutboxVisit, type SlotMark } from '../../entities/refill/visit-store.ts'

/** A slot with goods and a known size: only these hold pieces. */
export type HoldingSlot = RefillMachineSlot & { goods: NonNullable<RefillMachineSlot['goods']> }
export const holds = (slot: RefillMachineSlot): slot is HoldingSlot => slot.goods !== null && slot.max > 0

/** The stock that a statement stands for. */
export function stockOf(set: SlotStatement, { max, counted, quantity }: RefillMachineSlot): number {
  if (set.kind === 'full') return max
  return set.kind === 'count' ? set.quantity : (counted ?? quantity)
}

/** 128 bits in the form of a UUID; `randomUUID` exists on secure pages only. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export const newDraft = (account: string, { sn, at }: RefillMachine): Draft => ({
  key: keyOf(account, sn),
  account,
  visit: newId(),
  readAt: at,
  marks: {},
})

/** Marks slots, or takes their marks back with `undefined`. */
export function withMarks(
  draft: Draft,
  { at: readAt }: RefillMachine,
  slots: readonly HoldingSlot[],
  set: SlotStatement | undefined,
  now: number,
): Draft {
  const marks = { ...draft.marks }
  for (const { channel_sn: number, rev, goods, quantity, max } of slots) {
    if (set) marks[number] = { seen: { rev, goods_id: goods.goods_id, quantity, max }, set, at: now }
    else delete marks[number]
  }
  const isNew = Object.keys(draft.marks).length === 0
  return { ...draft, readAt: isNew || readAt < draft.readAt ? readAt : draft.readAt, marks }
}

export const marksIn = ({ marks }: Draft): [number, SlotMark][] =>
  Object.entries(marks).map(([number, mark]) => [Number(number), mark])

/** What the draft adds to the stock; pieces that are missing do not count against it. */
export const addedIn = (draft: Draft, slots: readonly HoldingSlot[]): number =>
  slots.reduce((sum, slot) => {
    const mark = draft.marks[slot.channel_sn]
    return sum + (mark ? Math.max(0, stockOf(mark.set, slot) - slot.quantity) : 0)
  }, 0)

/** The visit as it is stored until it is sent. */
export const visitOf = (draft: Draft, { sn, title, slots }: RefillMachine, now: number): OutboxVisit => ({
  visit: draft.visit,
  account: draft.account,
  sn,
  title,
  readAt: draft.readAt,
  slots: marksIn(draft).map(([number, mark]) => ({
    ...mark,
    channel_sn: number,
    goods: slots.find(({ channel_sn: no }) => no === number)?.goods?.title ?? '',
  })),
  madeAt: now,
  tries: 0,
  nextAt: 0,
  state: { kind: 'waits', delay: undefined },
})
