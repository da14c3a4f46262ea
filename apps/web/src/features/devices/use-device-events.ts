import { channelCalls, deviceCalls } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useLiveEvents, useLiveOpen } from '../../lib/live.ts'

/** However many machines report, the page asks again this often at most. */
const everyMs = 1_500

/** Keeps what is on the page true: of one machine, or of all of them. */
export function useDeviceEvents(sn?: string): void {
  const client = useQueryClient()
  const stale = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function refresh(): void {
    timer.current = undefined
    for (const path of stale.current) void client.invalidateQueries({ queryKey: [path] })
    stale.current.clear()
  }
  function later(...paths: string[]): void {
    for (const path of paths) stale.current.add(path)
    timer.current ??= setTimeout(refresh, everyMs)
  }
  useLiveEvents((event) => {
    if (event.kind === 'job' || event.kind === 'me') return
    if (sn !== undefined && event.data.sn !== sn) return
    const { getDev, getDevCounts, getDevHistory } = deviceCalls
    if (event.kind === 'command') return later(getDevHistory.path)
    later(getDev.path, getDevCounts.path)
    if (event.kind !== 'presence') later(channelCalls.getDevChannel.path, getDevHistory.path)
  })
  // What happened after the page was loaded and before it could listen, nobody has told it.
  const live = useLiveOpen()
  const wasLive = useRef(live)
  const catchUp = useEffectEvent(() =>
    later(deviceCalls.getDev.path, deviceCalls.getDevCounts.path, channelCalls.getDevChannel.path),
  )
  useEffect(() => {
    if (live && !wasLive.current) catchUp()
    wasLive.current = live
  }, [live])
  useEffect(() => () => clearTimeout(timer.current), [])
}
