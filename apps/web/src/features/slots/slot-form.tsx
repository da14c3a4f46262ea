import { type Channel, type Device, quantityTypes } from '@slotwise/contract'
import { Form, type FormInstance } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { type Rebased, rebase } from '../../lib/rebase.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { countsPieces } from '../../entities/device/counts-pieces.ts'
import { useTellUndoable } from '../../entities/refill/api.ts'
import { useTellEdited } from '../../entities/slot/goods-slots.ts'
import { isParted } from '../../entities/slot/slot-shelves.ts'
import { useDrasticQuestion } from '../../entities/slot/use-drastic-question.ts'
import { useSetQuantity, useSetSlots } from './api.ts'
import { CoolingDown } from '../../entities/command/call-failure.tsx'
import { FormHandle, suggest } from './form-handle.tsx'
import { SlotClash } from './slot-clash.tsx'
import { SlotFields } from './slot-fields.tsx'
import { SlotsOfGoodsLink } from './slots-of-goods-link.tsx'
import { slotFormWords } from './slot-form-words.ts'
import './slot-forms.css'
import { SlotReport } from './slot-report.tsx'
import { TakeCount } from './take-count.tsx'
import {
  changedFields,
  draftOf,
  editOfSlots,
  pick,
  revsOf,
  type SlotField,
  type SlotValues,
  valuesOf,
  wasOf,
} from './slot-values.ts'
import { useSlotFields } from './use-slot-fields.ts'
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
  const { mutateAsync: setQuantity } = useSetQuantity()
  const { askIfDrastic, question } = useDrasticQuestion()
  const tellEdited = useTellEdited()
  const tellUndoable = useTellUndoable()
  const fields = useSlotFields(device)
  const [base, setBase] = useState(slot)
  const [rebased, setRebased] = useState<Rebased<SlotValues>>()
  const form = useRef<FormInstance<SlotValues>>(undefined)

  const takeLatest = async (): Promise<void> => {
    const latest = (await refetch()).find(({ channel_sn: number }) => number === base.channel_sn)
    if (!latest) {
      notify('warning', t('goneSlot', { number: base.channel_sn }))
      return
    }
    setRebased(goOnFrom(latest))
  }
  /** Keeps what was typed, over the values of `latest`. */
  const goOnFrom = (latest: Channel, given: Partial<SlotValues> = {}): Rebased<SlotValues> => {
    const typed = form.current?.getFieldsValue(true) as SlotValues
    const next = rebase(valuesOf(base), valuesOf(latest), { ...typed, ...given })
    form.current?.setFieldsValue(next.values)
    setBase(latest)
    return next
  }
  const { save, secondsLeft } = useSlotSaving(takeLatest)
  const takeCount = (): Promise<void> =>
    save(async () => {
      const { sn } = device
      const { channel_sn: number, quantity } = base
      const which = { channel_sn: [number], revs: revsOf([base]) }
      const { data, refill } = await setQuantity({ sn, type: quantityTypes.count, ...which })
      const latest = data.find((one) => one.channel_sn === number)
      if (!latest) return
      // The count replaces a typed quantity, too.
      const { clashes, ...rest } = goOnFrom(latest, { quantity })
      setRebased(clashes.length > 0 ? { clashes, ...rest } : undefined)
      tellUndoable(t('countTaken', { number, counted: latest.quantity }), refill)
      // The button that had the focus is gone.
      form.current?.focusField('quantity')
    })
  const schema = useMemo(() => editOfSlots([base]), [base])
  const toInput = useCallback(
    (values: SlotValues) => draftOf(device.sn, base, fields, values),
    [device.sn, base, fields],
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
        // Other goods have another price.
        const isOther = changed.includes('goods')
        await askIfDrastic({
          before: [{ ...base, ...(isOther ? { price: null } : {}) }],
          after: sent,
        })
        await save(async () =>
          tellEdited(await mutateAsync({ sn, channel_sn, revs, ...wasOf([base], sent), ...sent }), sent),
        )
      }}
      onClose={onClose}
    >
      <FormHandle<SlotValues> onForm={(instance) => void (form.current = instance)} />
      <CoolingDown seconds={secondsLeft} />
      {rebased && <SlotClash rebased={rebased} />}
      <SlotReport slot={base} type={device.type} />
      {isParted(base) && fields.includes('quantity') && (
        <TakeCount slot={base} disabled={secondsLeft > 0} onTake={takeCount} />
      )}
      <OneSlot device={device} slot={base} fields={fields} />
      {question}
    </FormDrawer>
  )
}

type OneSlotProps = { device: Device; slot: Channel; fields: readonly SlotField[] }

function OneSlot({ device, slot, fields }: OneSlotProps) {
  const t = useT(slotFormWords)
  const form = Form.useFormInstance<SlotValues>()
  const goods: unknown = Form.useWatch('goods', { form, preserve: true })
  const base = valuesOf(slot)
  const isOther = goods !== undefined && goods !== base.goods
  const count = countsPieces(device.type) ? slot.quantity : 0

  const exchange = (next: string | null): void => {
    if (next === base.goods) {
      suggest(form, 'quantity', base.quantity)
      if (!form.isFieldTouched('price')) suggest(form, 'price', base.price)
    } else suggest(form, 'quantity', next === null ? 0 : null)
  }
  return (
    <>
      {slot.goods && <SlotsOfGoodsLink goods={slot.goods} />}
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
