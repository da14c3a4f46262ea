import { notifyCalls } from '@slotwise/contract'
import { expect } from '@playwright/test'

import { tellDirectly, type Happening } from './direct.ts'
import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'

const unreadOf = async ({ caller }: Merchant): Promise<number> =>
  (await callServer(notifyCalls.getInboxCount, {}, caller)).unread

/** Something happens, and the main account has one more message about it. */
export async function getMessage(merchant: Merchant, ...happenings: Happening[]): Promise<void> {
  const before = await unreadOf(merchant)
  await tellDirectly(merchant.session.token, happenings)
  await expect.poll(() => unreadOf(merchant)).toBe(before + 1)
}
