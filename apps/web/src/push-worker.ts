/**
 * The service worker of the console. It shows the server's messages while the console is closed, and keeps the page at a
 * machine for work without a network (`offline-files.ts`).
 *
 * `scripts/build.mjs` builds it as /push-worker.js, one plain script, because not every browser loads modules here.
 */
import { serveOffline } from './offline-files.ts'
import type { OpenWindow, WorkerScope } from './worker-scope.ts'

/** What the server sends. A field that is missing is empty. */
type Message = { title: string; body: string; link: string; topic: string }

const worker = globalThis as unknown as WorkerScope

/** Where a message leads that names no page of the console. */
const inbox = '/inbox'
/** Pages without the console behind them, which do not follow a link. */
const publicPage = /^\/(login|signup|forget|bind|404|wechat-only)\/?$/i
/** A page that is still loading does not answer; the browser allows a new window for a few seconds after the click. */
const answerMs = 1_000

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
serveOffline(worker)
worker.addEventListener('push', (event) => event.waitUntil(show(messageOf(event.data))))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(linkOf((event.notification.data as { link?: unknown } | null)?.link)))
})
worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renew(event.oldSubscription, event.newSubscription)),
)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function jsonOf(data: { json: () => unknown } | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

/** Browsers demand that something is shown for every push, so what cannot be read is an empty message. */
function messageOf(data: { json: () => unknown } | null): Message {
  const { title, body, link, topic } = (jsonOf(data) ?? {}) as Partial<Record<keyof Message, unknown>>
  return {
    title: textOf(title) || 'Slotwise',
    body: textOf(body),
    link: textOf(link),
    topic: textOf(topic),
  }
}

/** A later message of the same topic takes the place of the earlier one, and is announced all the same. */
function show({ title, body, link, topic }: Message): Promise<void> {
  const options = {
    body,
    icon: '/icon-192.png',
    data: { link },
    ...(topic && { tag: topic, renotify: true }),
  }
  return worker.registration.showNotification(title, options)
}

/** The path of a page of this site, whatever the message says. */
function linkOf(link: unknown): string {
  const { origin } = worker.location
  try {
    const url = new URL(textOf(link) || inbox, origin)
    return url.origin === origin ? url.pathname + url.search : inbox
  } catch {
    return inbox
  }
}

/** Shows the page in the console that was used last, which asks first when it has unsaved input; else in a new window. */
async function open(link: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const used = windows.find(({ url }) => !publicPage.test(new URL(url).pathname))
  if (used) {
    await used.focus().catch(() => undefined)
    if (await follows(used, link)) return
  }
  await worker.clients.openWindow(link)
}

/** Asks an open console to go to the page. Returns false when it does not answer. */
function follows(window: OpenWindow, link: string): Promise<boolean> {
  const { port1: answers, port2: port } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), answerMs)
    answers.addEventListener('message', () => {
      clearTimeout(timer)
      resolve(true)
    })
    answers.start()
    window.postMessage({ kind: 'open', link }, [port])
  }).finally(() => answers.close())
}

/**
 * The browser has ended the subscription or replaced it. The worker has no session to tell the server, so an open
 * console does that, or the next one that is opened.
 */
async function renew(before?: PushSubscription | null, after?: PushSubscription | null): Promise<void> {
  if (!after && before) await worker.registration.pushManager.subscribe(before.options)
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const window of windows) window.postMessage({ kind: 'renewed' }, [])
}
