import { regionFieldWords } from '@slotwise/contract'
import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { AreaList } from './area-list.tsx'
import { regionWords } from './region-words.ts'
import { StoreList } from './store-list.tsx'

/** Areas and stores, one tab each; the tab is in the address. */
export function RegionPage() {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'stores' ? 'stores' : 'areas'
  const tabs = (
    <TabLinks
      label={t('title')}
      current={tab}
      tabs={[
        { key: 'areas', label: field('areas'), to: '/region' },
        { key: 'stores', label: field('stores'), to: '/region?tab=stores' },
      ]}
    />
  )
  return tab === 'areas' ? <AreaList tabs={tabs} /> : <StoreList tabs={tabs} />
}
