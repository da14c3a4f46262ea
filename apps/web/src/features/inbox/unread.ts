import { type LiveEvent, inboxCalls } from '@slotwise/contract'
import type { QueryClient } from '@tanstack/react-query'

import { readAgain } from '../../lib/query.ts'

type Unread = Extract<LiveEvent, { kind: 'inbox' }>['data']

export const unreadKey = [inboxCalls.getInboxCount.path, {}]

/** Shows the number that an event tells. An answer on its way may be older than the event, so it is read again then. */
export async function showUnread(client: QueryClient, unread: Unread): Promise<void> {
  if (client.isFetching({ queryKey: unreadKey }) > 0) await readAgain(client, { queryKey: unreadKey })
  else client.setQueryData<Unread>(unreadKey, unread)
}
