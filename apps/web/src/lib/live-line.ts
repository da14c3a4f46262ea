/** The code of the live line, which is loaded after the first page. */
import { accountCalls, type Answer, eventStreamPath, sessionEnded } from '@slotwise/contract'

import { call } from './client.ts'
import { currentLocale } from './i18n.tsx'
import { type NoStream, runLiveStream, type StreamMessage } from './live-stream.ts'
import { onBackOnline } from './network.ts'
import { getSession } from './session.ts'
import { type LiveLine, shareStream, type StreamReader } from './shared-stream.ts'

/** A tab that was hidden for this long leaves the stream, and later resumes after the last event. */
const hiddenRestMs = 5 * 60_000

export type Heard = { onMessage: (message: StreamMessage) => void; onOpenChange: (isOpen: boolean) => void }

async function connect(
  token: string,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array> | NoStream> {
  const session = getSession()
  if (session?.token !== token) return { retryMs: 0 }
  const response = await fetch(eventStreamPath, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'accept-language': currentLocale(),
      'x-access-token': session.token,
      'x-access-secret': session.secret,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    body: '{}',
    signal,
  })
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') && response.body)
    return response.body
  const { rcode, result } = (await response.json()) as Partial<Answer<{ retryAfter?: number } | null>>
  // An ordinary call notices that the session has ended, and clears it.
  if (rcode === sessionEnded) await call(accountCalls.me, {}, { quiet: true, signal })
  return { retryMs: (result?.retryAfter ?? 0) * 1000 }
}

/** Resolves after `ms`, or as soon as the network is back. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      leave()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    const leave = onBackOnline(done)
    signal.addEventListener('abort', done, { once: true })
  })

/** Reads the stream of this session until it is told to stop. */
function readStream(token: string, from: string | undefined, to: StreamReader, stop: AbortSignal): void {
  void runLiveStream({ connect: (id, signal) => connect(token, id ?? from, signal), ...to, wait }, stop)
}

/**
 * A stream of this tab's own, while the tab is visible: browsers open six connections to a server over HTTP/1.1, and
 * each stream takes one from all tabs.
 */
function ownLine(token: string, { onMessage, onOpenChange }: Heard): LiveLine {
  let position: string | undefined
  let stop: AbortController | undefined
  const reader: StreamReader = {
    onBlock: ({ id, message }) => {
      position = id ?? position
      if (message) onMessage(message)
    },
    onOpenChange,
  }
  return {
    come: () => {
      if (stop) return
      stop = new AbortController()
      readStream(token, position, reader, stop.signal)
    },
    go: () => {
      stop?.abort()
      stop = undefined
    },
  }
}

/** Keeps the line of this session up. Returns the function that ends it. */
export function startLine(token: string, heard: Heard): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined
  let restMs = 0
  let line = ownLine(token, heard)
  const leave = (): void => {
    clearTimeout(rest)
    line.go()
  }
  const visibility = (): void => {
    clearTimeout(rest)
    if (!document.hidden) line.come()
    else rest = setTimeout(() => line.go(), restMs)
  }
  // Web Locks exist on secure pages only.
  if ('locks' in navigator && 'BroadcastChannel' in window) {
    restMs = hiddenRestMs
    line = shareStream({
      // Other scripts of this origin, which alone see the name, can read the token anyway.
      name: `slotwise.live ${token}`,
      locks: navigator.locks,
      read: (from, to, stop) => readStream(token, from, to, stop),
      isSeen: () => !document.hidden,
      ...heard,
      onRefused: () => {
        leave()
        restMs = 0
        line = ownLine(token, heard)
        visibility()
      },
    })
    line.come()
  }
  const ended = new AbortController()
  const { signal } = ended
  document.addEventListener('visibilitychange', visibility, { signal })
  // Pages in the back/forward cache and frozen ones would keep the stream's connection, and the lead.
  window.addEventListener('pagehide', leave, { signal })
  window.addEventListener('pageshow', visibility, { signal })
  document.addEventListener('freeze', leave, { signal })
  document.addEventListener('resume', visibility, { signal })
  visibility()
  return () => {
    ended.abort()
    leave()
  }
}
