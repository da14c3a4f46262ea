import { notifyCalls, type OutputOf } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { call, CallError } from '../../lib/client.ts'

export type BindCode = OutputOf<typeof notifyCalls.getNotifyBindUrl>

type State = { kind: 'loading' } | { kind: 'failed'; error: CallError } | { kind: 'ready'; code: BindCode }

/** A code that was made for this drawer; `renew` makes another one. */
export function useBindCode(): State & { renew: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [answer, setAnswer] = useState<{ attempt: number; state: State }>()
  useEffect(() => {
    const controller = new AbortController()
    call(notifyCalls.getNotifyBindUrl, {}, { quiet: true, signal: controller.signal }).then(
      (code) => setAnswer({ attempt, state: { kind: 'ready', code } }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        setAnswer({ attempt, state: { kind: 'failed', error } })
      },
    )
    return () => controller.abort()
  }, [attempt])
  const state: State = answer?.attempt === attempt ? answer.state : { kind: 'loading' }
  return { ...state, renew: () => setAttempt(attempt + 1) }
}
