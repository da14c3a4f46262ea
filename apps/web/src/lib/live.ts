import { accountCalls, type Answer, eventStreamPath, LiveEvent, sessionEnded } from '@slotwise/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { call } from './client.ts'
import { currentLocale } from './i18n.tsx'
import { listeners } from './listeners.ts'
import { type NoStream, runLiveStream, type StreamMessage } from './live-stream.ts'
import { onBackOnline } from './network.ts'
import { getSession } from './session.ts'

/** One stream per tab. It stops after the tab has been hidden for this long, and later resumes after the last event. */
const hiddenRestMs = 5 * 60_000

const subscribers = new Set<(event: LiveEvent) => void>()
const openChanges = listeners()
let isOpen = false

function setOpen(open: boolean): void {
  if (isOpen === open) return
  isOpen = open
  openChanges.emit()
}

/** Ignores events of a newer server that this console does not know. */
function dispatch({ event, data }: StreamMessage): void {
  let parsed: unknown
  try {
    parsed = JSON.parse(data)
  } catch {
    return
  }
  const known = LiveEvent.safeParse({ kind: event, data: parsed })
  if (known.success) for (const subscriber of subscribers) subscriber(known.data)
}

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

let lastSeen: string | undefined

function run(token: string, stop: AbortSignal): void {
  void runLiveStream(
    {
      connect: (id, signal) => connect(token, id ?? lastSeen, signal),
      onMessage: dispatch,
      onId: (id) => {
        lastSeen = id
      },
      onOpenChange: setOpen,
      wait,
    },
    stop,
  )
}

/** Keeps the stream of this session running. Returns the function that ends it. */
function startLive(token: string): () => void {
  let stop: AbortController | undefined
  let rest: ReturnType<typeof setTimeout> | undefined
  const begin = (): void => {
    if (stop) return
    stop = new AbortController()
    run(token, stop.signal)
  }
  const end = (): void => {
    stop?.abort()
    stop = undefined
  }
  const visibility = (): void => {
    clearTimeout(rest)
    if (document.hidden) rest = setTimeout(end, hiddenRestMs)
    else begin()
  }
  document.addEventListener('visibilitychange', visibility)
  begin()
  endLive = () => {
    document.removeEventListener('visibilitychange', visibility)
    clearTimeout(rest)
    end()
    lastSeen = undefined
  }
  return endLive
}

let endLive = (): void => undefined

/** For a page that is about to end its own session, so that the stream does not run into a 604. */
export const stopLive = (): void => endLive()

/** Mounted once, by the console, for the session with this token. */
export function useLiveStream(token: string): void {
  useEffect(() => startLive(token), [token])
}

export function useLiveEvents(onEvent: (event: LiveEvent) => void): void {
  const latest = useEffectEvent(onEvent)
  useEffect(() => {
    const subscriber = (event: LiveEvent): void => latest(event)
    subscribers.add(subscriber)
    return () => void subscribers.delete(subscriber)
  }, [])
}

/** False while the line is down; pages that depend on it then poll instead. */
export const useLiveOpen = (): boolean => useSyncExternalStore(openChanges.subscribe, () => isOpen)
