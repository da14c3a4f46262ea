import { type Channel, ChannelInfo, channelFieldWords, type Device } from '@slotwise/contract'
import { Checkbox, Form, type FormInstance } from 'antd'
import { useCallback, useRef, useState } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { notify } from '../../../lib/notices.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import { useSetSlots } from '../api.ts'
import { CoolingDown } from '../commands/call-failure.tsx'
import { FormHandle } from './form-handle.tsx'
import { SlotFields } from './slot-fields.tsx'
import { slotFormWords } from './slot-form-words.ts'
import './slot-forms.css'
import { numberRanges } from './slot-shelves.ts'
import {
  batchFieldsOf,
  batchInputOf,
  type BatchValues,
  changedSlots,
  newBatch,
  pick,
  piecesLost,
  slotFieldsOf,
  smallestMax,
  wasOf,
} from './slot-values.ts'
import { useSlotSaving } from './use-slot-saving.ts'

type SlotBatchFormProps = {
  device: Device
  slots: readonly Channel[]
  refetch: () => Promise<Channel[]>
  onSaved: () => void
  onClose: () => void
}

/** The same for several slots: what is ticked is changed, the rest stays. */
export function SlotBatchForm({ device, slots, refetch, onSaved, onClose }: SlotBatchFormProps) {
  const t = useT(slotFormWords)
  const { mutateAsync } = useSetSlots()
  const form = useRef<FormInstance<BatchValues>>(undefined)
  const [base, setBase] = useState(slots)
  const [changed, setChanged] = useState<number[]>([])

  const takeLatest = async (): Promise<void> => {
    const latest = await refetch()
    const fresh = base.map((slot) => latest.find((one) => one.channel_sn === slot.channel_sn) ?? slot)
    setChanged(changedSlots(base, fresh))
    setBase(fresh)
  }
  const { save, secondsLeft } = useSlotSaving(takeLatest)
  const toInput = useCallback(
    (values: BatchValues) => {
      const input = batchInputOf(device.sn, base, slotFieldsOf(device), values)
      // So that the rule between the two is judged; it does not travel.
      return 'quantity' in input && !('max' in input) ? { ...input, max: smallestMax(base) } : input
    },
    [device, base],
  )
  return (
    <FormDrawer
      title={t('editSlots', { count: base.length })}
      submitLabel={
        secondsLeft > 0 ? t('wait', { seconds: secondsLeft }) : t('saveSlots', { count: base.length })
      }
      schema={ChannelInfo}
      initial={newBatch}
      toInput={toInput}
      onSubmit={async ({ sn, channel_sn, revs, ...input }) => {
        const { fields, goods } = (form.current?.getFieldsValue(true) ?? newBatch) as BatchValues
        const wanted = batchFieldsOf(fields, goods, slotFieldsOf(device)).filter((field) => field in input)
        await save(() =>
          mutateAsync({ sn, channel_sn, revs, ...wasOf(base, wanted), ...pick(input, wanted) }),
        )
        notify('success', t('saved'))
        onSaved()
      }}
      placeErrors={({ errors }) =>
        errors.map(({ path, message }) => ({
          path: form.current?.getFieldInstance(path) === undefined ? 'fields' : path,
          message,
        }))
      }
      onClose={onClose}
    >
      <FormHandle<BatchValues> onForm={(instance) => void (form.current = instance)} />
      <CoolingDown seconds={secondsLeft} />
      {changed.length > 0 && (
        <div className="sw-clash" role="alert">
          <Alert tone="warning">{t('clashMany', { slots: numberRanges(changed) })}</Alert>
        </div>
      )}
      <p className="sw-form-intro">
        {t('slots', { slots: numberRanges(base.map(({ channel_sn: number }) => number)) })}
      </p>
      <BatchFields device={device} slots={base} />
    </FormDrawer>
  )
}

function BatchFields({ device, slots }: { device: Device; slots: readonly Channel[] }) {
  const t = useT(slotFormWords)
  const field = useT(channelFieldWords)
  const has = slotFieldsOf(device)
  const form = Form.useFormInstance<BatchValues>()
  const ticked = Form.useWatch('fields', { form, preserve: true }) ?? []
  const goods = Form.useWatch('goods', { form, preserve: true }) ?? null
  const fields = batchFieldsOf(ticked, goods, has)
  const lost = ticked.includes('goods') && has.includes('quantity') ? piecesLost(slots, goods) : 0
  return (
    <>
      <FormField
        name="fields"
        label={t('fields')}
        hint={t('fieldsHint')}
        changesLate
        alsoWrong={ticked.length === 0 ? t('chooseField') : undefined}
      >
        <Checkbox.Group options={has.map((name) => ({ value: name, label: field(name) }))} />
      </FormField>
      {lost > 0 && (
        <div className="sw-form-note">
          <Alert tone="warning">{t('goodsOutMany', { count: lost })}</Alert>
        </div>
      )}
      <SlotFields
        device={device}
        fields={fields}
        kept={undefined}
        isRefilled={ticked.includes('goods') && goods !== null}
      />
    </>
  )
}
