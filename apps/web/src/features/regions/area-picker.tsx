import { regionCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import {
  offered,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { regionWords } from './messages/messages.ts'

/** How many a picker shows before it asks to type more. */
const pageSize = 999

type AreaPickerProps = PickerProps<string | null> & {
  /** The area chosen at first, in case it is not among those found. */
  known?: PickOption | undefined
  filterLabel?: string
}

export function AreaPicker({ known, ...rest }: AreaPickerProps) {
  const t = useT(regionWords)
  const { q, onSearch } = usePickerSearch()
  const { data, isFetching } = useCall(regionCalls.getArea, {
    pageNum: 1,
    pageSize,
    condition: { q },
  })
  const found = (data?.data ?? []).map((area): PickOption => ({ value: area._id, label: area.area_name }))
  return (
    <RemotePicker<string | null>
      placeholder={t('chooseArea')}
      {...rest}
      options={offered(known ? [known] : [], found, q)}
      found={data?.count ?? 0}
      loading={isFetching}
      onSearch={onSearch}
    />
  )
}
