import { regionCalls, type StorePick } from '@slotwise/contract'
import { useState } from 'react'

import { useT } from '../lib/i18n.tsx'
import { useCall } from '../lib/query.ts'
import { uiWords } from './messages/messages.ts'
import { type PickerProps, type PickOption, RemotePicker, usePickerSearch } from './remote-picker.tsx'

const pageSize = 50

const toOption = (store: StorePick): PickOption => ({
  value: store._id,
  label: store.store_name,
  hint: store.area_name ?? undefined,
})

/** Stores for the picker: those found, and those already chosen, so that a form can name them. */
function useStoreOptions(chosen: string[], area: string | undefined) {
  const [opened, setOpened] = useState(false)
  const { q, onSearch } = usePickerSearch()
  const inArea = area === undefined ? {} : { area }
  const found = useCall(
    regionCalls.getAllStore,
    { pageNum: 1, pageSize, condition: { ...inArea, ...(q === undefined ? {} : { q }) } },
    { enabled: opened },
  )
  const named = useCall(
    regionCalls.getAllStore,
    { pageNum: 1, pageSize: 999, condition: { ids: chosen } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  const options = new Map<string, PickOption>()
  for (const store of named.data?.data ?? [])
    if (chosen.includes(store._id) && q === undefined) options.set(store._id, toOption(store))
  for (const store of found.data?.data ?? []) options.set(store._id, toOption(store))
  return {
    options: [...options.values()],
    found: found.data?.count ?? 0,
    loading: found.isFetching,
    onSearch,
    onOpenChange: (open: boolean) => open && setOpened(true),
  }
}

type StorePickerProps = PickerProps<string | null> & { area?: string }

export function StorePicker({ area, ...rest }: StorePickerProps) {
  const t = useT(uiWords)
  const store = useStoreOptions(rest.value ? [rest.value] : [], area)
  return <RemotePicker<string | null> placeholder={t('pickStore')} {...rest} {...store} />
}
