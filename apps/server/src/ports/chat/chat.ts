/**
 * Where notices go. The console's own inbox (`inbox.ts`) needs no outside service; a chat app implements the same: an
 * address for the QR code that makes a receiver, and sending.
 */
import type { Notice } from '@slotwise/contract'

/** What a QR code leads to: `scene` names the binding, and `site` is the address of the console. */
export type Binding = { scene: string; ttlSeconds: number; site: string }

/** The account of an inbox, or what another channel calls its receiver. */
export type ChatReceiver = { tenantId: string; accountId: string | null; address: string | null }

/** `refused`: it will never be delivered. `later`: it may be delivered at the next try. */
export type SendResult = { state: 'sent' } | { state: 'refused' | 'later'; why: string }

export type ChatChannel = {
  /** How many messages a receiver takes in a minute. */
  perMinute: number
  bindUrl(binding: Binding): Promise<string>
  /** Called again for the same notice when its answer was lost. */
  send(to: ChatReceiver, notice: Notice): Promise<SendResult>
}
