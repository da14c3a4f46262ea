import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { AccountList } from './account-list.tsx'
import { useLiveFunds } from './api.ts'
import { fundWords } from './fund-words.ts'
import { Statement } from './statement.tsx'

/** What is owed to the merchant, by payout account, and why it is as much; the tab is in the address. */
export function FundPage() {
  const t = useT(fundWords)
  const [params] = useSearchParams()
  useLiveFunds()
  const tab = params.get('tab') === 'statement' ? 'statement' : 'accounts'
  const tabs = (
    <TabLinks
      label={t('title')}
      current={tab}
      tabs={[
        { key: 'accounts', label: t('accounts'), to: '/fund' },
        { key: 'statement', label: t('statement'), to: '/fund?tab=statement' },
      ]}
    />
  )
  return tab === 'accounts' ? <AccountList tabs={tabs} /> : <Statement tabs={tabs} />
}
