import { type InboxFilter, inboxCalls } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { z } from 'zod'

import { useLiveEvents, useLiveOpen } from '../../lib/live.ts'
import { useLiveRefresh } from '../../lib/live-refresh.ts'
import { readAgain, useCall, useChange } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'
import { showUnread, unreadKey } from './unread.ts'

const { getInbox, getInboxCount, readInbox } = inboxCalls

/** While the live line is down. */
const pollMs = 60_000

/** The number of unread messages, by live events, or by polling while the line is down. Undefined until it is known. */
export function useUnread(): number | undefined {
  const client = useQueryClient()
  const live = useLiveOpen()
  useLiveEvents((event) => {
    if (event.kind === 'inbox') void showUnread(client, event.data)
  })
  useEffect(() => {
    // Events from before the line was up were missed.
    if (live) void readAgain(client, { queryKey: unreadKey })
  }, [client, live])
  const { data } = useCall(
    getInboxCount,
    {},
    { inline: true, selfRefreshing: true, refetchInterval: () => (live ? false : pollMs) },
  )
  return data?.unread
}

/** A new message, or one that was read in another console. */
const staleBy = { inbox: [getInbox] } as const

type InboxPage = { filter: z.input<typeof InboxFilter>; place: ListPlace; size: number }

export function useInbox({ filter, place, size }: InboxPage) {
  useLiveRefresh(staleBy)
  return useCall(
    getInbox,
    { ...place, pageSize: size, condition: filter },
    { inline: true, selfRefreshing: true, staleTime: 0 },
  )
}

/** Marks the named messages as read, or all without names. */
export const useRead = () =>
  useChange(readInbox, {
    refreshes: [getInbox],
    answers: { read: getInboxCount, inputOf: () => ({}) },
  })
