import { type Role, staffCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall, usePages } from '../../lib/query.ts'
import {
  chosenOf,
  pickerOf,
  pickerPageSize,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { staffWords } from './staff-words.ts'

type RolePickerProps = PickerProps<string | null> & {
  /** The initially chosen role, until its name is read. */
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
  const chosen = rest.value ? [rest.value] : []
  const named = useCall(
    staffCalls.getRole,
    { pageNum: 1, pageSize: 1, condition: { ids: chosen } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  const picker = pickerOf({
    search,
    found,
    toOption,
    known: named.data || !known ? chosenOf(chosen, named, toOption) : [known],
  })
  return <RemotePicker<string | null> placeholder={t('chooseRole')} {...rest} {...picker} />
}
