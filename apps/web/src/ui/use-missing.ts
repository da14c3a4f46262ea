import { errorCodes } from '@slotwise/contract'
import { useEffect, useEffectEvent } from 'react'

import type { CallError } from '../lib/client.ts'
import { notify } from '../lib/notices.ts'

/**
 * Whether what a link names is not there; then it is told, and the drawer closes. The server refuses a malformed number
 * as an invalid field, which is the same to the reader of the link.
 */
export function useMissing(error: CallError | null, text: string, onClose: () => void): boolean {
  const isMissing =
    error !== null && (error.rcode === errorCodes.notFound || error.rcode === errorCodes.invalid)
  const leave = useEffectEvent(() => {
    notify('warning', text)
    onClose()
  })
  useEffect(() => {
    if (isMissing) leave()
  }, [isMissing])
  return isMissing
}
