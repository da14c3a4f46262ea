import { notifyCalls } from '@slotwise/contract'

import type { Merchant } from './merchant.ts'
import { callServer, type Caller } from './server.ts'

/** The path that a new QR code of the merchant leads to. */
export async function newBindPath(merchant: Merchant): Promise<string> {
  const { bind_url: url } = await callServer(notifyCalls.getNotifyBindUrl, {}, merchant.caller)
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Makes the inbox of an account a receiver, by default that of the main account. Returns its number. */
export async function bindInbox(merchant: Merchant, who: Caller = merchant.caller): Promise<string> {
  const scene = new URLSearchParams((await newBindPath(merchant)).split('?')[1]).get('scene') ?? ''
  return (await callServer(notifyCalls.bindNotify, { scene }, who)).notify_id
}
