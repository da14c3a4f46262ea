import { type Channel, type Device, ruleText, slotFieldWords } from '@slotwise/contract'
import { Form } from 'antd'
import { useCallback, useMemo, useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { useSetSlots } from './api.ts'
import { CoolingDown } from '../../entities/command/call-failure.tsx'
import { useTellEdited } from '../../entities/slot/goods-slots.ts'
import { useDrasticQuestion } from '../../entities/slot/use-drastic-question.ts'
import { SlotFields } from './slot-fields.tsx'
import { ChosenFields } from '../../ui/chosen-fields.tsx'
import { slotFormWords } from './slot-form-words.ts'
import './slot-forms.css'
import { numberRanges, numbersOf } from '../../entities/slot/slot-shelves.ts'
import {
  batchFieldsOf,
  batchInputOf,
  type BatchValues,
  changedSlots,
  editOfSlots,
  newBatch,
  piecesLost,
  vacantSlot,
  wasOf,
} from './slot-values.ts'
import { countsPieces } from '../../entities/device/counts-pieces.ts'
import { useSlotFields } from './use-slot-fields.ts'
import { useSlotSaving } from './use-slot-saving.ts'

type SlotBatchFormProps = {
  device: Device
  slots: readonly Channel[]
  refetch: () => Promise<Channel[]>
  onSaved: () => void
  onClose: () => void
}

/** One change for several slots: ticked fields are changed, the others stay. */
export function SlotBatchForm({ device, slots, refetch, onSaved, onClose }: SlotBatchFormProps) {
  const t = useT(slotFormWords)
  const locale = useLocale()
  const { mutateAsync } = useSetSlots()
  const { askIfDrastic, question } = useDrasticQuestion()
  const tellEdited = useTellEdited()
  const [base, setBase] = useState(slots)
  const [changed, setChanged] = useState<number[]>([])

  const takeLatest = async (): Promise<void> => {
    const latest = await refetch()
    const fresh = base.map((slot) => latest.find((one) => one.channel_sn === slot.channel_sn) ?? slot)
    setChanged(changedSlots(base, fresh))
    setBase(fresh)
  }
  const { save, secondsLeft } = useSlotSaving(takeLatest)
  const schema = useMemo(() => editOfSlots(base), [base])
  const fields = useSlotFields(device)
  const toInput = useCallback(
    (values: BatchValues) => batchInputOf(device.sn, base, fields, values),
    [device.sn, base, fields],
  )
  return (
    <FormDrawer
      title={t('editSlots', { count: base.length })}
      submitLabel={
        secondsLeft > 0 ? t('wait', { seconds: secondsLeft }) : t('saveSlots', { count: base.length })
      }
      schema={schema}
      initial={newBatch}
      toInput={toInput}
      onSubmit={async (input) => {
        const before = input.goods === undefined ? base : base.map((slot) => ({ ...slot, price: null }))
        await askIfDrastic({ before, after: input })
        const { sn: _sn, channel_sn: _numbers, revs: _revs, was: _was, ...edit } = input
        await save(async () => tellEdited(await mutateAsync({ ...input, ...wasOf(base, input) }), edit))
        onSaved()
      }}
      onClose={onClose}
    >
      <CoolingDown seconds={secondsLeft} />
      {changed.length > 0 && (
        <div className="sw-clash" role="alert">
          <Alert tone="warning">{t('clashMany', { slots: numberRanges(locale, changed) })}</Alert>
        </div>
      )}
      <p className="sw-form-intro">{t('slots', { slots: numberRanges(locale, numbersOf(base)) })}</p>
      <BatchFields device={device} slots={base} />
      {question}
    </FormDrawer>
  )
}

function BatchFields({ device, slots }: { device: Device; slots: readonly Channel[] }) {
  const field = useT(slotFieldWords)
  const t = useT(slotFormWords)
  const locale = useLocale()
  const has = useSlotFields(device)
  const form = Form.useFormInstance<BatchValues>()
  const ticked = Form.useWatch('fields', { form, preserve: true }) ?? []
  const goods = Form.useWatch('goods', { form, preserve: true }) ?? null
  const fields = batchFieldsOf(ticked, goods, has)
  const quantity = Form.useWatch('quantity', { form, preserve: true }) ?? null
  const vacant = vacantSlot(slots, { fields: ticked, quantity })
  const lost = ticked.includes('goods') && countsPieces(device.type) ? piecesLost(slots, goods) : 0
  return (
    <>
      <ChosenFields fields={has.map((name) => ({ value: name, label: field(name) }))} ticked={ticked} />
      {lost > 0 && (
        <div className="sw-form-note">
          <Alert tone="warning">{t('goodsOutMany', { count: lost })}</Alert>
        </div>
      )}
      <SlotFields
        device={device}
        fields={fields}
        currentGoods={undefined}
        isRefilled={ticked.includes('goods') && goods !== null}
        quantityWrong={
          vacant === undefined ? undefined : ruleText(locale, 'noGoodsNoStock', { number: vacant })
        }
      />
    </>
  )
}
