/**
 * Where notices go. The console's own inbox (`inbox.ts`) needs no outside service; robots of group chats and the
 * merchant's own server (`robots.ts`) are sent to in the same way, and so are people in chat apps in which the operator has
 * an account (`wechat-account.ts`, `telegram.ts`).
 */
import type { Notice, PersonChannel } from '@slotwise/contract'

/** `accountId` is the account of an inbox; `address` is the sealed address of another receiver. */
export type ChatReceiver = {
  tenantId: string
  notifyId: string
  accountId: string | null
  address: Buffer | null
}

/**
 * `refused`: it will never be delivered. `gone`: nor will anything else, until the person scans a new code. `later`: it may
 * be delivered at the next try, not before `retryAfterS`.
 */
export type SendResult =
  | { state: 'sent' }
  | { state: 'refused' | 'gone'; why: string }
  | { state: 'later'; why: string; retryAfterS?: number }

export type ChatChannel = {
  /** How many messages a receiver takes in a minute. */
  perMinute: number
  /** How many messages the operator's account there may send in a second, to all merchants together. */
  accountPerSecond?: number
  /** Called again for the same notice when its answer was lost. */
  send(to: ChatReceiver, notice: Notice): Promise<SendResult>
}

// Chat apps in which an account of the operator tells a person: a WeChat service account and a Telegram bot. A person
// binds by scanning a code that holds a scene; the app then tells us who scanned it (`wechat-events.ts`,
// `telegram-events.ts`).

/** What a field of a WeChat template shows. */
export const templateSources = ['title', 'place', 'time', 'todo'] as const
export type TemplateSource = (typeof templateSources)[number]

/** The kinds of its fields that are known here, by the letters of their names: `thing1`, `character_string2`, `time3`. */
export const templateKinds = ['thing', 'character_string', 'time'] as const
export type TemplateKind = (typeof templateKinds)[number]

export type WechatAccountConfig = {
  appId: string
  secret: string
  /** Signs the events that WeChat sends. */
  token: string
  template: { id: string; fields: readonly { source: TemplateSource; name: string }[] }
  /** Only where a proxy stands before WeChat, and in tests. */
  url?: string | undefined
}

export type TelegramConfig = {
  token: string
  /** The bot's name, without @. */
  name: string
  /** Telegram repeats it with each event. */
  secret: string
  /** Only where a proxy stands before Telegram, and in tests. */
  url?: string | undefined
}

export type PersonChatsConfig = {
  wechat?: WechatAccountConfig | undefined
  telegram?: TelegramConfig | undefined
}

/** A notice in the words of the merchant; `link` is a full address of the console. */
export type PersonMessage = Record<TemplateSource, string> & { lines: readonly string[]; link: string }

export type PersonChat = {
  /** How many messages a person takes in a minute. */
  perMinute: number
  /** How many messages the operator's account may send in a second. */
  accountPerSecond: number
  /** The address behind the QR code of a scene; undefined when the app does not give one now. */
  bindUrl(scene: string, seconds: number): Promise<string | undefined>
  send(person: string, message: PersonMessage): Promise<SendResult>
  /** Asks the app something harmless; throws why the settings do not work. */
  probe(): Promise<void>
}

export type PersonChats = Partial<Record<PersonChannel, PersonChat>>

export type PersonChatWiring = { now?: () => Date; timeoutMs?: number }
