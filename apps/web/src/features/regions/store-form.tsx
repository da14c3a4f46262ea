import { type List, type Store, StoreEdit, StoreInput } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { PickOption } from '../../ui/remote-picker.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { useAddStore, useEditStore, useStoreById } from './api.ts'
import { regionWords } from './messages/messages.ts'
import { StartFromStore } from './start-from-store.tsx'
import { StoreFields } from './store-fields.tsx'

type StoreFormProps = {
  /** 'add', or the store to edit. */
  id: string
  stores: UseQueryResult<List<Store>, CallError>
  /** The area whose stores are shown: a new one most likely belongs there too. */
  area: string | null
  onClose: () => void
}

const idOf = ({ _id }: Store): string => _id

export function StoreForm({ id, stores, area, onClose }: StoreFormProps) {
  const asked = { id, idOf, shown: stores }
  const alone = useStoreById(id, isElsewhere(asked))
  const { row, reload } = useEditedRow({ ...asked, alone, onMissing: onClose })
  if (id === 'add') return <AddStore area={area} onClose={onClose} />
  if (!row) return null
  return <EditStore key={id} store={row} onReload={() => void reload()} onClose={onClose} />
}

type StoreValues = z.output<typeof StoreInput>

const newStore: StoreValues = {
  store_name: '',
  area: null,
  phone: '',
  store_address: '',
  remarks: '',
  auto_refund: false,
  manager: '',
  manager_phone: '',
  customer_no: '',
  mode: 'routine',
  mode_text: '',
  coo_mode: 'rent',
  coo_mode_text: '',
  coo_start_date: null,
  coo_end_date: null,
}

/** Words of one's own belong to the custom choices only; those of a choice taken back are not kept. */
const toInput = <Values extends StoreValues>(store: Values): Values => ({
  ...store,
  mode_text: store.mode === 'custom' ? store.mode_text : '',
  coo_mode_text: store.coo_mode === 'custom' ? store.coo_mode_text : '',
})

const areaOf = ({ area, area_name: name }: Store): PickOption | undefined =>
  area && name ? { value: area, label: name } : undefined

function AddStore({ area, onClose }: { area: string | null; onClose: () => void }) {
  const t = useT(regionWords)
  const { mutateAsync } = useAddStore()
  return (
    <FormDrawer
      title={t('addStore')}
      submitLabel={t('addStore')}
      schema={StoreInput}
      initial={{ ...newStore, area }}
      toInput={toInput}
      onSubmit={async (store) => {
        await mutateAsync(store)
        notify('success', t('storeAdded'))
      }}
      onClose={onClose}
    >
      <StartFromStore />
      <StoreFields />
    </FormDrawer>
  )
}

type EditStoreProps = { store: Store; onReload: () => void; onClose: () => void }

function EditStore({ store, onReload, onClose }: EditStoreProps) {
  const t = useT(regionWords)
  const { mutateAsync } = useEditStore()
  const { area_name: _area, device_count: _count, ...initial } = store
  return (
    <FormDrawer
      title={t('editStore')}
      submitLabel={t('saveStore')}
      schema={StoreEdit}
      initial={initial}
      toInput={toInput}
      onSubmit={async (edited) => {
        await mutateAsync(edited)
        notify('success', t('saved'))
      }}
      onReload={onReload}
      onClose={onClose}
    >
      <StoreFields knownArea={areaOf(store)} />
    </FormDrawer>
  )
}
