import { z } from 'zod'

import { Id, Ids, requiredText, text } from '../kernel/fields.ts'
import type { Permission } from '../kernel/permissions.ts'
import { always } from '../kernel/rules.ts'
import { Clock, Instant } from '../kernel/time.ts'
import { Notice, type NotifyKind, notifyKinds } from './inbox-schemas.ts'

export const notifyPageSize = 6

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
