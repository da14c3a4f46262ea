import { type Role, staffCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { usePages } from '../../lib/query.ts'
import {
  pickerOf,
  pickerPageSize,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { staffWords } from './staff-words.ts'

type RolePickerProps = PickerProps<string | null> & {
  /** The initially chosen role, in case the search does not find it. */
  known?: PickOption | undefined
  filterLabel?: string
  /** Disables roles with more permissions than the user has, because the user cannot give them. */
  toGive?: boolean
}

export function RolePicker({ known, toGive = false, ...rest }: RolePickerProps) {
  const t = useT(staffWords)
  const search = usePickerSearch()
  const found = usePages(staffCalls.getRole, { q: search.q }, pickerPageSize)
  const toOption = ({ roleid, name, note, grantable }: Role): PickOption => ({
    value: roleid,
    label: name,
    hint: note,
    disabled: toGive && !grantable,
  })
  const picker = pickerOf({ search, found, toOption, known: known ? [known] : [] })
  return <RemotePicker<string | null> placeholder={t('chooseRole')} {...rest} {...picker} />
}
