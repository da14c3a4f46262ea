import { RoleInput, staffCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { newRecord } from '../../lib/record-values.ts'
import { useMay } from '../../ui/can.tsx'
import { NewRecord } from '../../ui/new-record.tsx'
import { useAddRole } from './api.ts'
import { inputOfRole, RoleFields } from './role-form.tsx'
import './staff.css'
import { staffWords } from './staff-words.ts'

/** Adds the role of an account from the form of the account. */
export function NewRole() {
  const t = useT(staffWords)
  const { mutateAsync: add } = useAddRole()
  if (!useMay(staffCalls.addRole.access)) return null
  return (
    <NewRecord
      into="roleid"
      label={t('addRole')}
      schema={RoleInput}
      initial={newRecord(RoleInput)}
      toInput={inputOfRole}
      add={async (input) => (await add(input)).roleid}
      added={t('roleAdded')}
      fields={<RoleFields />}
    />
  )
}
