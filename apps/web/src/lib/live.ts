import { LiveEvent } from '@slotwise/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

import { listeners } from './listeners.ts'
import type { StreamMessage } from './live-stream.ts'
import { createLoader } from './loader.ts'
import { triesWhenBack } from './network.ts'

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

const againMs = 30_000
const lineCode = createLoader(async () => (await import('./live-line.ts')).startLine)

/** Keeps the stream of this session running, once its code is there. Returns the function that ends it. */
function startLive(token: string): () => void {
  let hasEnded = false
  let end: (() => void) | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  const begin = async (): Promise<void> => {
    clearTimeout(again)
    try {
      const startLine = await lineCode.want()
      if (!hasEnded) end ??= startLine(token, { onMessage: dispatch, onOpenChange: setOpen })
    } catch {
      // Pages poll meanwhile.
      if (!hasEnded) again = setTimeout(() => void begin(), againMs)
    }
  }
  const leave = triesWhenBack(() => void begin())
  void begin()
  endLive = () => {
    hasEnded = true
    clearTimeout(again)
    leave()
    end?.()
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
