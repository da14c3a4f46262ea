import { type commandWords, errorCodes } from '@slotwise/contract'
import { useState } from 'react'

import { CallError, isHandledElsewhere } from '../../lib/client.ts'
import { type Intent, lastingIntent } from '../../lib/query-intent.ts'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { useCountdown } from '../../ui/plain/use-countdown.ts'
import { useRetainedState } from './use-retained-state.ts'
import { type LostCommand, setbackPersistence, type Setback } from './command-persistence.ts'

export const isCoolingDown = (error: CallError): boolean =>
  error.rcode === errorCodes.wait && error.retryAfter !== undefined

/** The server gave no answer: it may have executed the command all the same. */
const isUnanswered = ({ rcode }: CallError): boolean => rcode === 0

/** An action on a machine. A failure stays on the page until it is dismissed or the action is tried again. */
export type MachineAction = {
  /**
   * Runs the call through the operation gate. Returns undefined when it failed. `sought` is the command to look for
   * when no answer comes.
   */
  run: <Result>(ask: (sign: string) => Promise<Result>, sought?: LostCommand) => Promise<Result | undefined>
  /** However often the same call is sent until an answer comes, it is executed once. */
  intent: Intent
  isRunning: boolean
  failure: CallError | null
  /** The command that may or may not have been given. */
  lost: LostCommand | undefined
  dismiss: () => void
  /** Seconds until the action is possible again. */
  secondsLeft: number
  /** True when the server refused because of these seconds, false when the machine rests after the action. */
  isPutOff: boolean
}

type ActionOf = {
  sn: string
  /** The last failure of each action is kept while the user visits other pages. */
  op: keyof (typeof commandWords)['en-US']
  restSeconds?: number
}

/** One action on a machine, through the operation gate, disabled for `restSeconds` after it. */
export function useMachineAction({ sn, op, restSeconds = 0 }: ActionOf): MachineAction {
  const gate = useOperationGate()
  const [isRunning, setRunning] = useState(false)
  const [setback, keepSetback] = useRetainedState<Setback | null>(
    ['refusal', sn, op],
    null,
    setbackPersistence,
  )
  const [isPutOff, setPutOff] = useState(false)
  const intent = lastingIntent(`${op} ${sn}`)
  const { left, start } = useCountdown()
  const putOff = (seconds: number): void => {
    start(seconds)
    setPutOff(true)
  }
  return {
    isRunning,
    intent,
    failure: setback?.error ?? null,
    lost: setback?.lost,
    dismiss: () => {
      if (setback?.lost) intent.done()
      keepSetback(() => null)
    },
    secondsLeft: left,
    isPutOff,
    run: async (ask, sought) => {
      setRunning(true)
      keepSetback(() => null)
      setPutOff(false)
      try {
        const result = await gate.run(ask)
        if (restSeconds > 0) start(restSeconds)
        return result
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const isLost = isUnanswered(error) || (sought && setback?.lost?.mark === sought.mark)
        if (isCoolingDown(error)) putOff(error.retryAfter ?? 0)
        else if (!isHandledElsewhere(error)) keepSetback(() => ({ error, lost: isLost ? sought : undefined }))
        return undefined
      } finally {
        setRunning(false)
      }
    },
  }
}
