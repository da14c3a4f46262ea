/**
 * Where notices go. The console's own inbox (`inbox.ts`) needs no outside service; robots of group chats and the
 * merchant's own server (`robots.ts`) are sent to in the same way, and so are people in chat apps in which the operator has
 * an account (`person.ts`).
 */
import type { Notice } from '@slotwise/contract'

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
  /** Called again for the same notice when its answer was lost. */
  send(to: ChatReceiver, notice: Notice): Promise<SendResult>
}
