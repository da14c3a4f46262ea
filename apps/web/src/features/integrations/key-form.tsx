import {
  AddKeyForm,
  type ApiKey,
  EditKeyForm,
  integrationCalls,
  integrationFieldWords,
  type List,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Form, Input, Radio, Select } from 'antd'
import type { z } from 'zod'

import { DevicesPicker } from '../../entities/device/device-picker.tsx'
import { RolePicker } from '../../entities/role/role-picker.tsx'
import { AreasPicker } from '../../entities/store/areas-picker.tsx'
import { StoresPicker } from '../../entities/store/store-picker.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord } from '../../lib/record-values.ts'
import { useSession } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { formatInstant } from '../../ui/instant.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddKey, useEditKey } from './api.ts'
import { integrationWords } from './integration-words.ts'

type Values = Omit<z.output<typeof AddKeyForm>, 'days'> & { days: number }
type EditValues = Omit<z.output<typeof EditKeyForm>, 'days'> & { days: number }

const spans = [0, 30, 90, 365] as const
/** Stands for the expiry that the key has. */
const same = -1
const initial: Values = { ...newRecord(AddKeyForm), days: 0 }

/** Places that were chosen before "everything" are dropped; 0 days stand for a key that does not expire. */
const toInput = <Given extends Values>({ days, ...values }: Given) => ({
  ...values,
  ...(values.all_device ? { area: [], store: [], device: [] } : {}),
  ...(days === same ? {} : { days: days === 0 ? null : days }),
})

const idOf = ({ key_id: id }: ApiKey): string => id

const valuesOf = ({ key_id, name, roleid, all_device, area, store, device }: ApiKey): EditValues => ({
  key_id,
  name,
  roleid,
  all_device,
  area,
  store,
  device,
  days: same,
})

type KeyFormProps = {
  /** 'add', or the key to edit. */
  id: string
  keys: UseQueryResult<List<ApiKey>, CallError>
  onMade: (key: { name: string; secret: string }) => void
  onClose: () => void
}

export function KeyForm({ id, keys, onMade, onClose }: KeyFormProps) {
  const t = useT(integrationWords)
  const gate = useOperationGate()
  const { mutateAsync: add } = useAddKey()
  const { mutateAsync: edit } = useEditKey()
  if (id === 'add')
    return (
      <FormDrawer
        title={t('addKey')}
        submitLabel={t('makeKey')}
        schema={AddKeyForm}
        initial={initial}
        toInput={toInput}
        onSubmit={async (input) => onMade(await gate.run((sign) => add({ ...input, sign })))}
        onClose={onClose}
      >
        <p className="sw-form-intro">{t('keyIntro')}</p>
        <KeyFields />
      </FormDrawer>
    )
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={keys}
      row={integrationCalls.getKeys}
      readOnly={({ revoked_at: revoked }) => (revoked === null ? undefined : t('revokedReadOnly'))}
      edit={(key) =>
        recordForm({
          title: t('editKeyTitle', { name: key.name }),
          submitLabel: t('saveKey'),
          schema: EditKeyForm,
          initial: valuesOf(key),
          toInput,
          fields: (
            <>
              <p className="sw-form-intro">{t('editKeyIntro')}</p>
              <KeyFields of={key} />
            </>
          ),
          save: (input) => gate.run((sign) => edit({ ...input, sign })),
          saved: t('saved'),
        })
      }
    />
  )
}

function KeyFields({ of: key }: { of?: ApiKey }) {
  const t = useT(integrationWords)
  const field = useT(integrationFieldWords)
  const isPart = Form.useWatch<boolean | undefined>('all_device') === false
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const expiry = (at: string | null): string =>
    at === null ? t('neverExpires') : t('sameExpiry', { time: formatInstant(at, offset) })
  const known = key?.area.map((value, i) => ({ value, label: key.area_names[i] ?? '' })) ?? []
  return (
    <>
      <FormField name="name" label={field('name')} hint={t('nameHint')} required>
        <Input maxLength={40} autoComplete="off" />
      </FormField>
      <FormField name="roleid" label={field('roleid')} hint={t('roleHint')} required>
        <RolePicker toGive known={key && { value: key.roleid, label: key.role_name }} />
      </FormField>
      <FormField name="all_device" label={t('scope')}>
        <Radio.Group className="sw-integration-choice">
          <Radio value={true}>{t('everything')}</Radio>
          <Radio value={false}>{t('chosen')}</Radio>
        </Radio.Group>
      </FormField>
      {isPart && (
        <>
          <FormField name="area" label={field('area')}>
            <AreasPicker known={known} />
          </FormField>
          <FormField name="store" label={field('store')} dependsOn={['area', 'device']} judgesOnChange>
            <StoresPicker />
          </FormField>
          <FormField name="device" label={field('device')}>
            <DevicesPicker />
          </FormField>
        </>
      )}
      <FormField name="days" label={field('expires_at')}>
        <Select
          options={[
            ...(key ? [{ value: same, label: expiry(key.expires_at) }] : []),
            ...spans
              .filter((value) => value > 0 || key?.expires_at !== null)
              .map((value) => ({
                value,
                label: value === 0 ? t('neverExpires') : t('afterDays', { count: value }),
              })),
          ]}
        />
      </FormField>
    </>
  )
}
