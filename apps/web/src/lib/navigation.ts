import { startTransition, useEffect, useState } from 'react'

import { listeners } from './listeners.ts'
import { plainPath } from './public-paths.ts'

/**
 * Navigation of the pages before login: plain history. React Router belongs to the console and would add a fifth to the
 * login page's size. The console reports its own navigation here, so that there is one current path.
 */
const moves = listeners()

export type Arrival = { username?: string }

export function go(to: string, options: { replace?: boolean; arrival?: Arrival } = {}): void {
  if (options.replace) history.replaceState(options.arrival ?? null, '', to)
  else history.pushState(options.arrival ?? null, '', to)
  reportMove()
}

export const reportMove = (): void => moves.emit()

/** The state that the previous page passed on. */
export const arrival = (): Arrival => (history.state as Arrival | null) ?? {}

export const currentPath = (): string => plainPath(location.pathname)

/** The previous page stays until the next one has been loaded. */
export function usePath(): string {
  const [path, setPath] = useState(currentPath)
  useEffect(() => {
    const moved = (): void => startTransition(() => setPath(currentPath()))
    const stop = moves.subscribe(moved)
    window.addEventListener('popstate', moved)
    // A redirect on the first page may have navigated before this listener was added.
    moved()
    return () => {
      stop()
      window.removeEventListener('popstate', moved)
    }
  }, [])
  return path
}
