import type { ReactNode } from 'react'

/** What is wrong with a field, below it. */
export function FieldWrong({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="sw-field-wrong" role="alert">
      {children}
    </p>
  )
}
