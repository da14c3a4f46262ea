import { AddReportPlan, type ReportPlan } from '@slotwise/contract'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { valuesFor } from '../../lib/record-values.ts'
import { useListState } from '../../lib/url-state.ts'
import { AddButton } from '../../ui/add-button.tsx'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { RowAction, RowActions } from '../../ui/row-actions.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useAddPlan, usePlans, useStopPlan } from './api.ts'
import { PlanForm } from './plan-form.tsx'
import { usePlanColumns } from './report-columns.tsx'
import { reportWords } from './report-words.ts'

const NoFilter = z.object({})

/** Reports that come by themselves. */
export function PlanList({ tabs }: { tabs: ReactNode }) {
  const t = useT(reportWords)
  const ui = useT(uiWords)
  const state = useListState(NoFilter, 20)
  const query = usePlans(state)
  const columns = usePlanColumns(({ plan }) => state.openDrawer(plan))
  const [stopping, setStopping] = useState<ReportPlan>()
  const add = <AddButton state={state} label={t('addPlan')} />
  return (
    <>
      <ListPage
        name="report-plans"
        title={t('title')}
        tabs={tabs}
        action={add}
        state={state}
        query={query}
        columns={columns}
        rowKey={({ plan }) => plan}
        actions={(plan) => (
          <RowActions name={plan.name}>
            <button
              type="button"
              className="sw-text-button"
              aria-label={`${ui('edit')}: ${plan.name}`}
              onClick={() => state.openDrawer(plan.plan)}
            >
              {ui('edit')}
            </button>
            <RowAction
              label={t('stop')}
              fullLabel={`${t('stop')}: ${plan.name}`}
              isDanger
              onClick={() => setStopping(plan)}
            />
          </RowActions>
        )}
        empty={{ title: t('noPlans'), hint: t('noPlansHint'), action: add }}
      />
      {state.drawer && <PlanForm id={state.drawer} plans={query} onClose={state.closeDrawer} />}
      {stopping && <StopPlan plan={stopping} onClose={() => setStopping(undefined)} />}
    </>
  )
}

/** A plan that was stopped by mistake is added again. */
function StopPlan({ plan, onClose }: { plan: ReportPlan; onClose: () => void }) {
  const t = useT(reportWords)
  const { mutateAsync: stop } = useStopPlan()
  const { mutateAsync: add } = useAddPlan()
  return (
    <DeleteRecord
      title={t('stopTitle', { name: plan.name })}
      confirmLabel={t('stopPlan')}
      remove={() => stop({ plan: plan.plan })}
      restore={() => add(valuesFor(AddReportPlan, plan))}
      removed={t('stopped', { name: plan.name })}
      onClose={onClose}
    >
      {t('stopText')}
    </DeleteRecord>
  )
}
