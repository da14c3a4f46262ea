import {
  AddReportPlan,
  EditReportPlan,
  type List,
  planRhythms,
  planRhythmWords,
  reportCalls,
  reportFieldWords,
  type ReportPlan,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Form, Input } from 'antd'

import type { CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { valuesFor } from '../../lib/record-values.ts'
import { FormField } from '../../ui/form-field.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddPlan, useEditPlan } from './api.ts'
import { Choice } from './choice.tsx'
import { FileFields, PlaceFields, RowFields } from './content-fields.tsx'
import { FilePreview } from './file-preview.tsx'
import { newPlan, type PlanValues, toPlan } from './report-values.ts'
import { reportWords } from './report-words.ts'

type PlanFormProps = {
  /** 'add', or the plan to edit. */
  id: string
  plans: UseQueryResult<List<ReportPlan>, CallError>
  onClose: () => void
}

const idOf = ({ plan }: ReportPlan): string => plan

export function PlanForm({ id, plans, onClose }: PlanFormProps) {
  const t = useT(reportWords)
  const locale = useLocale()
  const { mutateAsync: add } = useAddPlan()
  const { mutateAsync: edit } = useEditPlan()
  const fields = <PlanFields />
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={plans}
      row={reportCalls.getReportPlans}
      add={{
        title: t('addPlan'),
        submitLabel: t('addPlan'),
        schema: AddReportPlan,
        initial: newPlan(locale),
        toInput: toPlan,
        fields,
        save: add,
        saved: t('planAdded'),
      }}
      edit={(plan) =>
        recordForm({
          title: t('editPlan'),
          submitLabel: t('savePlan'),
          schema: EditReportPlan,
          initial: valuesFor(EditReportPlan, plan),
          toInput: toPlan,
          fields,
          save: edit,
          saved: t('saved'),
        })
      }
    />
  )
}

const rhythmHints = { day: 'rhythmDay', week: 'rhythmWeek', month: 'rhythmMonth' } as const

function PlanFields() {
  const t = useT(reportWords)
  const field = useT(reportFieldWords)
  const rhythmName = useT(planRhythmWords)
  const form = Form.useFormInstance<PlanValues>()
  const rhythm = Form.useWatch('rhythm', form) ?? 'day'
  return (
    <>
      <FormField name="name" label={field('name')} required>
        <Input autoComplete="off" placeholder={t('nameHint')} />
      </FormField>
      <FormField name="rhythm" label={field('rhythm')} hint={t(rhythmHints[rhythm])}>
        <Choice options={planRhythms.map((value) => ({ value, label: rhythmName(value) }))} />
      </FormField>
      <RowFields />
      <PlaceFields />
      <FileFields />
      <FilePreview />
    </>
  )
}
