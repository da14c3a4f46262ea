import type { ReactNode } from 'react'

import './facts.css'

type FactsProps = { label?: string; className?: string; children: ReactNode }

/** A list of facts: their names in one column, what they are beside them. */
export function Facts({ label, className, children }: FactsProps) {
  return (
    <dl className={className === undefined ? 'sw-facts' : `sw-facts ${className}`} aria-label={label}>
      {children}
    </dl>
  )
}

/** A fact in a list of facts (`dl`): its name, and what it is. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
