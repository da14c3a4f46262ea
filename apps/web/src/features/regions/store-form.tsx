import { type List, type Store, StoreEdit, StoreInput, regionCalls } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { z } from 'zod'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord, valuesFor } from '../../lib/record-values.ts'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import type { PickOption } from '../../ui/remote-picker.tsx'
import { useAddStore, useEditStore } from './api.ts'
import { regionWords } from './region-words.ts'
import { StartFromStore } from './start-from-store.tsx'
import { StoreFields } from './store-fields.tsx'

type StoreFormProps = {
  /** 'add', or the store to edit. */
  id: string
  stores: UseQueryResult<List<Store>, CallError>
  /** The area that the list is filtered by: a new store most likely belongs there too. */
  area: string | null
  onClose: () => void
}

const idOf = ({ _id }: Store): string => _id

type StoreValues = Omit<z.output<typeof StoreInput>, 'merchant_id'>

/** Custom texts belong to the custom choices only; those of another choice are dropped. */
const toInput = <Values extends StoreValues>(store: Values): Values => ({
  ...store,
  mode_text: store.mode === 'custom' ? store.mode_text : '',
  coo_mode_text: store.coo_mode === 'custom' ? store.coo_mode_text : '',
})

const areaOf = ({ area, area_name: name }: Store): PickOption | undefined =>
  area && name ? { value: area, label: name } : undefined

const hasTerms = ({ coo_share: share, coo_rent: rent }: Store): boolean => share !== null || rent !== null

export function StoreForm({ id, stores, area, onClose }: StoreFormProps) {
  const t = useT(regionWords)
  const { mutateAsync: add } = useAddStore()
  const { mutateAsync: edit } = useEditStore()
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={stores}
      row={regionCalls.getStore}
      add={{
        title: t('addStore'),
        submitLabel: t('addStore'),
        schema: StoreInput,
        initial: { ...newRecord(StoreInput), area },
        toInput,
        fields: (
          <>
            <StartFromStore />
            <StoreFields />
          </>
        ),
        save: add,
        saved: t('storeAdded'),
      }}
      edit={(store) =>
        recordForm({
          title: t('editStore'),
          submitLabel: t('saveStore'),
          schema: StoreEdit,
          initial: valuesFor(StoreEdit, store),
          toInput,
          fields: <StoreFields knownArea={areaOf(store)} hasTerms={hasTerms(store)} />,
          save: edit,
          saved: t('saved'),
        })
      }
    />
  )
}
