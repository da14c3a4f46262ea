import { type Role, staffCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { type PickerProps, type PickOption, RemotePicker, useRowPicker } from '../../ui/remote-picker.tsx'
import { roleWords } from './role-words.ts'

type RolePickerProps = PickerProps<string | null> & {
  /** The initially chosen role, until its name is read. */
  known?: PickOption | undefined
  filterLabel?: string
  /** Disables roles with more permissions than the user has, because the user cannot give them. */
  toGive?: boolean
}

export function RolePicker({ known, toGive = false, ...rest }: RolePickerProps) {
  const t = useT(roleWords)
  const toOption = ({ roleid, name, note, grantable }: Role): PickOption => ({
    value: roleid,
    label: name,
    hint: note,
    disabled: toGive && !grantable,
  })
  const picker = useRowPicker({ call: staffCalls.getRole, value: rest.value, known, toOption })
  return <RemotePicker<string | null> placeholder={t('chooseRole')} {...rest} {...picker} />
}
