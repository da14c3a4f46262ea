import { areaOrders, type Area, AreaFilter, regionCalls } from '@slotwise/contract'
import { type ReactNode, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { sortByOrders } from '../../ui/columns.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { ListSearch } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { NoActions, RowActions } from '../../ui/row-actions.tsx'
import { TurnAway } from '../../ui/turn-away.tsx'
import { useAreas, useDeleteArea, useRestoreArea } from './api.ts'
import { useAreaColumns } from './area-columns.tsx'
import { AreaForm } from './area-form.tsx'
import { regionWords } from './region-words.ts'

export function AreaList({ tabs }: { tabs: ReactNode }) {
  const t = useT(regionWords)
  const state = useListState(AreaFilter)
  const query = useAreas(state)
  // Areas belong to the whole merchant: a user who is limited to some stores can only read them.
  const mayChange = useSession()?.allDevice ?? false
  const columns = useAreaColumns(mayChange ? (area) => state.openDrawer(area._id) : undefined)
  const [deleting, setDeleting] = useState<Area>()

  const add = <AddButton state={state} label={t('addArea')} />
  return (
    <>
      <ListPage
        name="areas"
        title={t('title')}
        tabs={tabs}
        action={mayChange ? add : undefined}
        tools={
          <ExportButton
            row={regionCalls.exportRegions}
            input={{ kind: 'area', condition: state.filter }}
            disabled={query.data?.count === 0}
          />
        }
        search={<ListSearch state={state} label={t('searchAreas')} hint={t('searchAreasHint')} />}
        state={state}
        query={query}
        columns={columns}
        sort={sortByOrders(areaOrders, state)}
        rowKey={(area) => area._id}
        actions={(area) =>
          mayChange ? (
            <RowActions
              name={area.area_name}
              onEdit={() => state.openDrawer(area._id)}
              onDelete={() => setDeleting(area)}
            />
          ) : (
            <NoActions why={t('areasReadOnly')} />
          )
        }
        empty={{ title: t('noAreas'), hint: t('noAreasHint'), ...(mayChange ? { action: add } : {}) }}
      />
      {state.drawer &&
        (mayChange ? (
          <AreaForm id={state.drawer} areas={query} onClose={state.closeDrawer} />
        ) : (
          <TurnAway why={t('areasReadOnly')} onClose={state.closeDrawer} />
        ))}
      {deleting && <DeleteArea area={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function DeleteArea({ area, onClose }: { area: Area; onClose: () => void }) {
  const t = useT(regionWords)
  const { mutateAsync: remove } = useDeleteArea()
  const { mutateAsync: restore } = useRestoreArea()
  return (
    <DeleteRecord
      title={t('deleteAreaTitle', { name: area.area_name })}
      confirmLabel={t('deleteArea')}
      remove={() => remove({ _id: area._id })}
      restore={() => restore({ _id: area._id })}
      removed={t('areaDeleted', { name: area.area_name })}
      onClose={onClose}
    >
      {t('deleteAreaText')}
    </DeleteRecord>
  )
}
