import { CallError, offlineError } from './client.ts'
import { clientWords } from './client-words.ts'
import { textOf } from './i18n.tsx'
import { isOffline } from './network.ts'
import { leaveReplacedRelease } from './release.ts'

export type Loader<Part> = {
  /** Undefined until it is there. */
  loaded: () => Part | undefined
  /** Fails in words, as a call does. */
  want: () => Promise<Part>
  /** Ahead of time; a failure only means that it is fetched later. */
  prefetch: () => void
}

/** Code that is fetched when it is wanted. A failure is not kept: wanting it again is another attempt. */
export function createLoader<Part>(
  load: () => Promise<Part>,
  leaveRelease: (error: unknown) => Promise<boolean> = leaveReplacedRelease,
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
      // Many browsers remember a failed import for as long as the page lives: none is begun in vain.
      if (loading === undefined && isOffline()) throw offlineError()
      try {
        return await fetchPart()
      } catch (error) {
        // The page goes, unless its user holds on to unsaved work.
        if (await leaveRelease(error)) await new Promise((later) => setTimeout(later, 3_000))
        throw isOffline() ? offlineError() : unreachable()
      }
    },
    prefetch: () => {
      if (part === undefined && !isOffline()) fetchPart().catch(() => undefined)
    },
  }
}

const unreachable = (): CallError => new CallError(textOf(clientWords, 'readTimeout'), { kind: 'network' })

/** On a line that costs, or has little to give, nothing is fetched that nobody asked for. */
const isSparing = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const settleMs = 1_500

/** When the page has come to rest: what is fetched then works later without a network. */
export function whenAtRest(prefetch: () => void): void {
  if (typeof window === 'undefined' || isSparing()) return
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => prefetch())
    else prefetch()
  }, settleMs)
}
