import type { Call, OutputOf, UploadLimits } from '@slotwise/contract'
import { useEffect, useRef, useState } from 'react'

import { CallError } from '../../lib/client.ts'
import { isAbort, refusalOf, upload } from '../../lib/upload.ts'

/**
 * Uploads the file and holds the server's preview, which the page may replace by a newer one. `wrongType` is said of a
 * file that the browser knows to be something else.
 */
export function useSheet<C extends Call & { upload: UploadLimits }>(
  row: C,
  wrongType: Parameters<typeof refusalOf>[2] = 'badSheet',
) {
  const [name, setName] = useState('')
  const [share, setShare] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const [preview, setPreview] = useState<OutputOf<C>>()
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(new DOMException('left', 'AbortError')), [])

  const send = async (file: File): Promise<void> => {
    control.current?.abort(new DOMException('another one', 'AbortError'))
    const current = new AbortController()
    control.current = current
    setName(file.name)
    setPreview(undefined)
    const refused = refusalOf(file, row.upload, wrongType)
    setFailure(refused?.message)
    if (refused) return
    setShare(0)
    try {
      setPreview(await upload(row, file, { signal: current.signal, onProgress: setShare }))
    } catch (error) {
      if (isAbort(error)) return
      if (!(error instanceof CallError)) throw error
      setFailure(error.errors[0]?.message ?? error.message)
    } finally {
      if (control.current === current) setShare(undefined)
    }
  }
  return { name, share, failure, preview, send, setPreview, forget: () => setPreview(undefined) }
}
