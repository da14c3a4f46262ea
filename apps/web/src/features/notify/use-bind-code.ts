import { type BindChannel, notifyCalls, type OutputOf } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { call, CallError } from '../../lib/client.ts'

export type BindCode = OutputOf<typeof notifyCalls.getNotifyBindUrl>

type State = { kind: 'loading' } | { kind: 'failed'; error: CallError } | { kind: 'ready'; code: BindCode }

/** Makes one code for a channel; to make another one, the caller mounts it again. */
export function useBindCode(channel: BindChannel): State {
  const [state, setState] = useState<State>({ kind: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    call(notifyCalls.getNotifyBindUrl, { channel }, { quiet: true, signal: controller.signal }).then(
      (code) => setState({ kind: 'ready', code }),
      (error: unknown) => {
        if (controller.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        setState({ kind: 'failed', error })
      },
    )
    return () => controller.abort()
  }, [channel])
  return state
}
