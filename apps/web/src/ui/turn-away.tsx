import { useEffect, useEffectEvent } from 'react'

import { notify } from '../lib/notices.ts'

/** For a link to a form that its reader may not use: shows the reason and closes. */
export function TurnAway({ why, onClose }: { why: string; onClose: () => void }) {
  const leave = useEffectEvent(() => {
    notify('warning', why)
    onClose()
  })
  useEffect(() => leave(), [])
  return null
}
