import { useSyncExternalStore } from 'react'

import { clientWords } from './client-words.ts'
import { textOf } from './i18n.tsx'
import { notify } from './notices.ts'

/**
 * The browser's report about its network. Only "offline" is reliable: "online" does not mean that the server can be
 * reached, which each call finds out for itself.
 */
export const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine

function subscribe(changed: () => void): () => void {
  const leave = onBackOnline(changed)
  window.addEventListener('offline', changed)
  return () => {
    leave()
    window.removeEventListener('offline', changed)
  }
}

export function onBackOnline(back: () => void): () => void {
  window.addEventListener('online', back)
  return () => window.removeEventListener('online', back)
}

/** The browser reports the network before it can be used, so the first request after that may still fail. */
const triesMs = [0, 2_000, 10_000]

export function triesWhenBack(attempt: () => void): () => void {
  let timers: ReturnType<typeof setTimeout>[] = []
  const stop = (): void => timers.forEach(clearTimeout)
  const leave = onBackOnline(() => {
    stop()
    timers = triesMs.map((ms) => setTimeout(attempt, ms))
  })
  return () => {
    leave()
    stop()
  }
}

export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)

/** Called before a reload: without a network the browser would replace the page by its own error page. */
export function staysWhileOffline(): boolean {
  if (!isOffline()) return false
  notify('error', textOf(clientWords, 'offline'))
  return true
}
