import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Id, Ids, isOneLine, Revision, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Sn } from '../kernel/sn.ts'
import { Instant } from '../kernel/time.ts'
import { ascendingAndDescending } from '../kernel/paging.ts'

/** The number on a card. */
export const CardNo = z
  .string()
  .trim()
  .min(1, { error: 'v:required', abort: true })
  .regex(/^[A-Za-z0-9-]{1,32}$/, { error: 'v:cardno' })

/** What a card can pay with: a point is worth a cent. */
export const Points = z.int().min(0).max(100_000_000)

const line = (max: number) => text(max).refine(isOneLine, { error: 'v:controlCharacters' })

const Nickname = line(60)
/** The person: cards with the same openid belong to one member. */
const Openid = line(64)
const Note = text(500)
const cardFields = { nickname: Nickname.default(''), openid: Openid.default(''), note: Note.default('') }
const devices = z.array(Sn).max(999)

export const CardInput = z.strictObject({
  cardno: CardNo,
  ...cardFields,
  point: Points.default(0),
  /** The machines at which the card pays; none named: all of them. */
  device: devices.default([]),
})

/** Fields that are left out stay as they are. */
export const CardEdit = z.strictObject({
  cardno: CardNo,
  nickname: Nickname.optional(),
  openid: Openid.optional(),
  note: Note.optional(),
  /** The new balance. */
  point: Points.optional(),
  /** The balance that the caller has seen. A balance that has changed since is not overwritten. */
  was: Points.optional(),
  device: devices.optional(),
  rev: Revision.optional(),
})

export const Card = z.object({
  ...cardFields,
  card_id: Id,
  cardno: CardNo,
  point: z.int(),
  device: devices,
  /** Names of the machines, in the order of `device`. */
  device_names: z.array(z.string()),
  rev: Revision,
  /** Points that were paid with the card and not given back. */
  spent: Cents,
  /** Number of orders that it has paid. */
  visits: z.int(),
  last_visit: Instant.nullable(),
  create_at: Instant,
})
export type Card = z.infer<typeof Card>

/** Else the newest first. */
export const cardOrders = ascendingAndDescending(
  'cardno',
  'nickname',
  'point',
  'last_visit',
  'visits',
  'spent',
)
export const CardFilter = z.strictObject({
  /** Searched in number, nickname and note. */
  q: text(60).optional(),
  cardno: CardNo.optional(),
  openid: line(64).optional(),
  ids: Ids.optional(),
  order: z.enum(cardOrders).optional(),
})

/** Why the balance of a card changed. */
export const pointReasons = ['topup', 'sale', 'refund', 'correction'] as const
export type PointReason = (typeof pointReasons)[number]

/** A line of the points ledger. */
export const PointMove = z.object({
  move: Id,
  at: Instant,
  reason: z.enum(pointReasons),
  /** Negative where points were taken off. */
  amount: z.int(),
  /** The balance after it. */
  balance: z.int(),
  /** The order that was paid or given back; empty for others. */
  orderno: z.string(),
  /** The name of the account that changed the balance; null for sales and refunds. */
  by: z.string().nullable(),
})
export type PointMove = z.infer<typeof PointMove>

export const PointFilter = z.strictObject({ card_id: Id })

/** A person with one or several cards. A card without an openid is a member of its own. */
export const Member = z.object({
  /** Names the member: the openid, or the number of the only card. */
  member: z.string(),
  openid: z.string(),
  nickname: z.string(),
  /** Numbers of the member's cards, the newest first, at most 20. */
  cards: z.array(CardNo),
  card_count: z.int(),
  point: z.int(),
  spend: Cents,
  visits: z.int(),
  last_visit: Instant.nullable(),
})
export type Member = z.infer<typeof Member>

export const memberSorts = ['spend', 'visits', 'last_visit'] as const
export const MemberFilter = z.strictObject({
  /** Searched in the numbers and nicknames of cards and in the openid. */
  q: text(60).optional(),
  /** The largest, or the latest, first. */
  sort: z.enum(memberSorts).default('spend'),
})

export const ExportCard = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('card'), format: ExportFormat, condition: CardFilter.prefault({}) }),
  z.strictObject({ kind: z.literal('member'), format: ExportFormat, condition: MemberFilter.prefault({}) }),
])
