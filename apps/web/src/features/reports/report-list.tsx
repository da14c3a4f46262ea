import { type Report, reportDays, reportTitle } from '@slotwise/contract'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { ConfirmDelete } from '../../ui/confirm-delete.tsx'
import { downloadFile, isUnfinished, tellStarted } from '../../ui/jobs.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { RowAction, RowActions } from '../../ui/row-actions.tsx'
import { useDeleteReport, useMakeReport, useReports } from './api.ts'
import { OrderDrawer } from './order-drawer.tsx'
import { useReportColumns } from './report-columns.tsx'
import { orderOf } from './report-values.ts'
import { reportWords } from './report-words.ts'

const NoFilter = z.object({})

/** The user's reports of the last days: their progress, their files, and what can be done with them. */
export function ReportList({ tabs }: { tabs: ReactNode }) {
  const t = useT(reportWords)
  const locale = useLocale()
  const state = useListState(NoFilter)
  const query = useReports(state)
  const columns = useReportColumns()
  const { mutate: make, isPending } = useMakeReport()
  const [deleting, setDeleting] = useState<Report>()
  const nameOf = (report: Report): string =>
    `${reportTitle(locale, report)} ${reportDays(locale, report.condition)}`

  const add = <AddButton state={state} label={t('make')} />
  return (
    <>
      <ListPage
        name="reports"
        title={t('title')}
        tabs={tabs}
        action={add}
        state={state}
        query={query}
        columns={columns}
        rowKey={({ job }) => job}
        actions={(report) => (
          <RowActions
            name={nameOf(report)}
            {...(isUnfinished(report) ? {} : { onDelete: () => setDeleting(report) })}
          >
            {report.state === 'done' && (
              <RowAction
                label={t('download')}
                fullLabel={`${t('download')}: ${nameOf(report)}`}
                onClick={() => void downloadFile(report.job).catch(() => undefined)}
              />
            )}
            {!isUnfinished(report) && (
              <button
                type="button"
                className="sw-text-button"
                aria-label={`${t('again')}: ${nameOf(report)}`}
                disabled={isPending}
                onClick={() =>
                  make(orderOf(report), { onSuccess: (receipt) => tellStarted(receipt, t('started')) })
                }
              >
                {t('again')}
              </button>
            )}
          </RowActions>
        )}
        empty={{ title: t('noReports'), hint: t('noReportsHint'), action: add }}
      />
      {state.drawer === 'add' && <OrderDrawer onClose={state.closeDrawer} />}
      {deleting && (
        <DeleteReport report={deleting} name={nameOf(deleting)} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

function DeleteReport({ report, name, onClose }: { report: Report; name: string; onClose: () => void }) {
  const t = useT(reportWords)
  const { mutateAsync: remove } = useDeleteReport()
  return (
    <ConfirmDelete
      title={t('deleteTitle', { name })}
      confirmLabel={t('deleteReport')}
      onConfirm={async () => {
        await remove({ job: report.job })
        notify('success', t('deleted', { name }))
      }}
      onClose={onClose}
    >
      {t('deleteText')}
    </ConfirmDelete>
  )
}
