import { regionCalls, type Store } from '@slotwise/contract'
import { Form } from 'antd'
import { useId, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useOne } from '../../lib/query.ts'
import { StorePicker } from '../../entities/store/store-picker.tsx'
import { useTakeOver } from '../../ui/use-take-over.ts'
import { regionWords } from './region-words.ts'

/** The values that similar stores share; name and location are left to be typed. */
const shared = ({ area, auto_refund, part_failed, remarks, manager, manager_phone, ...store }: Store) => ({
  area,
  auto_refund,
  part_failed,
  remarks,
  manager,
  manager_phone,
  mode: store.mode,
  mode_text: store.mode_text,
  coo_mode: store.coo_mode,
  coo_mode_text: store.coo_mode_text,
  coo_start_date: store.coo_start_date,
  coo_end_date: store.coo_end_date,
  coo_share: store.coo_share,
  coo_rent: store.coo_rent,
})

/** A new store can start from an existing one. */
export function StartFromStore() {
  const t = useT(regionWords)
  const form = Form.useFormInstance()
  const inputId = useId()
  const [id, setId] = useState<string | null>(null)
  const { data } = useOne(regionCalls.getStore, id ?? '', id !== null)
  const pattern = data?.data.find(({ _id }) => _id === id)
  useTakeOver(
    pattern,
    ({ _id }) => _id,
    (store) => form.setFieldsValue(shared(store)),
  )
  return (
    <div className="sw-form-aside">
      <label htmlFor={inputId}>{t('startFrom')}</label>
      <StorePicker id={inputId} value={id} onChange={setId} placeholder={t('startFromHint')} />
    </div>
  )
}
