import { useSyncExternalStore } from 'react'

import { useLocale } from '../../../lib/i18n.tsx'
import { durationText } from './duration.ts'

const tickMs = 30_000

const subscribe = (ticked: () => void): (() => void) => {
  const timer = setInterval(ticked, tickMs)
  return () => clearInterval(timer)
}
/** The same for everything on the page until the next tick. */
const now = (): number => Math.floor(Date.now() / tickMs) * tickMs

/** How long it has been so, counted on while somebody looks. */
export function Lasting({ since }: { since: string }) {
  const locale = useLocale()
  const until = useSyncExternalStore(subscribe, now)
  return <span className="sw-figures">{durationText(locale, until - Date.parse(since))}</span>
}
