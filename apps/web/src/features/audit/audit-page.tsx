import { auditCalls, AuditFilter, type OutputOf } from '@slotwise/contract'
import { Button } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { useLongListState } from '../../lib/url-state.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { formatInstant } from '../../ui/instant.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
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
        bar={
          !query.isPlaceholderData && (
            <SearchedTo list={query.data} onOlder={(cursor) => state.goTo({ cursor })} />
          )
        }
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

type SearchedToProps = {
  list: OutputOf<typeof auditCalls.getAudit> | undefined
  onOlder: (cursor: string) => void
}

/** A search that was not at its end in time, and the way to go on. */
function SearchedTo({ list, onOlder }: SearchedToProps) {
  const t = useT(auditWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  if (list?.searchedTo === undefined || list.older === null) return null
  const { searchedTo, older } = list
  return (
    <Alert tone="info" second={<Button onClick={() => onOlder(older)}>{t('searchOlder')}</Button>}>
      {t('searchedTo', { at: formatInstant(searchedTo, offset) })}
    </Alert>
  )
}
