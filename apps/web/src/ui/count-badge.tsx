import type { ReactNode } from 'react'

import './count-badge.css'

const most = 99

/** A number at the corner of an icon; nothing for 0. The button that holds the icon says the number in its name. */
export function CountBadge({ count, children }: { count: number; children: ReactNode }) {
  return (
    <span className="sw-count-badge">
      {children}
      {count > 0 && <span aria-hidden="true">{count > most ? `${most}+` : count}</span>}
    </span>
  )
}
