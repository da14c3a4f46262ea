import { deviceCalls, historyCalls, type LiveEvent, rearrangesSlots } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { useLiveEvents, useLiveOpen } from '../../lib/live.ts'
import { readAgain } from '../../lib/query.ts'
import { slotReads } from './api.ts'

/** The shortest time between two refreshes, however many machines report. */
const everyMs = 1_500

type MachineEvent = Extract<LiveEvent, { data: { sn: string } }>
const isOfMachine = (event: LiveEvent): event is MachineEvent => 'sn' in event.data

/** Keeps the page up to date by live events, of one machine or of all. */
export function useDeviceEvents(sn?: string): void {
  const client = useQueryClient()
  const stale = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Waits for the answers before the next refresh, which would cancel them on a slow line.
  async function refresh(): Promise<void> {
    const paths = [...stale.current]
    stale.current.clear()
    await Promise.all(paths.map((path) => readAgain(client, { queryKey: [path] })))
    timer.current = stale.current.size > 0 ? setTimeout(refresh, everyMs) : undefined
  }
  function later(...calls: readonly { path: string }[]): void {
    for (const { path } of calls) stale.current.add(path)
    timer.current ??= setTimeout(refresh, everyMs)
  }
  useLiveEvents((event) => {
    if (!isOfMachine(event)) return
    if (sn !== undefined && event.data.sn !== sn) return
    if (event.kind === 'command')
      // From such an order on, the machine counts as initializing.
      later(historyCalls.getDevHistory, ...(rearrangesSlots(event.data.op) ? [deviceCalls.getDev] : []))
    else if (event.kind === 'presence') later(deviceCalls.getDev, deviceCalls.getDevCounts)
    else later(...slotReads)
  })
  // Events between the loading of the page and the start of the live line were missed.
  const live = useLiveOpen()
  const wasLive = useRef(live)
  const catchUp = useEffectEvent(() => later(...slotReads))
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
