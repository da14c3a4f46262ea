import { useSyncExternalStore } from 'react'

import { clientWords } from './client-words.ts'
import { textOf } from './i18n.tsx'
import { notify } from './notices.ts'

/**
 * What the browser says of its network. Only "none" can be believed: that there is one does not mean that it leads
 * to the server, which every call finds out for itself.
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

/** Before a page is loaded anew: without a network the browser would show a page of its own in its place. */
export function staysWhileOffline(): boolean {
  if (!isOffline()) return false
  notify('error', textOf(clientWords, 'offline'))
  return true
}
