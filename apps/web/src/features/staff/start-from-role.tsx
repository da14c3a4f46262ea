import type { Role } from '@slotwise/contract'
import { Form } from 'antd'
import { useEffect, useEffectEvent, useId, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useRoleById } from './api.ts'
import { staffWords } from './messages/messages.ts'
import { RolePicker } from './role-picker.tsx'

/** Roles are often alike: a new one can take the permissions of an existing one over. */
export function StartFromRole() {
  const t = useT(staffWords)
  const form = Form.useFormInstance()
  const inputId = useId()
  const [id, setId] = useState<string | null>(null)
  const { data } = useRoleById(id ?? '', id !== null)
  const pattern = data?.data.find(({ roleid }) => roleid === id)
  const takeOver = useEffectEvent(({ perm_detail, goods_scope, bank_scope }: Role) =>
    form.setFieldsValue({ perm_detail, goods_scope, bank_scope }),
  )
  useEffect(() => {
    if (pattern) takeOver(pattern)
  }, [pattern])
  return (
    <div className="sw-form-aside">
      <label htmlFor={inputId}>{t('startFrom')}</label>
      <RolePicker id={inputId} value={id} onChange={setId} placeholder={t('startFromHint')} />
    </div>
  )
}
