import type { ReactNode } from 'react'

export type StatusTone = 'good' | 'bad' | 'busy' | 'attention' | 'idle'

/** A dot and a word: the colour only repeats what the word says. */
export function StatusTag({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className={`sw-status-tag is-${tone}`}>
      <i aria-hidden="true" />
      {children}
    </span>
  )
}
