import { startTransition, useEffect, useState } from 'react'

import { listeners } from './listeners.ts'

/**
 * How the pages before login move: plain history. React Router is the console's and would be a fifth of what the
 * login page has to load. The console reports its own moves here, so that there is one truth about where we are.
 */
const moves = listeners()

export type Arrival = { username?: string }

export function go(to: string, options: { replace?: boolean; arrival?: Arrival } = {}): void {
  if (options.replace) history.replaceState(options.arrival ?? null, '', to)
  else history.pushState(options.arrival ?? null, '', to)
  reportMove()
}

export const reportMove = (): void => moves.emit()

/** What the page before handed over. */
export const arrival = (): Arrival => (history.state as Arrival | null) ?? {}

/** The path in lower case and without a closing slash, because addresses are typed by people. */
export const currentPath = (): string => location.pathname.toLowerCase().replace(/(.)\/+$/, '$1')

/** The page of before stays until the next one has been loaded. */
export function usePath(): string {
  const [path, setPath] = useState(currentPath)
  useEffect(() => {
    const moved = (): void => startTransition(() => setPath(currentPath()))
    const stop = moves.subscribe(moved)
    window.addEventListener('popstate', moved)
    // A redirect on the very first page has moved on before anybody listened.
    moved()
    return () => {
      stop()
      window.removeEventListener('popstate', moved)
    }
  }, [])
  return path
}
