import { faultCodes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { Id, Ids } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Sn } from '../kernel/sn.ts'
import { Instant } from '../kernel/time.ts'
import { Orderno } from '../payments/orderno.ts'

/** What a receiver can be told of. */
export const notifyKinds = ['offline', 'low_stock', 'auto_refund', 'manual_refund', 'abnormal'] as const
export type NotifyKind = (typeof notifyKinds)[number]
/** Something that happened and is told: the beginning or the end of an alert, or a refund. */
export const NoticeItem = z.object({
  kind: z.enum(notifyKinds),
  /** `end`: the machine has recovered. Refunds only begin. */
  phase: z.enum(['begin', 'end']),
  at: Instant,
  sn: Sn,
  title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  /** Low slots when it was told. */
  low: z.int(),
  faults: z.array(z.enum(faultCodes)),
  orderno: Orderno.nullable(),
  amount: Cents.nullable(),
})
export type NoticeItem = z.infer<typeof NoticeItem>

/** What happened, counted. */
export const NoticeSum = z.object({
  kind: z.enum(notifyKinds),
  phase: z.enum(['begin', 'end']),
  count: z.int(),
  /** Of refunds, together. */
  amount: Cents.nullable(),
})
export type NoticeSum = z.infer<typeof NoticeSum>

/** What happened at one store, counted. The store is null for machines without one. */
export const NoticeGroup = NoticeSum.extend({ store: Id.nullable(), store_name: z.string().nullable() })
export type NoticeGroup = z.infer<typeof NoticeGroup>

/** A notice names at most this many things and groups; `count` has all. */
export const noticeItemsMost = 50
export const noticeGroupsMost = 20

export const Notice = z.object({
  notice: Id,
  created_at: Instant,
  /** Sums up what happened during quiet hours. */
  is_summary: z.boolean(),
  is_test: z.boolean(),
  /** Of a machine only the last turn of each kind counts, e.g. that it is online again. */
  count: z.int(),
  /** Of all stores together. */
  sums: z.array(NoticeSum),
  /** Those with the most things first. */
  groups: z.array(NoticeGroup),
  /** Those of the first groups first; each group has at least one here. */
  items: z.array(NoticeItem),
})
export type Notice = z.infer<typeof Notice>

/** A notice in the console's own inbox. */
export const InboxMessage = Notice.extend({ read_at: Instant.nullable() })
export type InboxMessage = z.infer<typeof InboxMessage>
export const InboxFilter = z.strictObject({ unread: z.boolean().optional() })
/** Those named, or with none named all. */
export const ReadInbox = z.strictObject({ ids: Ids.optional() })

/** What a browser gives for messages that reach it while the console is closed. */
export const PushSubscription = z.strictObject({
  endpoint: z.url({ protocol: /^https$/ }).max(1000),
  p256dh: z.base64url().length(87),
  auth: z.base64url().length(22),
})
