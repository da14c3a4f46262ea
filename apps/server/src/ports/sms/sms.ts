/**
 * Text messages carry one-time codes, the link of an invitation being one of them, and nothing else: no text of a
 * merchant, which could be bait. A sender makes one attempt and never repeats it, because no
 * vendor promises that a second attempt does not send a second message. `dedupeKey` identifies the attempt, for
 * records; vendors that accept a reference get it.
 */

export type SmsPurpose = 'signup' | 'reset' | 'header' | 'operation' | 'phone' | 'invite'
export type SmsLocale = 'zh-CN' | 'zh-TW' | 'en-US'

export type SmsMessage = {
  /** E.164, for example +60123456789. */
  to: string
  purpose: SmsPurpose
  code: string
  /** Where an invitation is accepted; contains the code. */
  link?: string
  locale: SmsLocale
  dedupeKey: string
}

/**
 * `rejected`: the vendor refuses this message, or this account. `limited`: too many messages, retry later.
 * `unsent`: no connection to the vendor, so the message was certainly not sent. `unreachable`: no answer that can be
 * trusted, so the message may or may not have been sent.
 * `detail` is for the log; it never holds the code or the phone.
 */
export type SmsOutcome =
  | { ok: true; id: string }
  | {
      ok: false
      reason: 'rejected' | 'limited' | 'unsent' | 'unreachable'
      detail: string
      retryAfterS?: number
    }

export interface SmsSender {
  readonly name: string
  send(message: SmsMessage): Promise<SmsOutcome>
  /** Asks the vendor something harmless that it answers only when the configuration is right; throws why it is not. */
  probe?(): Promise<void>
}

export type AliyunSmsConfig = {
  accessKeyId: string
  accessKeySecret: string
  /** The approved signature that the message opens with. */
  signName: string
  /** Approved templates; each has the single variable `code`. */
  templates: Record<Exclude<SmsPurpose, 'invite' | 'phone'>, string> & {
    /** Without it, no codes to verify phones are sent to the mainland. */
    phone?: string | undefined
    /** Without it, no invitations are sent to the mainland. Its text has the link with the variable at its end. */
    invite?: string | undefined
  }
}

export type TwilioSmsConfig = {
  accountSid: string
  authToken: string
  sender: { from: string } | { messagingServiceSid: string }
}

/** Without either vendor, messages go to the development inbox. */
export type SmsConfig = { aliyun?: AliyunSmsConfig; twilio?: TwilioSmsConfig }

/** What tests replace. */
export type SmsWiring = {
  baseUrl?: string
  now?: () => Date
  nonce?: () => string
  timeoutMs?: number
}

/** Vendors also accept lists of numbers, so every sender checks that it has a single number. */
export function isE164(phone: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(phone)
}

/** How long an invitation is valid, as the texts say. */
export const invitationLifeHours = 72

/** How long a code is valid, as the texts say. */
export const codeLifeMinutes = 5
