import { type commandWords, errorCodes } from '@slotwise/contract'
import { useState } from 'react'

import { CallError, isHandledElsewhere } from '../../../lib/client.ts'
import { type Intent, lastingIntent } from '../../../lib/query-intent.ts'
import { useOperationGate } from '../../../ui/operation-gate.tsx'
import { useCountdown } from '../../../ui/plain/use-countdown.ts'
import { useKept } from './kept.ts'
import { type LostCommand, outlivingSetback, type Setback } from './outliving.ts'

export const isCoolingDown = (error: CallError): boolean =>
  error.rcode === errorCodes.wait && error.retryAfter !== undefined

/** Nothing was heard of the server: it may have done it all the same. */
const isUnanswered = ({ rcode }: CallError): boolean => rcode === 0

/** What the server refused or could not do. It stays on the page until it is dismissed or tried again. */
export type MachineAction = {
  /**
   * Takes it through the gate. True when the server took it. With what is to be looked for where no answer comes, if it
   * can be known again.
   */
  run: <Result>(ask: (sign: string) => Promise<Result>, sought?: LostCommand) => Promise<Result | undefined>
  /** The same is asked for once, however often it is sent until an answer comes. */
  intent: Intent
  isRunning: boolean
  failure: CallError | null
  /** Nobody knows whether it was given. */
  lost: LostCommand | undefined
  dismiss: () => void
  /** Until it can be done again. */
  secondsLeft: number
  /** Refused for these seconds, rather than resting after it was done. */
  isPutOff: boolean
}

type ActionOf = {
  sn: string
  /** Of each one the last refusal is kept, wherever one goes meanwhile. */
  op: keyof (typeof commandWords)['en-US']
  restSeconds?: number
}

/** One thing that a machine can be told, through the operation gate, with a rest of so many seconds after it. */
export function useMachineAction({ sn, op, restSeconds = 0 }: ActionOf): MachineAction {
  const gate = useOperationGate()
  const [isRunning, setRunning] = useState(false)
  const [setback, keepSetback] = useKept<Setback | null>(['refusal', sn, op], null, outlivingSetback)
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
