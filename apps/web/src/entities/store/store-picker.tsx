import { noPlace, regionCalls, type StorePick } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall, usePages } from '../../lib/query.ts'
import { uiWords } from '../../ui/ui-words.ts'
import {
  chosenOf,
  pickerOf,
  pickerPageSize,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { storeWords } from './store-words.ts'

const toOption = (store: StorePick): PickOption => ({
  value: store._id,
  label: store.store_name,
  hint: store.area_name ?? undefined,
})

/** The chosen store may be deleted, or be one of which the user manages only machines. */
function useStores(value: string[], area: string | undefined, none?: string) {
  const chosen = value.filter((one) => one !== noPlace)
  const t = useT(storeWords)
  const search = usePickerSearch()
  const condition = { area: area === noPlace ? undefined : area, q: search.q }
  const found = usePages(regionCalls.getAllStore, condition, pickerPageSize, { enabled: search.opened })
  const named = useCall(
    regionCalls.getAllStore,
    { pageNum: 1, pageSize: 999, condition: { ids: chosen, withPast: true } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  const toChosen = (store: StorePick): PickOption => ({
    ...toOption(store),
    ...(store.deleted ? { label: t('deletedStore', { name: store.store_name }) } : {}),
  })
  const known = chosenOf(chosen, named, toChosen, (id) => t('unknownStore', { id }))
  const inNone = none === undefined ? [] : [{ value: noPlace, label: none }]
  return pickerOf({ search, found, toOption, known: [...inNone, ...known] })
}

type StorePickerProps = PickerProps<string | null> & {
  area?: string
  filterLabel?: string
  /** Offers what is in no store, by this name. */
  none?: string
}

export function StorePicker({ area, none, ...rest }: StorePickerProps) {
  const t = useT(uiWords)
  const store = useStores(rest.value ? [rest.value] : [], area, none)
  return <RemotePicker<string | null> placeholder={t('pickStore')} {...rest} {...store} />
}

export function StoresPicker(props: PickerProps<string[]>) {
  const t = useT(uiWords)
  const stores = useStores(props.value ?? [], undefined)
  return <RemotePicker<string[]> multiple placeholder={t('pickStores')} {...props} {...stores} />
}
