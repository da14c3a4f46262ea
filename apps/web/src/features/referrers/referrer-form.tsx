import {
  type List,
  type Referrer,
  referrerCalls,
  ReferrerEdit,
  referrerFieldWords,
  ReferrerInput,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Input } from 'antd'

import { StoresPicker } from '../../entities/store/store-picker.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord, valuesFor } from '../../lib/record-values.ts'
import { FormField } from '../../ui/form-field.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { ShareInput } from '../../ui/share-input.tsx'
import { useAddReferrer, useEditReferrer } from './api.ts'
import { referrerWords } from './referrer-words.ts'

type ReferrerFormProps = {
  /** 'add', or the referrer to edit. */
  id: string
  referrers: UseQueryResult<List<Referrer>, CallError>
  onClose: () => void
}

const idOf = ({ referrer_id: id }: Referrer): string => id

export function ReferrerForm({ id, referrers, onClose }: ReferrerFormProps) {
  const t = useT(referrerWords)
  const { mutateAsync: add } = useAddReferrer()
  const { mutateAsync: edit } = useEditReferrer()
  const fields = <ReferrerFields />
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={referrers}
      row={referrerCalls.getReferrer}
      add={{
        title: t('add'),
        submitLabel: t('add'),
        schema: ReferrerInput,
        initial: { ...newRecord(ReferrerInput), commission: null as number | null },
        fields,
        save: add,
        saved: t('added'),
      }}
      edit={(referrer) =>
        recordForm({
          title: t('edit'),
          submitLabel: t('save'),
          schema: ReferrerEdit,
          initial: valuesFor(ReferrerEdit, referrer),
          fields,
          save: edit,
          saved: t('saved'),
        })
      }
      readOnly={(referrer) => (referrer.deleted ? t('isDeleted') : undefined)}
    />
  )
}

function ReferrerFields() {
  const t = useT(referrerWords)
  const field = useT(referrerFieldWords)
  return (
    <>
      <FormField name="name" label={field('name')} required>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      <FormField name="number" label={field('number')} hint={t('numberHint')} required>
        <Input maxLength={40} autoComplete="off" />
      </FormField>
      <FormField name="region" label={field('region')} hint={t('regionHint')} judgesOnChange>
        <StoresPicker />
      </FormField>
      <FormField name="commission" label={field('commission')} hint={t('commissionHint')} required>
        <ShareInput />
      </FormField>
    </>
  )
}
