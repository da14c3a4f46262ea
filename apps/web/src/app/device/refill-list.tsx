import type { ComponentProps } from 'react'

import { DeviceFilters } from '../../features/devices/list/device-filters.tsx'
import { RefillListPage } from '../../features/refills/refill-list-page.tsx'

/** The refill list has an order of its own: the route. */
const Filters = (props: Omit<ComponentProps<typeof DeviceFilters>, 'ordered'>) => (
  <DeviceFilters ordered={false} {...props} />
)

export const RefillList = () => <RefillListPage Filters={Filters} />
