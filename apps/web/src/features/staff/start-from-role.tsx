import { staffCalls } from '@slotwise/contract'
import { Form } from 'antd'
import { useId, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useOne } from '../../lib/query.ts'
import { useTakeOver } from '../../ui/use-take-over.ts'
import { staffWords } from './staff-words.ts'
import { RolePicker } from '../../entities/role/role-picker.tsx'

/** A new role can start from the permissions of an existing one. */
export function StartFromRole() {
  const t = useT(staffWords)
  const form = Form.useFormInstance()
  const inputId = useId()
  const [id, setId] = useState<string | null>(null)
  const { data } = useOne(staffCalls.getRole, id ?? '', id !== null)
  const pattern = data?.data.find(({ roleid }) => roleid === id)
  useTakeOver(
    pattern,
    ({ roleid }) => roleid,
    ({ perm_detail, goods_scope, bank_scope }) =>
      form.setFieldsValue({ perm_detail, goods_scope, bank_scope }),
  )
  return (
    <div className="sw-form-aside">
      <label htmlFor={inputId}>{t('startFrom')}</label>
      <RolePicker id={inputId} value={id} onChange={setId} placeholder={t('startFromHint')} />
    </div>
  )
}
