import {
  type GoodsSlot,
  type GoodsSlotList,
  type GoodsSlotNarrowing,
  GoodsSlotsEdit,
  ruleText,
  slotFieldWords,
} from '@slotwise/contract'
import { Form, InputNumber, Switch } from 'antd'
import { useCallback, useState } from 'react'
import type { z } from 'zod'

import { GoodsPicker, usePriceInText } from '../../entities/goods/goods-picker.tsx'
import { pricesIn, useSetGoodsSlots, useTellChanged } from '../../entities/slot/goods-slots.ts'
import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { useDrasticQuestion } from '../../entities/slot/use-drastic-question.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { MoneyInput, type TypedMoney } from '../../ui/money-input.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { ChosenFields } from '../../ui/chosen-fields.tsx'
import { slotFormWords } from './slot-form-words.ts'
import './slot-forms.css'

const fields = ['price', 'goods', 'max', 'enabled'] as const
type Field = (typeof fields)[number]
type Values = {
  fields: Field[]
  price: TypedMoney
  goods: string | null
  max: number | null
  enabled: boolean
}
const initial: Values = { fields: ['price'], price: null, goods: null, max: null, enabled: true }

type GoodsSlotsFormProps = {
  list: GoodsSlotList
  /** The chosen slots; with none, all slots of the filter are changed. */
  chosen: readonly GoodsSlot[]
  filter: z.output<typeof GoodsSlotNarrowing>
  onSaved: () => void
  onClose: () => void
}

/** One change for the slots of some goods: ticked fields are changed, the others stay. */
export function GoodsSlotsForm({ list, chosen, filter, onSaved, onClose }: GoodsSlotsFormProps) {
  const t = useT(goodsSlotWords)
  const { mutateAsync } = useSetGoodsSlots()
  const tellChanged = useTellChanged()
  const { askIfDrastic, question } = useDrasticQuestion()
  // The form changes what it was opened for; live updates of the list do not change that.
  const [asked] = useState({ list, chosen, filter })
  const count = asked.chosen.length || asked.list.count
  const { goods } = asked.list
  const toInput = useCallback(
    (values: Values) => {
      const picked = fields.filter((name) => values.fields.includes(name)).map((name) => [name, values[name]])
      const slots = asked.chosen.map(({ sn, channel_sn, rev }) => ({ sn, channel_sn, rev }))
      return {
        goods_id: asked.list.goods.goods_id,
        ...(slots.length > 0 ? { slots } : { condition: asked.filter }),
        ...(Object.fromEntries(picked) as Partial<Values>),
      }
    },
    [asked],
  )
  const before = asked.chosen.length > 0 ? asked.chosen : [{ price: asked.list.max_price }]
  return (
    <>
      <FormDrawer
        title={t('formTitle', { count, name: goods.title })}
        submitLabel={t('save', { count })}
        schema={GoodsSlotsEdit}
        initial={initial}
        toInput={toInput}
        onSubmit={async (input) => {
          await askIfDrastic({
            before,
            after: { price: input.price },
            count,
            takesGoodsOut: input.goods !== undefined && input.goods !== goods.goods_id,
          })
          tellChanged(await mutateAsync(input))
          onSaved()
        }}
        onClose={onClose}
      >
        <EditedFields list={asked.list} />
      </FormDrawer>
      {question}
    </>
  )
}

function EditedFields({ list }: { list: GoodsSlotList }) {
  const t = useT(goodsSlotWords)
  const form = useT(slotFormWords)
  const field = useT(slotFieldWords)
  const priceText = usePriceInText()
  const drawer = Form.useFormInstance<Values>()
  const ticked = Form.useWatch('fields', { form: drawer, preserve: true }) ?? initial.fields
  const has = (name: Field): boolean => ticked.includes(name)
  const picked = Form.useWatch('goods', { form: drawer, preserve: true }) ?? null
  const locale = useLocale()
  const now = priceText(pricesIn(list))
  return (
    <>
      <ChosenFields fields={fields.map((name) => ({ value: name, label: field(name) }))} ticked={ticked} />
      {has('price') && (
        <FormField
          name="price"
          label={field('price')}
          required
          hint={`${t('listPrice', { price: priceText(list.goods) })} · ${t('slotPrices', { price: now })}`}
        >
          <MoneyInput />
        </FormField>
      )}
      {has('goods') && (
        <>
          <div className="sw-form-note">
            <Alert tone="warning">{t('goodsWarning')}</Alert>
          </div>
          <FormField
            name="goods"
            label={field('goods')}
            required
            judgesOnChange
            alsoWrong={picked === null ? ruleText(locale, 'required') : undefined}
          >
            <GoodsPicker />
          </FormField>
        </>
      )}
      {has('max') && (
        <FormField name="max" label={field('max')} required hint={form('maxHint')}>
          <InputNumber controls={false} inputMode="numeric" />
        </FormField>
      )}
      {has('enabled') && (
        <FormField name="enabled" label={field('enabled')} hint={form('enabledHint')} valuePropName="checked">
          <Switch />
        </FormField>
      )}
    </>
  )
}
