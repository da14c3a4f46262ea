import type { Call, LiveEvent } from '@slotwise/contract'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useLiveEvents, useLiveOpen } from './live.ts'
import { readAgain } from './query.ts'

/** The shortest time between two refreshes, however many events there are. */
export const everyMs = 3_000

/**
 * Collects what has become stale and refreshes it: at once when the last refresh is long enough ago, else when that
 * time has passed. Events in between share one refresh.
 */
export function collectStale<What>(refresh: (stale: ReadonlySet<What>) => void): {
  note: (...stale: readonly What[]) => void
  stop: () => void
} {
  let stale = new Set<What>()
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = (): void => {
    timer = undefined
    last = Date.now()
    const due = stale
    stale = new Set()
    refresh(due)
  }
  return {
    note: (...more) => {
      for (const one of more) stale.add(one)
      timer ??= setTimeout(run, Math.max(0, last + everyMs - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

type StaleBy = Partial<Record<LiveEvent['kind'], readonly Call[]>>

/** Reads again what live events make stale, by their kind, while the page is open. */
export function useLiveRefresh(staleBy: StaleBy): void {
  const client = useQueryClient()
  const stale = useRef<ReturnType<typeof collectStale<string>>>(undefined)
  useEffect(() => {
    const collected = collectStale<string>((paths) => {
      // What could not be loaded says so until the user tries again.
      const isLoaded = ({ state }: Query): boolean => state.data !== undefined
      for (const path of paths) void readAgain(client, { queryKey: [path], predicate: isLoaded })
    })
    stale.current = collected
    return collected.stop
  }, [client])
  const note = (calls: readonly Call[] = []): void => stale.current?.note(...calls.map(({ path }) => path))
  useLiveEvents(({ kind }) => {
    if (staleBy[kind]) note(staleBy[kind])
  })
  const noteAll = useEffectEvent(() => note(Object.values(staleBy).flat()))
  const live = useLiveOpen()
  const wasLive = useRef(live)
  useEffect(() => {
    // Events from before the line was up were missed.
    if (live && !wasLive.current) noteAll()
    wasLive.current = live
  }, [live])
}
