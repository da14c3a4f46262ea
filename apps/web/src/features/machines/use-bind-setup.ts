import { accountCalls, regionCalls, type StorePick } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { call, CallError } from '../../lib/client.ts'
import { updateMe } from '../../lib/session.ts'

/**
 * The user's current permissions, loaded again, and the stores to choose from; undefined when they could not be loaded.
 */
export type BindSetup =
  | { kind: 'loading' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'ready'; stores: StorePick[] | undefined }

const allStores = { pageNum: 1, pageSize: 999, condition: {} }

async function load(signal: AbortSignal): Promise<BindSetup> {
  const options = { quiet: true, signal }
  // A machine can be bound without a store.
  const stores = call(regionCalls.getAllStore, allStores, options).then(
    ({ data }) => data,
    () => undefined,
  )
  updateMe(await call(accountCalls.me, {}, options))
  return { kind: 'ready', stores: await stores }
}

/** Loads once; to load again, the caller mounts it again. */
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
