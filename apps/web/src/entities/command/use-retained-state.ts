import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

import { useSession } from '../../lib/session.ts'
import { keepInTab, readInTab } from '../../lib/tab-storage.ts'

/** How much of a value survives a reload of the page. */
export type Persistence<Value> = {
  /** Returns undefined when nothing is to be stored. */
  save: (value: Value) => unknown
  /** Returns undefined when the stored value cannot be read. */
  load: (saved: unknown) => Value | undefined
}

/**
 * State that stays as long as the console is open, whichever pages the user visits; a part of it also survives a
 * reload. It is never fetched, and can be changed after its page was left.
 */
export function useRetainedState<Value>(
  key: readonly string[],
  initial: Value,
  { save, load }: Persistence<Value>,
): [Value, (change: (known: Value) => Value) => void] {
  const client = useQueryClient()
  const account = useSession()?.username ?? ''
  const queryKey = ['retained', ...key]
  const name = [account, ...key].join(' ')
  const { data } = useQuery<Value>({
    queryKey,
    queryFn: skipToken,
    initialData: () => load(readInTab(name)) ?? initial,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const keep = (change: (known: Value) => Value): void => {
    const next = change(client.getQueryData<Value>(queryKey) ?? initial)
    client.setQueryData<Value>(queryKey, () => next)
    keepInTab(name, save(next))
  }
  return [data ?? initial, keep]
}
