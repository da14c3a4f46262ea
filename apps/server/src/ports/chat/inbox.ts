import type { Notice, NoticeReason } from '@slotwise/contract'

import type { ChatChannel, ChatReceiver } from './chat.ts'

const accountGone: NoticeReason = 'accountGone'

/**
 * The console's own inbox. `put` stores the message once, however often it is called, and returns false when the account
 * is gone.
 */
export const inboxChat = (put: (to: ChatReceiver, notice: Notice) => Promise<boolean>): ChatChannel => ({
  perMinute: 30,
  send: async (to, notice) =>
    (await put(to, notice)) ? { state: 'sent' } : { state: 'refused', why: accountGone },
})
