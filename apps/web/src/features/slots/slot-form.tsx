import type { Channel, Device } from '@slotwise/contract'
import { Form, type FormInstance } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { type Rebased, rebase } from '../../lib/rebase.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useSetSlots } from './api.ts'
import { CoolingDown } from '../../entities/command/call-failure.tsx'
import { FormHandle, suggest } from './form-handle.tsx'
import { SlotClash } from './slot-clash.tsx'
import { SlotFields } from './slot-fields.tsx'
import { slotFormWords } from './slot-form-words.ts'
import './slot-forms.css'
import { SlotReport } from './slot-report.tsx'
import {
  changedFields,
  draftOf,
  editOfSlots,
  pick,
  slotFieldsOf,
  type SlotValues,
  valuesOf,
  wasOf,
} from './slot-values.ts'
import { useSlotSaving } from './use-slot-saving.ts'

type SlotFormProps = {
  device: Device
  /** As it was when the form opened; background updates do not change the form. */
  slot: Channel
  refetch: () => Promise<Channel[]>
  onClose: () => void
}

export function SlotForm({ device, slot, refetch, onClose }: SlotFormProps) {
  const t = useT(slotFormWords)
  const { mutateAsync } = useSetSlots()
  const fields = slotFieldsOf(device)
  const [base, setBase] = useState(slot)
  const [rebased, setRebased] = useState<Rebased<SlotValues>>()
  const form = useRef<FormInstance<SlotValues>>(undefined)

  const takeLatest = async (): Promise<void> => {
    const latest = (await refetch()).find(({ channel_sn: number }) => number === base.channel_sn)
    if (!latest) {
      notify('warning', t('goneSlot', { number: base.channel_sn }))
      return
    }
    const typed = form.current?.getFieldsValue(true) as SlotValues
    const next = rebase(valuesOf(base), valuesOf(latest), typed)
    form.current?.setFieldsValue(next.values)
    setBase(latest)
    setRebased(next)
  }
  const { save, secondsLeft } = useSlotSaving(takeLatest)
  const schema = useMemo(() => editOfSlots([base]), [base])
  const toInput = useCallback(
    (values: SlotValues) => draftOf(device.sn, base, slotFieldsOf(device), values),
    [device, base],
  )
  return (
    <FormDrawer
      title={t('editSlot', { number: slot.channel_sn })}
      submitLabel={secondsLeft > 0 ? t('wait', { seconds: secondsLeft }) : t('saveSlot')}
      schema={schema}
      initial={valuesOf(base)}
      toInput={toInput}
      onSubmit={async ({ sn, channel_sn, revs, ...input }) => {
        const changed = changedFields(valuesOf(base), input as Partial<SlotValues>)
        if (changed.length === 0) return notify('info', t('nothingChanged'))
        const sent = pick(input, changed)
        await save(() => mutateAsync({ sn, channel_sn, revs, ...wasOf([base], sent), ...sent }))
        notify('success', t('saved'))
      }}
      onClose={onClose}
    >
      <FormHandle<SlotValues> onForm={(instance) => void (form.current = instance)} />
      <CoolingDown seconds={secondsLeft} />
      {rebased && <SlotClash rebased={rebased} />}
      <SlotReport slot={base} type={device.type} />
      <OneSlot device={device} slot={base} fields={fields} />
    </FormDrawer>
  )
}

type OneSlotProps = { device: Device; slot: Channel; fields: ReturnType<typeof slotFieldsOf> }

function OneSlot({ device, slot, fields }: OneSlotProps) {
  const t = useT(slotFormWords)
  const form = Form.useFormInstance<SlotValues>()
  const goods: unknown = Form.useWatch('goods', { form, preserve: true })
  const base = valuesOf(slot)
  const isOther = goods !== undefined && goods !== base.goods
  const count = fields.includes('quantity') ? slot.quantity : 0

  const exchange = (next: string | null): void => {
    if (next === base.goods) {
      suggest(form, 'quantity', base.quantity)
      if (!form.isFieldTouched('price')) suggest(form, 'price', base.price)
    } else suggest(form, 'quantity', next === null ? 0 : null)
  }
  return (
    <>
      {isOther && slot.goods && count > 0 && (
        <div className="sw-form-note">
          <Alert tone="warning">
            {t(goods === null ? 'goodsOut' : 'goodsOutAsk', { count, goods: slot.goods.title })}
          </Alert>
        </div>
      )}
      <SlotFields
        device={device}
        fields={fields}
        currentGoods={base.goods}
        isRefilled={isOther && goods !== null}
        onGoods={exchange}
      />
    </>
  )
}
