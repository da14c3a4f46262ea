import {
  type List,
  type Store,
  StoreEdit,
  StoreInput,
  regionCalls,
  thresholdCalls,
  type Thresholds,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'

import { useThresholds } from '../../entities/threshold/api.ts'
import { ownThreshold } from '../../entities/threshold/threshold-rule.ts'
import { ThresholdFields } from '../../entities/threshold/threshold-fields.tsx'
import { useThresholdText } from '../../entities/threshold/rule-text.ts'
import { thresholdWords } from '../../entities/threshold/threshold-words.ts'
import { thresholdShape, useSaveThreshold } from '../../entities/threshold/use-threshold-form.ts'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord, valuesFor } from '../../lib/record-values.ts'
import { Can } from '../../ui/can.tsx'
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

type StoreValues = Pick<z.output<typeof StoreInput>, 'mode' | 'mode_text' | 'coo_mode' | 'coo_mode_text'>

/** Custom texts belong to the custom choices only; those of another choice are dropped. */
const toInput = <Values extends StoreValues>(store: Values): Values => ({
  ...store,
  mode_text: store.mode === 'custom' ? store.mode_text : '',
  coo_mode_text: store.coo_mode === 'custom' ? store.coo_mode_text : '',
})

const areaOf = ({ area, area_name: name }: Store): PickOption | undefined =>
  area && name ? { value: area, label: name } : undefined

const hasTerms = ({ coo_share: share, coo_rent: rent }: Store): boolean => share !== null || rent !== null

/** A store with its thresholds, which are saved by a call of their own. */
const EditedStore = StoreEdit.safeExtend(thresholdShape)

export function StoreForm(props: StoreFormProps) {
  const { data, isPending } = useThresholds()
  return isPending ? null : <LoadedStoreForm {...props} thresholds={data} />
}

type LoadedStoreFormProps = StoreFormProps & { thresholds: Thresholds | undefined }

function LoadedStoreForm({ id, stores, area, thresholds, onClose }: LoadedStoreFormProps) {
  const t = useT(regionWords)
  // The form compares with what it began with: saved thresholds would look like a change by another user.
  const [begun] = useState(thresholds)
  const saveThreshold = useSaveThreshold()
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
          schema: EditedStore,
          initial: {
            ...valuesFor(StoreEdit, store),
            ...(begun ? ownThreshold(begun, { store: store._id }) : {}),
          },
          toInput,
          fields: (
            <>
              <StoreFields knownArea={areaOf(store)} hasTerms={hasTerms(store)} />
              <Can access={thresholdCalls.setThreshold.access}>
                {thresholds && <StoreThresholds thresholds={thresholds} store={store._id} />}
              </Can>
            </>
          ),
          // The thresholds first: they can be saved again when the store is refused.
          save: async ({ low, offline_minutes, ...input }) => {
            await saveThreshold(begun, { store: store._id }, { low, offline_minutes })
            return edit(input)
          },
          saved: t('saved'),
        })
      }
    />
  )
}

function StoreThresholds({ thresholds, store }: { thresholds: Thresholds; store: string }) {
  const t = useT(thresholdWords)
  const { title } = useThresholdText()
  return (
    <>
      <h3>{title}</h3>
      <p className="sw-form-intro">{t('ofStore')}</p>
      <ThresholdFields thresholds={thresholds} place={{ store }} />
    </>
  )
}
