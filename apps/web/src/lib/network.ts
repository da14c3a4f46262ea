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

export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline)

/** Called before a reload: without a network the browser would replace the page by its own error page. */
export function staysWhileOffline(): boolean {
  if (!isOffline()) return false
  notify('error', textOf(clientWords, 'offline'))
  return true
}
