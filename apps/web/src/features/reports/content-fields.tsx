import {
  exportFormats,
  exportWords,
  locales,
  payClients,
  payClientWords,
  reportFieldWords,
  reportLocaleWords,
  reportPrecisions,
  reportPrecisionWords,
  reportScales,
  reportScaleWords,
} from '@slotwise/contract'
import { Form, Select } from 'antd'

import { DevicePicker } from '../../entities/device/device-picker.tsx'
import { useAreasOfStores } from '../../entities/store/api.ts'
import { StorePicker } from '../../entities/store/store-picker.tsx'
import { useT } from '../../lib/i18n.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { Choice } from './choice.tsx'
import type { ContentValues } from './report-values.ts'
import { reportWords } from './report-words.ts'

/** What the rows of a report are about. */
export function RowFields() {
  const field = useT(reportFieldWords)
  const scale = useT(reportScaleWords)
  const precision = useT(reportPrecisionWords)
  return (
    <>
      <FormField name="data_scale" label={field('data_scale')}>
        <Choice options={reportScales.map((value) => ({ value, label: scale(value) }))} />
      </FormField>
      <FormField name="data_precision" label={field('data_precision')}>
        <Choice options={reportPrecisions.map((value) => ({ value, label: precision(value) }))} />
      </FormField>
    </>
  )
}

/** Conditions beside the days. `within`: where the contract has them, with a dot. */
export function PlaceFields({ within = '' }: { within?: '' | 'condition.' }) {
  const t = useT(reportWords)
  const ui = useT(uiWords)
  const field = useT(reportFieldWords)
  const client = useT(payClientWords)
  const form = Form.useFormInstance<ContentValues>()
  const areas = useAreasOfStores(Form.useWatch(`${within}area`, form))
  return (
    <>
      <h3>{t('conditions')}</h3>
      <div className="sw-field-pair">
        <FormField name={`${within}area`} label={field('area')}>
          <Select<string>
            allowClear={{ label: ui('clear') }}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('anyArea')}
            options={areas}
          />
        </FormField>
        <FormField name={`${within}store`} label={field('store')}>
          <StorePicker placeholder={t('anyStore')} />
        </FormField>
      </div>
      <div className="sw-field-pair">
        <FormField name={`${within}sn`} label={field('device')}>
          <DevicePicker placeholder={t('anyDevice')} />
        </FormField>
        <FormField name={`${within}client`} label={field('client')}>
          <Select<string>
            allowClear={{ label: ui('clear') }}
            placeholder={t('anyClient')}
            options={payClients.map((value) => ({ value, label: client(value) }))}
          />
        </FormField>
      </div>
    </>
  )
}

export function FileFields() {
  const t = useT(reportWords)
  const field = useT(reportFieldWords)
  const language = useT(reportLocaleWords)
  const format = useT(exportWords)
  return (
    <>
      <h3>{t('file')}</h3>
      <div className="sw-field-pair">
        <FormField name="locale" label={field('locale')}>
          <Select options={locales.map((value) => ({ value, label: language(value) }))} />
        </FormField>
        <FormField name="format" label={field('format')}>
          <Select options={exportFormats.map((value) => ({ value, label: format(value) }))} />
        </FormField>
      </div>
    </>
  )
}
