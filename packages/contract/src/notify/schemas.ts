import { faultCodes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { Id, Ids, requiredText, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import type { Permission } from '../kernel/permissions.ts'
import { always } from '../kernel/rules.ts'
import { Sn } from '../kernel/sn.ts'
import { Clock, Instant } from '../kernel/time.ts'
import { Orderno } from '../payments/orderno.ts'

export const notifyPageSize = 6

/** What a receiver can be told of. */
export const notifyKinds = ['offline', 'low_stock', 'auto_refund', 'manual_refund', 'abnormal'] as const
export type NotifyKind = (typeof notifyKinds)[number]
/** What an account needs to be told of a kind: the permission to see it by itself. */
export const notifyPermissions: Readonly<Record<NotifyKind, Permission>> = {
  offline: 'device.manage',
  low_stock: 'device.refill',
  auto_refund: 'order.buyBill',
  manual_refund: 'order.buyBill',
  abnormal: 'device.manage',
}

/** Robots of group chats, and the merchant's own server. */
export const robotChannels = ['wecom', 'dingtalk', 'lark', 'webhook'] as const
export type RobotChannel = (typeof robotChannels)[number]
/** Chat apps in which an account of the operator tells a person, who binds by scanning a code. */
export const personChannels = ['wechat', 'telegram'] as const
export type PersonChannel = (typeof personChannels)[number]
/** What a QR code can be for. The inbox of the console needs no outside service. */
export const bindChannels = ['inbox', ...personChannels] as const
export type BindChannel = (typeof bindChannels)[number]
/** Where notices go. */
export const notifyChannels = [...bindChannels, ...robotChannels] as const
export type NotifyChannel = (typeof notifyChannels)[number]

/** The wire has a comma list, e.g. `offline,low_stock`. Not aborted, which would end the rules between fields, too. */
const Permission = z
  .string({ error: 'v:notifyKinds' })
  .refine((list) => kindsOf(list).length > 0, { error: 'v:notifyKinds' })
  .refine((list) => kindsOf(list).length === 0 || list.split(',').every((kind) => isNotifyKind(kind)), {
    error: 'v:wrongType',
  })

const isNotifyKind = (value: string): value is NotifyKind =>
  (notifyKinds as readonly string[]).includes(value)
export const kindsOf = (permission: string): NotifyKind[] =>
  notifyKinds.filter((kind) => permission.split(',').includes(kind))

const fields = {
  /** Active: notices are sent. */
  notice: z.boolean(),
  /** Nothing is sent from `start_notify` to `end_notify`; what happens then is summed up at their end. */
  not_disture: z.boolean(),
  start_notify: Clock,
  end_notify: Clock,
  permission: Permission,
  /** All stores, with those to come and machines without a store; otherwise those of `store`. */
  all_device: z.boolean(),
  store: Ids,
  remarks: text(60),
}

type Draft = { [K in keyof typeof fields]?: z.output<(typeof fields)[K]> | undefined }

/** Some stores are at least one. A draft that leaves `store` out keeps those of before, which the server checks. */
export const hasStores = ({ all_device, store }: Draft): boolean =>
  all_device !== false || store === undefined || store.length > 0
/** Quiet hours that end when they begin would be none, or the whole day. */
export const hasQuietHours = ({ not_disture, start_notify, end_notify }: Draft): boolean =>
  !not_disture || start_notify === undefined || start_notify !== end_notify

/** A receiver of notices: who scanned the code, and what is sent there. */
export const Notify = z.object({
  ...fields,
  notify_id: Id,
  store_names: z.array(z.string()),
  channel: z.enum(notifyChannels),
  /** The account's name for the inbox, otherwise what the channel calls the receiver. */
  receiver: z.string(),
  /** The account of the inbox, and the name that it signs in with. */
  account: Id.nullable(),
  username: z.string().nullable(),
  /** The account was deleted: nothing is sent there. */
  gone: z.boolean(),
  /** The account is suspended: nothing is sent there until it is resumed. */
  suspended: z.boolean(),
  /** The person left the chat: nothing is sent there until the person scans a new code. */
  stopped: z.boolean(),
  created_at: Instant,
  last_sent_at: Instant.nullable(),
  /** Notices that could not be delivered in the last seven days. */
  dead: z.int(),
})
export type Notify = z.infer<typeof Notify>
export const NotifyFilter = z.strictObject({ ids: Ids.optional() })

/** SPEC's names; a field that is left out stays as it is. */
export const EditNotify = z
  .strictObject({ notify_id: Id, ...z.object(fields).partial().shape })
  .check(always<Draft>(hasStores, 'store', 'v:notifyStore'))
  .check(always<Draft>(hasQuietHours, 'end_notify', 'v:quietHours'))

/** Messages to the merchant's own server are signed by a secret of at least so many characters. */
const webhookSecretLeast = 16
type RobotDraft = { channel?: RobotChannel | undefined; secret?: string | undefined }

export const AddRobot = z
  .strictObject({
    channel: z.enum(robotChannels),
    name: requiredText(30),
    /** The address that the chat app shows for its robot, or that of the merchant's server. */
    url: requiredText(500),
    /** By which messages are signed. A chat app may do without. */
    secret: text(128).default(''),
  })
  .check(
    always<RobotDraft>(
      ({ channel, secret = '' }) => channel !== 'webhook' || secret.length >= webhookSecretLeast,
      'secret',
      'v:webhookSecret',
    ),
  )

/** How long a QR code is good. */
export const bindSeconds = 15 * 60
/** The channel that the code is for; those of chat apps are offered where the operator has an account there. */
export const NewBind = z.strictObject({ channel: z.enum(bindChannels).default('inbox') })
/** The address behind the QR code. Opening it and agreeing, or in a chat app scanning it, makes the receiver. */
export const BindUrl = z.object({ bind_url: z.string(), expires_at: Instant })
export const Scene = z.string().regex(/^[\w-]{16,64}$/, { error: 'v:wrongType' })

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

export const noticeStates = ['held', 'waiting', 'sent', 'dead'] as const
/** A notice on its way to a receiver. */
export const Delivery = Notice.extend({
  notify_id: Id,
  receiver: z.string(),
  state: z.enum(noticeStates),
  tries: z.int(),
  next_at: Instant.nullable(),
  sent_at: Instant.nullable(),
  /** Why the last try failed. */
  why: z.string(),
  /** It was given up, and its receiver still takes it. */
  resendable: z.boolean(),
})
export type Delivery = z.infer<typeof Delivery>
export const DeliveryFilter = z.strictObject({
  ids: Ids.optional(),
  notify_id: Id.optional(),
  state: z.enum(noticeStates).optional(),
})

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
