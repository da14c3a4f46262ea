import { regionCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import { areasOfStores } from './areas-of-stores.ts'
import { storeWords } from './store-words.ts'

const staleTime = 60_000

/** The areas of the stores that the user may see, and the chosen one, whatever has become of it. */
export const useAreasOfStores = (chosen?: string | null) => {
  const t = useT(storeWords)
  const stores = useCall(regionCalls.getAllStore, { pageNum: 1, pageSize: 999, condition: {} }, { staleTime })
  const areas = areasOfStores(stores.data?.data ?? [])
  const isMissing = Boolean(chosen) && areas.every(({ value }) => value !== chosen)
  const past = useCall(
    regionCalls.getAllStore,
    { pageNum: 1, pageSize: 1, condition: { area: chosen ?? '', withPast: true } },
    { enabled: isMissing && stores.data !== undefined, staleTime },
  )
  if (!chosen || !isMissing) return areas
  const isRead = past.data !== undefined && !past.isPlaceholderData
  const [known] = isRead ? areasOfStores(past.data.data) : []
  const unknown = { value: chosen, label: isRead ? t('unknownArea', { id: chosen }) : '…' }
  return [...areas, known ?? unknown]
}
