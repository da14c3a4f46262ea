import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import type { PushBrowser } from '../push.ts'
import { type BrowserKeys, decryptAsBrowser, newBrowserKeys, senderOf } from './browser.ts'

export type Received = { content: string; topic: string; ttl: number; urgency: string; subject: string }

/** `'silence'` never answers, `'hang up'` closes the connection. */
type PushAnswer = { status: number; headers?: Record<string, string>; body?: string } | 'silence' | 'hang up'

export type TestBrowser = {
  subscription: PushBrowser
  /** What the browser got, decrypted. */
  received: Received[]
  /** How often a message for it came, delivered or not. */
  asked: number
  /** What the push service says instead of delivering. */
  answer: PushAnswer | undefined
  /** Called before an answer is given. */
  beforeAnswer: (() => Promise<void>) | undefined
}

export type PushService = {
  baseUrl: string
  /** A browser that agreed to messages of the server that has this public key. */
  newBrowser(publicKey: string, host?: string): Promise<TestBrowser>
  close(): Promise<void>
}

/** A push service on the loopback interface. It refuses what the RFCs do not allow, and gives browsers their messages. */
export async function pushService(now: () => Date): Promise<PushService> {
  type Known = { browser: TestBrowser; keys: BrowserKeys; publicKey: string }
  const known = new Map<string, Known>()

  async function take(
    { browser, keys, publicKey }: Known,
    headers: IncomingHttpHeaders,
    body: Buffer<ArrayBuffer>,
  ): Promise<PushAnswer> {
    const { authorization = '', topic, urgency } = headers
    const ttl = String(headers['ttl'])
    const sender = await senderOf(authorization)
    const { origin } = new URL(browser.subscription.endpoint)
    const left = (sender?.claims.exp ?? 0) - now().getTime() / 1000
    if (sender?.key !== publicKey || sender.claims.aud !== origin || left <= 0 || left > 86_400)
      return { status: 403 }
    const isRight =
      /^\d+$/.test(ttl) &&
      /^[\w-]{1,32}$/.test(String(topic)) &&
      headers['content-encoding'] === 'aes128gcm' &&
      body.length <= 4096
    if (!isRight) return { status: 400 }
    const content = await decryptAsBrowser(keys, body)
    browser.received.push({
      content,
      topic: String(topic),
      ttl: Number(ttl),
      urgency: String(urgency),
      subject: sender.claims.sub,
    })
    return { status: 201, headers: { location: '/message/1' } }
  }

  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then(async (body) => {
      const found = known.get(incoming.url ?? '')
      if (found) found.browser.asked += 1
      await found?.browser.beforeAnswer?.()
      const answer: PushAnswer =
        !found || incoming.method !== 'POST'
          ? { status: 404 }
          : (found.browser.answer ?? (await take(found, incoming.headers, Buffer.from(body))))
      if (answer === 'silence') return
      if (answer === 'hang up') incoming.socket.destroy()
      else outgoing.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async newBrowser(publicKey, host = 'fcm.googleapis.com') {
      const keys = await newBrowserKeys()
      const path = `/send/${keys.auth}`
      const { p256dh, auth } = keys
      const browser: TestBrowser = {
        subscription: { endpoint: `https://${host}${path}`, p256dh, auth },
        received: [],
        asked: 0,
        answer: undefined,
        beforeAnswer: undefined,
      }
      known.set(path, { browser, keys, publicKey })
      return browser
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
