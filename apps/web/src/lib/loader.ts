import { CallError, offlineError } from './client.ts'
import { isOffline } from './network.ts'
import { leaveReplacedRelease } from './release.ts'
import { hasWorker } from './worker.ts'

export type Loader<Part> = {
  /** Undefined until the code is loaded. */
  loaded: () => Part | undefined
  /** Fails with a `CallError`, as a call does. */
  want: () => Promise<Part>
  /** Loads the code ahead of time. A failure is ignored: `want` loads it later. */
  prefetch: () => void
}

type LoaderOptions = {
  leaveRelease?: (error: unknown) => Promise<boolean>
  /** The code is among the files that the service worker keeps for work without a network. */
  worksOffline?: boolean
}

/** Loads code on demand. A failure is not kept: the next `want` is another attempt. */
export function createLoader<Part>(
  load: () => Promise<Part>,
  { leaveRelease = leaveReplacedRelease, worksOffline = false }: LoaderOptions = {},
): Loader<Part> {
  let part: Part | undefined
  let loading: Promise<Part> | undefined

  const fetchPart = (): Promise<Part> =>
    (loading ??= load()
      .then((found) => (part = found))
      .finally(() => {
        loading = undefined
      }))

  return {
    loaded: () => part,
    want: async () => {
      if (part !== undefined) return part
      // Many browsers remember a failed import for as long as the page lives, so none is started without a network,
      // unless the service worker has the file.
      if (loading === undefined && isOffline() && !(worksOffline && hasWorker())) throw offlineError()
      try {
        return await fetchPart()
      } catch (error) {
        // The page is reloading, unless the user keeps it because of unsaved work.
        if (await leaveRelease(error)) await new Promise((later) => setTimeout(later, 3_000))
        throw isOffline() ? offlineError() : unreachable()
      }
    },
    prefetch: () => {
      if (part === undefined && !isOffline()) fetchPart().catch(() => undefined)
    },
  }
}

const unreachable = (): CallError => CallError.worded('readTimeout', { kind: 'network' })

/** The browser's data saver is on: do not prefetch. */
const isSparing = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const settleMs = 1_500

/** Prefetches when the page is idle, so that what was loaded works later without a network. */
export function whenAtRest(prefetch: () => void): void {
  if (typeof window === 'undefined' || isSparing()) return
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => prefetch())
    else prefetch()
  }, settleMs)
}
