/**
 * Where notices go. The console's own inbox (`inbox.ts`) needs no outside service; robots of group chats and the
 * merchant's own server (`robots.ts`) are sent to in the same way.
 */
import type { Notice } from '@slotwise/contract'

/** `accountId` is the account of an inbox; `address` is the sealed address of another receiver. */
export type ChatReceiver = {
  tenantId: string
  notifyId: string
  accountId: string | null
  address: Buffer | null
}

/** `refused`: it will never be delivered. `later`: it may be delivered at the next try. */
export type SendResult = { state: 'sent' } | { state: 'refused' | 'later'; why: string }

export type ChatChannel = {
  /** How many messages a receiver takes in a minute. */
  perMinute: number
  /** Called again for the same notice when its answer was lost. */
  send(to: ChatReceiver, notice: Notice): Promise<SendResult>
}
