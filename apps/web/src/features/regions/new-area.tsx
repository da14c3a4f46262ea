import { AreaInput, regionCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { newRecord } from '../../lib/record-values.ts'
import { useSession } from '../../lib/session.ts'
import { useMay } from '../../ui/can.tsx'
import { NewRecord } from '../../ui/new-record.tsx'
import { useAddArea } from './api.ts'
import { AreaFields } from './area-form.tsx'
import { regionWords } from './region-words.ts'

/** Adds the area of a store from the form of the store. Areas belong to the whole merchant, so limited users add none. */
export function NewArea() {
  const t = useT(regionWords)
  const { mutateAsync: add } = useAddArea()
  const mayAdd = useMay(regionCalls.addArea.access)
  const seesAll = useSession()?.allDevice ?? false
  if (!mayAdd || !seesAll) return null
  return (
    <NewRecord
      into="area"
      label={t('addArea')}
      schema={AreaInput}
      initial={newRecord(AreaInput)}
      add={async (input) => (await add(input))._id}
      added={t('areaAdded')}
      fields={<AreaFields />}
    />
  )
}
