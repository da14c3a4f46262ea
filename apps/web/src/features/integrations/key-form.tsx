import { AddKeyForm, integrationFieldWords } from '@slotwise/contract'
import { Form, Input, Radio, Select } from 'antd'
import type { z } from 'zod'

import { DevicesPicker } from '../../entities/device/device-picker.tsx'
import { RolePicker } from '../../entities/role/role-picker.tsx'
import { AreasPicker } from '../../entities/store/areas-picker.tsx'
import { StoresPicker } from '../../entities/store/store-picker.tsx'
import { useT } from '../../lib/i18n.tsx'
import { newRecord } from '../../lib/record-values.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { useAddKey } from './api.ts'
import { integrationWords } from './integration-words.ts'

type Values = Omit<z.output<typeof AddKeyForm>, 'days'> & { days: number }

const spans = [0, 30, 90, 365] as const
const initial: Values = { ...newRecord(AddKeyForm), days: 0 }

/** Places that were chosen before "everything" are dropped; 0 days stand for a key that does not expire. */
const toInput = ({ days, ...values }: Values) => ({
  ...values,
  ...(values.all_device ? { area: [], store: [], device: [] } : {}),
  days: days === 0 ? null : days,
})

type KeyFormProps = { onMade: (key: { name: string; secret: string }) => void; onClose: () => void }

export function KeyForm({ onMade, onClose }: KeyFormProps) {
  const t = useT(integrationWords)
  const gate = useOperationGate()
  const { mutateAsync: add } = useAddKey()
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
      <KeyFields />
    </FormDrawer>
  )
}

function KeyFields() {
  const t = useT(integrationWords)
  const field = useT(integrationFieldWords)
  const isPart = Form.useWatch<boolean | undefined>('all_device') === false
  return (
    <>
      <p className="sw-form-intro">{t('keyIntro')}</p>
      <FormField name="name" label={field('name')} hint={t('nameHint')} required>
        <Input maxLength={40} autoComplete="off" />
      </FormField>
      <FormField name="roleid" label={field('roleid')} hint={t('roleHint')} required>
        <RolePicker toGive />
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
            <AreasPicker known={[]} />
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
          options={spans.map((value) => ({
            value,
            label: value === 0 ? t('neverExpires') : t('afterDays', { count: value }),
          }))}
        />
      </FormField>
    </>
  )
}
