import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { DeliveryTab } from './delivery-list.tsx'
import { integrationWords } from './integration-words.ts'
import './integrations.css'
import { KeyList } from './key-list.tsx'
import { WebhookList } from './webhook-list.tsx'

/** Keys and webhooks for systems of the merchant; the tab is in the address. */
export function IntegrationsPage() {
  const t = useT(integrationWords)
  const [params] = useSearchParams()
  const asked = params.get('tab')
  const tab = asked === 'webhooks' || asked === 'events' ? asked : 'keys'
  const tabs = (
    <TabLinks
      label={t('title')}
      current={tab}
      tabs={[
        { key: 'keys', label: t('keysTab'), to: '/integrations' },
        { key: 'webhooks', label: t('webhooksTab'), to: '/integrations?tab=webhooks' },
        { key: 'events', label: t('eventsTab'), to: '/integrations?tab=events' },
      ]}
    />
  )
  if (tab === 'keys') return <KeyList tabs={tabs} />
  return tab === 'webhooks' ? <WebhookList tabs={tabs} /> : <DeliveryTab tabs={tabs} />
}
