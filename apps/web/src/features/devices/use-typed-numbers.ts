import { type FocusEvent, useState } from 'react'

import type { TypedNumbers } from './init/slot-numbers.ts'

/** A number for each of many slots: what is wrong is told of those that were left, and of all once they were sent. */
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
      // On the way to a button nothing may move it away; sending says what is wrong.
      onBlur: ({ relatedTarget }: FocusEvent): void => {
        if (!(relatedTarget instanceof HTMLButtonElement)) setLeft(new Set(left).add(slot))
      },
    }),
  }
}

export type TypedNumber = ReturnType<ReturnType<typeof useTypedNumbers>['of']>
