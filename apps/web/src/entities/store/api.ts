import { regionCalls } from '@slotwise/contract'

import { useCall } from '../../lib/query.ts'
import { areasOfStores } from './areas-of-stores.ts'

/** The areas of the stores that the user may see. */
export const useAreasOfStores = () => {
  const { data } = useCall(
    regionCalls.getAllStore,
    { pageNum: 1, pageSize: 999, condition: {} },
    { staleTime: 60_000 },
  )
  return areasOfStores(data?.data ?? [])
}
