import { type Area, AreaEdit, AreaInput, type List, regionFieldWords, regionCalls } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Input } from 'antd'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord, valuesFor } from '../../lib/record-values.ts'
import { FormField } from '../../ui/form-field.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddArea, useEditArea } from './api.ts'
import { regionWords } from './region-words.ts'

type AreaFormProps = {
  /** 'add', or the area to edit. */
  id: string
  areas: UseQueryResult<List<Area>, CallError>
  onClose: () => void
}

const idOf = ({ _id }: Area): string => _id

export function AreaForm({ id, areas, onClose }: AreaFormProps) {
  const t = useT(regionWords)
  const { mutateAsync: add } = useAddArea()
  const { mutateAsync: edit } = useEditArea()
  const fields = <AreaFields />
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={areas}
      row={regionCalls.getArea}
      add={{
        title: t('addArea'),
        submitLabel: t('addArea'),
        schema: AreaInput,
        initial: newRecord(AreaInput),
        fields,
        save: add,
        saved: t('areaAdded'),
      }}
      edit={(area) =>
        recordForm({
          title: t('editArea'),
          submitLabel: t('saveArea'),
          schema: AreaEdit,
          initial: valuesFor(AreaEdit, area),
          fields,
          save: edit,
          saved: t('saved'),
        })
      }
    />
  )
}

export function AreaFields() {
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
