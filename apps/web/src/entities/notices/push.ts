/**
 * Messages that reach this browser while the console is closed.
 *
 *   off ──turn on──► on ──turn off, log out, another account──► off
 *
 * On means that the user has allowed it, that the browser has a subscription, and that the server knows its address. The
 * mark says for which account. Ending the subscription is enough to turn messages off: the browser's own service then
 * refuses what the server sends, and the server forgets the address.
 */
import { inboxCalls } from '@slotwise/contract'

import { call, type Caller } from '../../lib/client.ts'
import { type PushBrowser, type PushLack, thisBrowser } from './push-browser.ts'
import { markPush, pushMark, unmarkPush } from './push-mark.ts'

const { addPush, delPush, getPushKey } = inboxCalls

export type PushState = 'off' | 'on' | 'denied' | PushLack
/** The browser's own message service did not answer, or refused. */
export class NoPushService extends Error {}

type Parties = { browser: PushBrowser; call: Caller }
const parties: Parties = { browser: thisBrowser, call }

/** In some networks the service cannot be reached, and a browser would try for minutes. */
const serviceMs = 30_000

/** The server's key; empty where the server sends no messages to browsers. */
export const pushKey = async (): Promise<string> => (await call(getPushKey, {}, { quiet: true })).key

export async function pushState(username: string, { browser }: Parties = parties): Promise<PushState> {
  const lack = browser.lack()
  if (lack) return lack
  if (browser.permission() === 'denied') return 'denied'
  const isOn = pushMark()?.username === username && browser.permission() === 'granted'
  return isOn && (await browser.subscription()) !== null ? 'on' : 'off'
}

/** Call it in the click. Returns without messages when the user does not allow them. */
export async function turnOnPush(
  username: string,
  key: string,
  { browser, call }: Parties = parties,
): Promise<void> {
  if ((await browser.askPermission()) !== 'granted') return
  const subscription = await subscribe(browser, key)
  try {
    await call(addPush, inputOf(subscription), { quiet: true })
  } catch (error) {
    await subscription.unsubscribe().catch(() => undefined)
    throw error
  }
  markPush({ username, endpoint: subscription.endpoint })
}

/** Ends the messages of this browser, and of the server where it can be reached. */
export async function turnOffPush({ browser, call }: Parties = parties): Promise<void> {
  const mark = pushMark()
  const subscription = await browser.subscription()
  await subscription?.unsubscribe()
  unmarkPush()
  const endpoint = mark?.endpoint ?? subscription?.endpoint
  if (endpoint !== undefined) await call(delPush, { endpoint }, { quiet: true }).catch(() => undefined)
}

/**
 * Registers this browser again, whenever the console is opened: messages end with the session in which the browser was
 * registered, and are in the language of the console. A subscription that was lost, or made with another key of the
 * server, is made again. When another account has signed in, the browser is not that of the first one any more.
 */
export async function keepPushUp(username: string, { browser, call }: Parties = parties): Promise<void> {
  const mark = pushMark()
  if (!mark || browser.lack()) return
  const found = await browser.subscription()
  if (mark.username !== username) {
    await found?.unsubscribe()
    unmarkPush()
    return
  }
  if (browser.permission() !== 'granted') return turnOffPush({ browser, call })
  const { key } = await call(getPushKey, {}, { quiet: true })
  if (key === '') return
  const current = found && keyOf(found) === key ? found : await subscribe(browser, key)
  await call(addPush, inputOf(current), { quiet: true })
  markPush({ username, endpoint: current.endpoint })
  if (current.endpoint !== mark.endpoint)
    await call(delPush, { endpoint: mark.endpoint }, { quiet: true }).catch(() => undefined)
}

/** A browser keeps one subscription, and refuses another one with a different key. */
async function subscribe(browser: PushBrowser, key: string): Promise<PushSubscription> {
  const found = await browser.subscription()
  if (found && keyOf(found) !== key) await found.unsubscribe()
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new NoPushService())
    const timer = setTimeout(fail, serviceMs)
    browser
      .subscribe(key)
      .then(resolve, fail)
      .finally(() => clearTimeout(timer))
  })
}

function inputOf(subscription: PushSubscription): { endpoint: string; p256dh: string; auth: string } {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  return { endpoint: subscription.endpoint, p256dh, auth }
}

/** The key that a subscription was made with, as the server writes it. */
function keyOf({ options: { applicationServerKey: key } }: PushSubscription): string {
  const bytes = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
