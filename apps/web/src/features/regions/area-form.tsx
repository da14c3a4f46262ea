import { type Area, AreaEdit, AreaInput, type List, regionFieldWords } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Input } from 'antd'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { useAddArea, useAreaById, useEditArea } from './api.ts'
import { regionWords } from './messages/messages.ts'

type AreaFormProps = {
  /** 'add', or the area to edit. */
  id: string
  areas: UseQueryResult<List<Area>, CallError>
  onClose: () => void
}

const idOf = ({ _id }: Area): string => _id

export function AreaForm({ id, areas, onClose }: AreaFormProps) {
  const asked = { id, idOf, shown: areas }
  const alone = useAreaById(id, isElsewhere(asked))
  const { row, reload } = useEditedRow({ ...asked, alone, onMissing: onClose })
  if (id === 'add') return <AddArea onClose={onClose} />
  if (!row) return null
  return <EditArea key={id} area={row} onReload={() => void reload()} onClose={onClose} />
}

function AddArea({ onClose }: { onClose: () => void }) {
  const t = useT(regionWords)
  const { mutateAsync } = useAddArea()
  return (
    <FormDrawer
      title={t('addArea')}
      submitLabel={t('addArea')}
      schema={AreaInput}
      initial={{ area_name: '', phone: '', area_address: '', remarks: '' }}
      onSubmit={async (area) => {
        await mutateAsync(area)
        notify('success', t('areaAdded'))
      }}
      onClose={onClose}
    >
      <AreaFields />
    </FormDrawer>
  )
}

type EditAreaProps = { area: Area; onReload: () => void; onClose: () => void }

function EditArea({ area: { store_count: _, ...area }, onReload, onClose }: EditAreaProps) {
  const t = useT(regionWords)
  const { mutateAsync } = useEditArea()
  return (
    <FormDrawer
      title={t('editArea')}
      submitLabel={t('saveArea')}
      schema={AreaEdit}
      initial={area}
      onSubmit={async (edited) => {
        await mutateAsync(edited)
        notify('success', t('saved'))
      }}
      onReload={onReload}
      onClose={onClose}
    >
      <AreaFields />
    </FormDrawer>
  )
}

function AreaFields() {
  const field = useT(regionFieldWords)
  return (
    <>
      <FormField name="area_name" label={field('area_name')} required>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="phone" label={field('area_phone')}>
        <Input type="tel" autoComplete="off" />
      </FormField>
      <FormField name="area_address" label={field('area_address')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} />
      </FormField>
      <FormField name="remarks" label={field('remarks')}>
        <Input.TextArea count={{ show: true, max: 500 }} autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
    </>
  )
}
