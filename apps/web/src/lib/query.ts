import type { Call, InputOf, List, OutputOf } from '@slotwise/contract'
import {
  type InfiniteData,
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFilters,
  useInfiniteQuery,
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useState } from 'react'

import { call, CallError, isHandledElsewhere } from './client.ts'
import { isOffline } from './network.ts'
import { notify } from './notices.ts'
import { createIntent, type Intent, outcomeUnknown } from './query-intent.ts'

/**
 * `inline`: the page shows a failed load in its place, so no notice repeats it. `selfRefreshing`: the page reads again
 * without being asked, so a refresh that failed is silent, and the next one tries again.
 */
type Meta = { inline?: boolean; selfRefreshing?: boolean }

function tellFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error
  if (isHandledElsewhere(error)) return
  notify('error', error.message, error.requestId === undefined ? {} : { requestId: error.requestId })
}

export const isOfflineError = (error: unknown): boolean =>
  error instanceof CallError && error.kind === 'offline'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isFirst = query.state.data === undefined
        const { inline = false, selfRefreshing = false } = (query.meta ?? {}) as Meta
        const shownInPlace = inline && isFirst
        // A page that has rows keeps them, and the frame says that there is no network.
        // So does the frame's own data, which the session holds as well, on a page that was opened without a network.
        const canWait = isFirst
          ? isOfflineError(error) && selfRefreshing
          : isOfflineError(error) || selfRefreshing
        if (!shownInPlace && !canWait) tellFailure(error)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        if ((mutation.meta as Meta | undefined)?.inline !== true) tellFailure(error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Without a network a call fails at once with a message instead of being paused until there is one: the user
        // decides whether to retry. What is on the page is loaded again when the network is back.
        networkMode: 'always',
        refetchOnReconnect: 'always',
        refetchOnWindowFocus: () => !isOffline(),
        // A phone beside a machine loses its network for a moment, so network errors are retried once. An answer is
        // final, and after a time-out the user should not wait as long again.
        retry: (failures, error) => failures < 1 && error instanceof CallError && error.kind === 'network',
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/**
 * Reads again what an event made stale. An answer that is on its way may be older than the event. A first answer is
 * waited for, because invalidating a query without data only joins the request that is under way.
 */
export async function readAgain(client: QueryClient, stale: QueryFilters): Promise<void> {
  const { predicate: _, ...any } = stale
  const loading = client.getQueryCache().findAll({ ...any, fetchStatus: 'fetching' })
  const first = loading.filter(({ state }) => state.data === undefined)
  if (first.length > 0) await Promise.allSettled(first.map(async ({ promise }) => promise))
  await client.invalidateQueries(stale)
}

type CallOptions<Output> = Meta & {
  enabled?: boolean
  staleTime?: number
  /** Polls at the returned interval; false stops. */
  refetchInterval?: (output: Output | undefined) => number | false
}

/** Reads by a row of the contract. The key is the path and the input; previous rows stay while new ones load. */
export function useCall<C extends Call>(
  row: C,
  input: InputOf<C>,
  { inline = false, selfRefreshing = false, refetchInterval, ...options }: CallOptions<OutputOf<C>> = {},
): UseQueryResult<OutputOf<C>, CallError> {
  return useQuery<OutputOf<C>, CallError, OutputOf<C>>({
    queryKey: [row.path, input],
    queryFn: ({ signal }) => call(row, input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    meta: { inline, selfRefreshing },
    refetchInterval: ({ state }) => (isOffline() ? false : (refetchInterval?.(state.data) ?? false)),
    ...options,
  })
}

/** A call that lists records and can be asked for some of them by their ids. */
export type ListCall<Row> = Call & { output: { _zod: { output: List<Row> } } }

/** The pages of a list loaded so far, as one list. */
export type LoadedPages<Row> = {
  data: List<Row> | undefined
  isFetching: boolean
  error: CallError | null
  refetch: () => unknown
  /** Loads the next page; undefined when there is none, or when it is being loaded. */
  loadMore: (() => void) | undefined
}

/** Reads a list page by page, for pickers that load further rows while the user scrolls. */
export function usePages<Row>(
  row: ListCall<Row>,
  condition: object,
  pageSize: number,
  { enabled = true }: { enabled?: boolean } = {},
): LoadedPages<Row> {
  const pages = useInfiniteQuery<List<Row>, CallError, InfiniteData<List<Row>, number>, unknown[], number>({
    queryKey: [row.path, { condition, pageSize }, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      call(row, { pageNum: pageParam, pageSize, condition }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ data, count }, all) =>
      data.length > 0 && all.length * pageSize < count ? all.length + 1 : undefined,
    placeholderData: keepPreviousData,
    meta: { inline: true },
    enabled,
  })
  const last = pages.data?.pages.at(-1)
  return {
    data: last && { count: last.count, data: pages.data?.pages.flatMap(({ data }) => data) ?? [] },
    isFetching: pages.isFetching,
    error: pages.error,
    refetch: pages.refetch,
    loadMore: pages.hasNextPage && !pages.isFetching ? () => void pages.fetchNextPage() : undefined,
  }
}

/** One record of a list by its id, as a list of one: for a link to a record that the page does not show. */
export const useOne = <Row>(row: ListCall<Row>, id: string, enabled: boolean) =>
  useCall(row, { pageNum: 1, pageSize: 1, condition: { ids: [id] } }, { inline: true, enabled })

type ChangeOptions<C extends Call> = Meta & {
  /** The reads that this change makes stale. */
  refreshes?: readonly Call[]
  /** A read whose answer this change returns too: it is shown at once, before anything is loaded again. */
  answers?: { read: Call; inputOf: (input: InputOf<C>) => unknown }
  /** An intent that outlives the component. */
  intent?: Intent
}

/**
 * Changes by a row of the contract. The hook owns the invalidation and the idempotency key: sending the same input
 * again after a time-out is the same intent, any other input is a new one.
 */
export function useChange<C extends Call>(
  row: C,
  { refreshes = [], answers, intent: lasting, inline = false }: ChangeOptions<C> = {},
): UseMutationResult<OutputOf<C>, CallError, InputOf<C>> {
  const client = useQueryClient()
  const [own] = useState(() => createIntent())
  const intent = lasting ?? own
  return useMutation<OutputOf<C>, CallError, InputOf<C>>({
    mutationFn: (input) => call(row, input, { idempotencyKey: intent.keyFor(input), quiet: true }),
    meta: { inline },
    onSettled: (output, error, input) => {
      if (!error) intent.done()
      else if (!outcomeUnknown(error)) return
      if (answers && !error) client.setQueryData([answers.read.path, answers.inputOf(input)], output)
      for (const read of refreshes) void client.invalidateQueries({ queryKey: [read.path] })
    },
  })
}
