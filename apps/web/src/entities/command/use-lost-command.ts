import { useEffect, useEffectEvent } from 'react'

import type { CommandTracking } from './use-commands.ts'
import type { MachineAction } from './use-machine-action.ts'

/** The live stream reports sooner, if it is up. */
const lookEveryMs = 3_000

/**
 * A command whose answer got lost may have been given all the same. As soon as it appears in the live stream or in the
 * history, it is followed like any other, and the warning is dismissed.
 */
export function useLostCommand(
  { lost, intent, dismiss }: MachineAction,
  { heardOf, start, catchUp }: CommandTracking,
  onHeard: () => void = () => undefined,
): void {
  const heard = lost && heardOf(lost.mark)
  const follow = useEffectEvent((_command: string) => {
    if (!heard || !lost) return
    start(heard, lost.asked)
    intent.done()
    dismiss()
    onHeard()
  })
  const command = heard?.command
  useEffect(() => {
    if (command !== undefined) follow(command)
  }, [command])

  const look = useEffectEvent((left: AbortSignal) => catchUp(left))
  const isSought = lost !== undefined && command === undefined
  useEffect(() => {
    if (!isSought) return
    const left = new AbortController()
    const timer = setInterval(() => look(left.signal), lookEveryMs)
    return () => {
      clearInterval(timer)
      left.abort()
    }
  }, [isSought])
}
