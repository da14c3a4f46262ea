import { staffCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import {
  offered,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { staffWords } from './messages/messages.ts'

/** A merchant has a handful of roles: all of them are offered at once. */
const pageSize = 999

type RolePickerProps = PickerProps<string | null> & {
  /** The role chosen at first, in case it is not among those found. */
  known?: PickOption | undefined
  filterLabel?: string
  /** To be given to somebody: roles that hold more than the reader has cannot be. */
  toGive?: boolean
}

export function RolePicker({ known, toGive = false, ...rest }: RolePickerProps) {
  const t = useT(staffWords)
  const { q, onSearch } = usePickerSearch()
  const { data, isFetching } = useCall(staffCalls.getRole, {
    pageNum: 1,
    pageSize,
    condition: { q },
  })
  const found = (data?.data ?? []).map(({ roleid, name, note, grantable }): PickOption => ({
    value: roleid,
    label: name,
    hint: note,
    disabled: toGive && !grantable,
  }))
  return (
    <RemotePicker<string | null>
      placeholder={t('chooseRole')}
      {...rest}
      options={offered(known ? [known] : [], found, q)}
      found={data?.count ?? 0}
      loading={isFetching}
      onSearch={onSearch}
    />
  )
}
