import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

import { useSession } from '../../../lib/session.ts'
import { keepInTab, readInTab } from '../../../lib/tab-storage.ts'

/** What of it outlives the page. */
export type Outliving<Value> = {
  /** Undefined: nothing of it. */
  save: (value: Value) => unknown
  /** Undefined: it cannot be read. */
  load: (saved: unknown) => Value | undefined
}

/**
 * What stays as long as the console is open, whichever page one goes to and comes back from; some of it also when the
 * page is loaded anew. Nobody fetches it. It takes what comes after its page was left, too.
 */
export function useKept<Value>(
  key: readonly string[],
  initial: Value,
  { save, load }: Outliving<Value>,
): [Value, (change: (known: Value) => Value) => void] {
  const client = useQueryClient()
  const account = useSession()?.username ?? ''
  const queryKey = ['kept', ...key]
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
