import { useEffect } from 'react'

import { go } from '../../lib/navigation.ts'

/** Goes elsewhere instead of showing anything. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => go(to, { replace: true }), [to])
  return null
}
