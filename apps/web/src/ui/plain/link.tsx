import type { MouseEvent, ReactNode } from 'react'

import { go } from '../../lib/navigation.ts'

/** A link between pages before login. Clicks that open a new tab or window are left to the browser. */
export function PlainLink({ to, children }: { to: string; children: ReactNode }) {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a className="sw-link" href={to} onClick={follow}>
      {children}
    </a>
  )
}
