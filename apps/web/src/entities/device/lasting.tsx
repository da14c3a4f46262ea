import { useSyncExternalStore } from 'react'

import { useLocale } from '../../lib/i18n.tsx'
import { durationText } from './duration.ts'

const tickMs = 30_000

const subscribe = (ticked: () => void): (() => void) => {
  const timer = setInterval(ticked, tickMs)
  return () => clearInterval(timer)
}
/** Rounded, so that everything on the page shows the same time until the next tick. */
const now = (): number => Math.floor(Date.now() / tickMs) * tickMs

/** How long something has lasted, updated while the page is open. */
export function useLasting(since: string): string {
  const locale = useLocale()
  const until = useSyncExternalStore(subscribe, now)
  return durationText(locale, until - Date.parse(since))
}

export const Lasting = ({ since }: { since: string }) => (
  <span className="sw-figures">{useLasting(since)}</span>
)
