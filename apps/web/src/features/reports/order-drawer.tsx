import { dayRange, rangeNames, type RangeName, ReportOrder } from '@slotwise/contract'
import { Form, Select } from 'antd'

import { useToday } from '../../lib/day-range.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { DayPicker } from '../../ui/day-picker.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { tellStarted } from '../../ui/jobs.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { useMakeReport } from './api.ts'
import { FileFields, PlaceFields, RowFields } from './content-fields.tsx'
import { FilePreview } from './file-preview.tsx'
import { newOrder, type OrderValues, toOrder } from './report-values.ts'
import { reportWords } from './report-words.ts'

/** Orders a report by hand. */
export function OrderDrawer({ onClose }: { onClose: () => void }) {
  const t = useT(reportWords)
  const locale = useLocale()
  const today = useToday()
  const { mutateAsync: make } = useMakeReport({ inline: true })
  return (
    <FormDrawer
      title={t('make')}
      submitLabel={t('make')}
      schema={ReportOrder}
      initial={newOrder(locale, dayRange('thisMonth', today))}
      toInput={toOrder}
      onSubmit={async (order) => tellStarted(await make(order), t('started'))}
      onClose={onClose}
    >
      <RowFields />
      <DayFields today={today} />
      <PlaceFields within="condition." />
      <FileFields />
      <FilePreview />
    </FormDrawer>
  )
}

/** Stands for days that the user has chosen one by one. */
const own = 'own'

/** The usual ranges by one choice, and the two days themselves. */
function DayFields({ today }: { today: string }) {
  const t = useT(reportWords)
  const ui = useT(uiWords)
  const form = Form.useFormInstance<OrderValues>()
  const from = Form.useWatch('condition.from', form)
  const to = Form.useWatch('condition.to', form)
  const isChosen = (name: RangeName): boolean => {
    const range = dayRange(name, today)
    return range.from === from && range.to === to
  }
  const chosen = rangeNames.find(isChosen)
  const choose = (name: string): void => {
    const range = rangeNames.find((one) => one === name)
    if (!range) return
    const days = dayRange(range, today)
    form.setFieldsValue({ 'condition.from': days.from, 'condition.to': days.to })
    form.validateFields(['condition.from', 'condition.to']).catch(() => undefined)
  }
  return (
    <>
      <Form.Item label={t('range')} htmlFor="report-range">
        <Select<string>
          id="report-range"
          value={chosen ?? own}
          options={[
            ...rangeNames.map((value) => ({ value: value as string, label: ui(value) })),
            ...(chosen ? [] : [{ value: own, label: ui('ownDays') }]),
          ]}
          onChange={choose}
        />
      </Form.Item>
      <div className="sw-field-pair">
        <FormField name="condition.from" label={t('from')} required judgesOnChange>
          <DayPicker />
        </FormField>
        <FormField name="condition.to" label={t('to')} required dependsOn={['condition.from']} judgesOnChange>
          <DayPicker />
        </FormField>
      </div>
    </>
  )
}
