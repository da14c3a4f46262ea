import { accountCalls, regionCalls, type StorePick } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { call, CallError } from '../../../lib/client.ts'
import { updateMe } from '../../../lib/session.ts'

/** Who is here and what may he do, asked anew; and the stores to choose from, undefined where they did not come. */
export type BindSetup =
  | { kind: 'loading' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'ready'; stores: StorePick[] | undefined }

const allStores = { pageNum: 1, pageSize: 999, condition: {} }

async function load(signal: AbortSignal): Promise<BindSetup> {
  const options = { quiet: true, signal }
  // Without stores a machine can be bound as well.
  const stores = call(regionCalls.getAllStore, allStores, options).then(
    ({ data }) => data,
    () => undefined,
  )
  updateMe(await call(accountCalls.me, {}, options))
  return { kind: 'ready', stores: await stores }
}

/** Asked once; whoever wants to ask again begins anew. */
export function useBindSetup(): BindSetup {
  const [setup, setSetup] = useState<BindSetup>({ kind: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    load(controller.signal).then(setSetup, (error: unknown) => {
      if (controller.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      setSetup({ kind: 'failed', error })
    })
    return () => controller.abort()
  }, [])
  return setup
}
