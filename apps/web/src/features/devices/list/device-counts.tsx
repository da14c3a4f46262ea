import { type DeviceFilter, deviceFieldWords } from '@slotwise/contract'
import { Link } from 'react-router'
import type { z } from 'zod'

import { useT } from '../../../lib/i18n.tsx'
import { useDeviceCounts } from '../api.ts'
import { countFilters, countLink, isShown, withoutStates } from './count-filters.ts'
import { deviceWords } from '../../../entities/device/device-words.ts'

/** The number of machines of the filter, and of those that need attention; each figure links to exactly those. */
export function DeviceCounts({ filter }: { filter: z.output<typeof DeviceFilter> }) {
  const t = useT(deviceWords)
  const field = useT(deviceFieldWords)
  const { data } = useDeviceCounts(withoutStates(filter))
  const names = {
    all: t('all'),
    online: field('isOnline'),
    offline: field('isOffline'),
    low: t('low'),
    fault: t('fault'),
  }
  return (
    <nav className="sw-device-counts" aria-label={t('counts')}>
      {countFilters.map((count) => (
        <Link
          key={count}
          to={countLink(count, filter)}
          data-count={count}
          data-some={(data?.[count] ?? 0) > 0 || undefined}
          {...(isShown(count, filter) ? { 'aria-current': 'true' as const } : {})}
        >
          <span>{names[count]}</span>
          <strong className="sw-figures">{data ? data[count].toLocaleString('en-US') : '–'}</strong>
        </Link>
      ))}
    </nav>
  )
}
