import { mayAccess } from '@slotwise/contract'

import { lazyPage } from '../../lib/lazy.ts'
import { useGrants } from '../../ui/can.tsx'
import { useBeginnings } from './api.ts'

/** Only new merchants load it. */
const Steps = lazyPage(async () => (await import('./checklist-steps.tsx')).Steps, {
  waiting: null,
  failed: () => null,
})

/** For a new merchant, above the empty cards: what comes before the first sale. It is gone with the first sale. */
export function Checklist() {
  const { data } = useBeginnings()
  const grants = useGrants()
  if (!data || data.sale) return null
  return <Steps done={data} may={(access) => mayAccess(access, grants)} />
}
