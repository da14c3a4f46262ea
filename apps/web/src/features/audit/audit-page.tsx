import { auditCalls, AuditFilter } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useLongListState } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { useAudit } from './api.ts'
import { useAuditColumns } from './audit-columns.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { AuditFilters } from './audit-filters.tsx'
import './audit.css'
import { auditWords } from './audit-words.ts'

/** Who did what, for the owner to read; entries cannot be changed. */
export function AuditPage() {
  const t = useT(auditWords)
  const state = useLongListState(AuditFilter)
  const query = useAudit(state)
  const columns = useAuditColumns((entry) => state.openDrawer(entry.audit))
  return (
    <>
      <ListPage
        name="audit"
        title={t('title')}
        tools={
          <ExportButton
            row={auditCalls.exportAudit}
            input={{ condition: state.filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('search')} hint={t('searchHint')} />}
        filters={<AuditFilters filter={state.filter} onChange={state.setFilter} />}
        state={state}
        query={query}
        columns={columns}
        rowKey={(entry) => entry.audit}
        empty={{ title: t('none'), hint: t('noneHint') }}
      />
      {state.drawer && <AuditDetail id={state.drawer} list={query} onClose={state.closeDrawer} />}
    </>
  )
}
