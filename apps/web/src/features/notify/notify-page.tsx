import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { notifyWords } from './notify-words.ts'
import './notify.css'
import { ReceiverList } from './receiver-list.tsx'

/** Who is told of what, and what was sent to them; the tab is in the address. */
export function NotifyPage() {
  const t = useT(notifyWords)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'deliveries' ? 'deliveries' : 'receivers'
  const tabs = (
    <TabLinks
      label={t('title')}
      current={tab}
      tabs={[
        { key: 'receivers', label: t('receiversTab'), to: '/notify' },
        { key: 'deliveries', label: t('deliveriesTab'), to: '/notify?tab=deliveries' },
      ]}
    />
  )
  return tab === 'receivers' ? <ReceiverList tabs={tabs} /> : <DeliveryList tabs={tabs} />
}
