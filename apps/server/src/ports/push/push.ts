/** Messages that a browser shows while the console is closed, through the push service of the browser's maker. */
import type { KeyObject } from 'node:crypto'

/** The pair of keys by which push services know this server. */
export type PushKey = {
  privateKey: KeyObject
  /** The uncompressed point in base64url, as browsers and push services take it. */
  publicKey: string
}

export type PushConfig = {
  key: PushKey
  /** How the operator of a push service reaches the operator of this server: `mailto:` or `https:`. */
  subject: string
  /** The push services that messages may go to: hosts, or `*.host` for all below it. With none, no messages are sent. */
  hosts: readonly string[]
}

/** What a browser gave when it agreed: where its messages go, and its keys, in base64url. */
export type PushBrowser = { endpoint: string; p256dh: string; auth: string }

export type PushMessage = {
  content: string
  /** A message replaces an earlier one of the same topic that the browser has not got yet. */
  topic: string
  /** How long the push service tries to reach the browser. */
  ttlSeconds: number
}

/**
 * `gone`: the browser does not take messages any more. `refused`: this message is not delivered, whatever is tried.
 * `later`: it may be delivered at the next try, after so many seconds if the push service says so. `why` holds no address.
 */
export type PushResult =
  | { state: 'sent' }
  | { state: 'gone'; why: string }
  | { state: 'refused'; why: string }
  | { state: 'later'; why: string; retryAfterS?: number }

export type PushSender = {
  /** What browsers are given when they agree; empty where no messages are sent. */
  publicKey: string
  /** Whether this is an address at one of the push services. */
  serves(endpoint: string): boolean
  /** Whether messages can be encrypted for this key of a browser: it is a point of the curve. */
  isKey(p256dh: string): boolean
  send(to: PushBrowser, message: PushMessage): Promise<PushResult>
}

/** Tests send to a server of their own in place of the push services. */
export type PushWiring = { baseUrl?: string; now?: () => Date; timeoutMs?: number }
