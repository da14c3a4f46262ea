import { accountCalls, errorCodes, notifyCalls } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { call, CallError } from '../../lib/client.ts'
import { updateMe } from '../../lib/session.ts'

/** What the code of a receiver stands for, for the account that is signed in. */
export type Agreement =
  | { kind: 'loading' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'expired' }
  | { kind: 'open' }
  | { kind: 'already' }

async function load(scene: string, signal: AbortSignal): Promise<Agreement> {
  const options = { quiet: true, signal }
  // The page names what the account may see now.
  const [me, { is_bound: isBound }] = await Promise.all([
    call(accountCalls.me, {}, options),
    call(notifyCalls.getNotifyBind, { scene }, options),
  ])
  updateMe(me)
  return { kind: isBound ? 'already' : 'open' }
}

/** Loads once; to load again, the caller mounts it again. */
export function useAgreement(scene: string): Agreement {
  const [agreement, setAgreement] = useState<Agreement>({ kind: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    load(scene, controller.signal).then(setAgreement, (error: unknown) => {
      if (controller.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      setAgreement(error.rcode === errorCodes.bindExpired ? { kind: 'expired' } : { kind: 'failed', error })
    })
    return () => controller.abort()
  }, [scene])
  return agreement
}
