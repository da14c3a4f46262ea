import { type FocusEvent, useState } from 'react'

import type { TypedNumbers } from './init/slot-numbers.ts'

/** A number field for each of many slots. Errors are shown at fields that were left, and at all once they were sent. */
export function useTypedNumbers() {
  const [typed, setTyped] = useState<TypedNumbers>({})
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [isSent, setSent] = useState(false)
  return {
    typed,
    isSent,
    isShown: (slot: number): boolean => isSent || left.has(slot),
    sent: (): void => setSent(true),
    clear: (): void => {
      setTyped({})
      setLeft(new Set())
      setSent(false)
    },
    of: (slot: number) => ({
      onChange: (value: number | null): void => setTyped({ ...typed, [slot]: value }),
      // When the user leaves for a button, a new error must not move that button; sending shows the error.
      onBlur: ({ relatedTarget }: FocusEvent): void => {
        if (!(relatedTarget instanceof HTMLButtonElement)) setLeft(new Set(left).add(slot))
      },
    }),
  }
}

export type TypedNumber = ReturnType<ReturnType<typeof useTypedNumbers>['of']>
