import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { TabLinks } from '../../ui/tab-links.tsx'
import { staffWords } from './staff-words.ts'
import { SessionList } from './session-list.tsx'
import './staff.css'
import { SubUserList } from './sub-user-list.tsx'

/** Sub-accounts; for the main account also the current sessions. The tab is in the address. */
export function SubUserPage() {
  const t = useT(staffWords)
  const isMain = useSession()?.isMain ?? false
  const [params] = useSearchParams()
  if (!isMain) return <SubUserList />
  const tab = params.get('tab') === 'sessions' ? 'sessions' : 'accounts'
  const tabs = (
    <TabLinks
      label={t('subUsersTitle')}
      current={tab}
      tabs={[
        { key: 'accounts', label: t('accountsTab'), to: '/subUser' },
        { key: 'sessions', label: t('sessionsTab'), to: '/subUser?tab=sessions' },
      ]}
    />
  )
  return tab === 'accounts' ? <SubUserList tabs={tabs} /> : <SessionList tabs={tabs} />
}
