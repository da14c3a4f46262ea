import { deviceCalls } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useLiveEvents, useLiveOpen } from '../../lib/live.ts'
import { ofSlots } from './api.ts'

/** However many machines report, the page asks again this often at most. */
const everyMs = 1_500

/** Keeps what is on the page true: of one machine, or of all of them. */
export function useDeviceEvents(sn?: string): void {
  const client = useQueryClient()
  const stale = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The next question waits for the answers to the last: on a slow line it would only take their place.
  async function refresh(): Promise<void> {
    const paths = [...stale.current]
    stale.current.clear()
    await Promise.all(paths.map((path) => client.invalidateQueries({ queryKey: [path] })))
    timer.current = stale.current.size > 0 ? setTimeout(refresh, everyMs) : undefined
  }
  function later(...calls: readonly { path: string }[]): void {
    for (const { path } of calls) stale.current.add(path)
    timer.current ??= setTimeout(refresh, everyMs)
  }
  useLiveEvents((event) => {
    if (event.kind === 'job' || event.kind === 'me') return
    if (sn !== undefined && event.data.sn !== sn) return
    if (event.kind === 'command') later(deviceCalls.getDevHistory)
    else if (event.kind === 'presence') later(deviceCalls.getDev, deviceCalls.getDevCounts)
    else later(...ofSlots)
  })
  // What happened after the page was loaded and before it could listen, nobody has told it.
  const live = useLiveOpen()
  const wasLive = useRef(live)
  const catchUp = useEffectEvent(() => later(...ofSlots))
  useEffect(() => {
    if (live && !wasLive.current) catchUp()
    wasLive.current = live
  }, [live])
  useEffect(() => {
    const waiting = stale.current
    return () => {
      clearTimeout(timer.current)
      waiting.clear()
    }
  }, [])
}
