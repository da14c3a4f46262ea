import { notifyCalls } from '@slotwise/contract'
import { expect } from '@playwright/test'

import { tellDirectly, type Happening } from './direct.ts'
import type { Merchant } from './merchant.ts'
import { callServer, type Caller } from './server.ts'

const { bindNotify, getInboxCount, getNotifyBindUrl } = notifyCalls

/** Makes the inbox of an account a receiver: that of the main account unless another one is given. */
export async function bindInbox(merchant: Merchant, who: Caller = merchant.caller): Promise<void> {
  const { bind_url: url } = await callServer(getNotifyBindUrl, {}, merchant.caller)
  const scene = new URL(url).searchParams.get('scene') ?? ''
  await callServer(bindNotify, { scene }, who)
}

const unreadOf = async ({ caller }: Merchant): Promise<number> =>
  (await callServer(getInboxCount, {}, caller)).unread

/** Something happens, and the main account has one more message about it. */
export async function getMessage(merchant: Merchant, ...happenings: Happening[]): Promise<void> {
  const before = await unreadOf(merchant)
  await tellDirectly(merchant.session.token, happenings)
  await expect.poll(() => unreadOf(merchant)).toBe(before + 1)
}
