import { accountCalls, deviceCalls, regionCalls, type StorePick } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { call, CallError } from '../../lib/client.ts'
import { updateMe } from '../../lib/session.ts'

/**
 * The user's current permissions, loaded again, whether the user sees the machine already, and the stores to choose from;
 * undefined when they could not be loaded.
 */
export type BindSetup =
  | { kind: 'loading' }
  | { kind: 'failed'; error: CallError }
  | { kind: 'ready'; isOwn: boolean; stores: StorePick[] | undefined }

const allStores = { pageNum: 1, pageSize: 999, condition: {} }

async function load(sn: string, signal: AbortSignal): Promise<BindSetup> {
  const options = { quiet: true, signal }
  // A machine can be bound without a store.
  const stores = call(regionCalls.getAllStore, allStores, options).then(
    ({ data }) => data,
    () => undefined,
  )
  // The list has the machines of the caller's scope alone, so the answer says nothing about other merchants' machines.
  const isOwn = call(deviceCalls.getDev, { pageSize: 1, condition: { sns: [sn] } }, options).then(
    ({ count }) => count > 0,
    () => false,
  )
  updateMe(await call(accountCalls.me, {}, options))
  return { kind: 'ready', isOwn: await isOwn, stores: await stores }
}

/** Loads once; to load again, the caller mounts it again. */
export function useBindSetup(sn: string): BindSetup {
  const [setup, setSetup] = useState<BindSetup>({ kind: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    load(sn, controller.signal).then(setSetup, (error: unknown) => {
      if (controller.signal.aborted) return
      if (!(error instanceof CallError)) throw error
      setSetup({ kind: 'failed', error })
    })
    return () => controller.abort()
  }, [sn])
  return setup
}
