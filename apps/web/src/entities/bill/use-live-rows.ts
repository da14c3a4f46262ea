import type { Call, LongList } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { call } from '../../lib/client.ts'
import { useLiveEvents, useLiveOpen } from '../../lib/live.ts'
import { isOffline } from '../../lib/network.ts'
import { newRows, withUpdates } from './live-rows.ts'

/** The shortest time between two refreshes, however many sales there are. */
const everyMs = 1_000
/** While the live line is down. */
const pollMs = 10_000

type LongCall<Row> = Call & { output: { _zod: { output: LongList<Row> } } }

type LiveRowsOf<Row> = {
  row: LongCall<Row>
  /** The input by which the page was read. */
  input: object
  /** The page as it is on the screen. */
  list: LongList<Row> | undefined
  /** True when new records belong on this page. */
  isNewest: boolean
  /** The number of the bill that a row belongs to. */
  ordernoOf: (row: Row) => string
  /** What tells rows apart, in the order of the list; the number of the bill unless given. */
  keyOf?: (row: Row) => string
  /** The events that change the page. */
  events?: readonly ('bills' | 'payments')[]
  /** Reads a row on the screen that the newest page no longer contains. */
  readOne?: (orderno: string) => Promise<Row>
  /** Further reads that a change of any bill makes stale. */
  alsoStale?: readonly Call[]
}

/**
 * Follows the bills on a page. Rows on the screen change in place. New ones do not move what the user reads: they are
 * counted, and shown when the user asks for them.
 */
export function useLiveRows<Row>(of: LiveRowsOf<Row>): { news: number; isMore: boolean; show: () => void } {
  const { row, input, list, isNewest, ordernoOf, keyOf = ordernoOf, readOne, alsoStale = [] } = of
  const { events = ['bills'] } = of
  const client = useQueryClient()
  const queryKey = [row.path, input]
  const place = JSON.stringify(queryKey)
  const [newest, setNewest] = useState<{ place: string; list: LongList<Row> }>()
  /** Numbers of bills that changed since the last refresh; undefined when there is nothing to refresh. */
  const changed = useRef<Set<string>>(undefined)
  const isRefreshing = useRef(false)

  const update = async (ordernos: ReadonlySet<string>): Promise<void> => {
    const shown = client.getQueryData<LongList<Row>>(queryKey)
    if (!shown) return
    const isHit = shown.data.some((one) => ordernos.has(ordernoOf(one)))
    if (!isNewest) {
      if (isHit) await client.invalidateQueries({ queryKey })
      return
    }
    const latest = (await call(row, input, { quiet: true })) as LongList<Row>
    const here = new Set(latest.data.map(ordernoOf))
    const gone = shown.data.map(ordernoOf).filter((one) => ordernos.has(one) && !here.has(one))
    const readAgain = readOne ? await Promise.all(gone.map(readOne)) : []
    client.setQueryData<LongList<Row>>(queryKey, (now) =>
      // Nothing is being read on an empty page.
      now && now.data.length > 0 ? withUpdates(now, [...latest.data, ...readAgain], keyOf) : latest,
    )
    setNewest({ place, list: latest })
  }
  const refresh = useEffectEvent(async (): Promise<void> => {
    const ordernos = changed.current
    // An answer on its way may be older than the event, so the event waits for it.
    if (!ordernos || isRefreshing.current || client.isFetching({ queryKey }) > 0) return
    changed.current = undefined
    isRefreshing.current = true
    await Promise.all([
      // A failure is silent: the next event tries again, and the page has its rows.
      update(ordernos).catch(() => undefined),
      ...alsoStale.map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    ])
    isRefreshing.current = false
  })
  const note = (ordernos: readonly string[]): void => {
    changed.current = new Set([...(changed.current ?? []), ...ordernos])
  }
  useLiveEvents((event) => {
    if (event.kind !== 'bills' && event.kind !== 'payments') return
    if (events.includes(event.kind)) note(event.data.ordernos)
  })
  useEffect(() => {
    const timer = setInterval(() => void refresh(), everyMs)
    return () => clearInterval(timer)
  }, [])

  const noteAll = useEffectEvent((): void => {
    if (!isOffline()) note(list?.data.map(ordernoOf) ?? [])
  })
  const live = useLiveOpen()
  const wasLive = useRef(live)
  useEffect(() => {
    // Events from before the line was up were missed.
    if (live && !wasLive.current) noteAll()
    wasLive.current = live
    if (live) return
    const poll = setInterval(() => noteAll(), pollMs)
    return () => clearInterval(poll)
  }, [live])

  const pending = isNewest && newest?.place === place ? newest.list : undefined
  const news = list && list.data.length > 0 ? newRows(list, pending, keyOf).length : 0
  return {
    news,
    isMore: pending !== undefined && news === pending.data.length && pending.older !== null,
    show: () => {
      client.setQueryData(queryKey, pending)
      setNewest(undefined)
    },
  }
}
