import { useSearchParams } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { TabLinks } from '../../ui/tab-links.tsx'
import { PlanList } from './plan-list.tsx'
import { ReportList } from './report-list.tsx'
import { reportWords } from './report-words.ts'

/** Reports, and those that come by themselves; the tab is in the address. */
export function ReportPage() {
  const t = useT(reportWords)
  const [params] = useSearchParams()
  const tab = params.get('tab') === 'plans' ? 'plans' : 'reports'
  const tabs = (
    <TabLinks
      label={t('title')}
      current={tab}
      tabs={[
        { key: 'reports', label: t('reports'), to: '/download' },
        { key: 'plans', label: t('plans'), to: '/download?tab=plans' },
      ]}
    />
  )
  return tab === 'reports' ? <ReportList tabs={tabs} /> : <PlanList tabs={tabs} />
}
