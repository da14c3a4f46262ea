import { capabilities, slotFieldWords, type Device, goodsCalls, type GoodsPick } from '@slotwise/contract'
import { Button, Form, type GetRef, InputNumber, type InputNumberProps, Switch } from 'antd'
import type { Ref } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import { FormField } from '../../ui/form-field.tsx'
import { GoodsPicker, usePriceInText } from '../../entities/goods/goods-picker.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { useTakeOver } from '../../ui/use-take-over.ts'
import { suggest } from './form-handle.tsx'
import { slotFormWords } from './slot-form-words.ts'
import { isUnusual, type SlotField } from './slot-values.ts'

type SlotFieldsProps = {
  device: Device
  fields: readonly SlotField[]
  /** The goods that are in the slot now; other goods suggest their own price. */
  currentGoods: string | null | undefined
  /** Other goods than before, so the quantity is that of the new goods. */
  isRefilled: boolean
  quantityWrong?: string | undefined
  onGoods?: (goods: string | null) => void
}

/** The fields of one slot, or of several that are changed together. */
export function SlotFields({
  device,
  fields,
  currentGoods,
  isRefilled,
  quantityWrong,
  onGoods,
}: SlotFieldsProps) {
  const t = useT(slotFormWords)
  const field = useT(slotFieldWords)
  const goods: unknown = Form.useWatch('goods', { preserve: true })
  const isVacant = fields.includes('goods') && (goods ?? null) === null
  const found = usePriceOfGoods(typeof goods === 'string' ? goods : null, currentGoods)
  const has = (name: SlotField): boolean => fields.includes(name)
  return (
    <>
      {has('goods') && (
        <FormField name="goods" label={field('goods')} judgesOnChange>
          <GoodsPicker {...(onGoods ? { onChange: onGoods } : {})} />
        </FormField>
      )}
      {has('price') && (
        <FormField
          name="price"
          label={field('price')}
          required={!isVacant}
          hint={found && <PriceHint goods={found} />}
          dependsOn={withGoods}
        >
          <MoneyInput />
        </FormField>
      )}
      {has('game_price') && (
        <FormField name="game_price" label={field('game_price')}>
          <MoneyInput />
        </FormField>
      )}
      {has('rate') && (
        <FormField name="rate" label={field('rate')} hint={t('rateHint')}>
          <InputNumber suffix="%" controls={false} inputMode="decimal" />
        </FormField>
      )}
      <LockedNote device={device} />
      <div className={has('quantity') && has('max') ? 'sw-field-pair' : undefined}>
        {has('quantity') && (
          <FormField
            name="quantity"
            label={isRefilled ? t('newQuantity') : field('quantity')}
            required={!isVacant}
            hint={isVacant ? t('noGoodsHint') : undefined}
            dependsOn={withMax}
            alsoWrong={quantityWrong}
          >
            <QuantityInput disabled={isVacant} />
          </FormField>
        )}
        {has('max') && (
          <FormField name="max" label={field('max')} required hint={t('maxHint')} dependsOn={withQuantity}>
            <InputNumber controls={false} inputMode="numeric" />
          </FormField>
        )}
      </div>
      {has('enabled') && (
        <FormField name="enabled" label={field('enabled')} hint={t('enabledHint')} valuePropName="checked">
          <Switch />
        </FormField>
      )}
    </>
  )
}

/** Values that are the same for all slots are changed in the settings. */
function LockedNote({ device }: { device: Device }) {
  const t = useT(slotFormWords)
  const { game, chance } = capabilities[device.type]
  const notes = [
    ...(game && device.same_gp ? [t('sameGamePrice')] : []),
    ...(chance && device.same_pb ? [t('sameRate')] : []),
  ]
  const lines = notes.map((note) => <p key={note}>{note}</p>)
  return lines.length > 0 && <div className="sw-form-intro">{lines}</div>
}

const withGoods = ['goods']
const withMax = ['max', 'goods']
const withQuantity = ['quantity', 'goods']
const idOf = ({ goods_id: id }: GoodsPick): string => id

/** Suggests the price of the chosen goods, unless the user has typed one. */
function usePriceOfGoods(
  goods: string | null,
  currentGoods: string | null | undefined,
): GoodsPick | undefined {
  const form = Form.useFormInstance()
  const { data } = useCall(
    goodsCalls.getAllGoods,
    { pageNum: 1, pageSize: 1, condition: { ids: goods === null ? [] : [goods] } },
    { enabled: goods !== null, staleTime: 60_000 },
  )
  const found = data?.data.find(({ goods_id: id }) => id === goods)
  useTakeOver(found, idOf, ({ goods_id: id, price, min_price: lowest }) => {
    if (id === currentGoods || form.isFieldTouched('price')) return
    const guess = price ?? lowest
    if (guess !== null) suggest(form, 'price', guess)
  })
  return found
}

/** The usual price of the goods; a price far from it may be a typing error, so it is only a hint. */
function PriceHint({ goods }: { goods: GoodsPick }) {
  const t = useT(slotFormWords)
  const priceText = usePriceInText()
  const price: unknown = Form.useWatch('price', { preserve: true })
  const hint = t('priceHint', { price: priceText(goods) })
  if (typeof price !== 'number' || !isUnusual(price, goods)) return hint
  return (
    <>
      {hint} <span className="sw-field-warning">{t('unusualPrice')}</span>
    </>
  )
}

type QuantityInputProps = InputNumberProps<number> & { ref?: Ref<GetRef<typeof InputNumber>> }

/** A button fills the slot to its capacity. */
function QuantityInput(props: QuantityInputProps) {
  const t = useT(slotFormWords)
  const max: unknown = Form.useWatch('max', { preserve: true })
  const { disabled = false, value, onChange } = props
  return (
    <>
      <InputNumber controls={false} inputMode="numeric" {...props} />
      {typeof max === 'number' && max > 0 && !disabled && value !== max && (
        <Button type="link" size="small" className="sw-fill-to" onClick={() => onChange?.(max)}>
          {t('fillTo', { max })}
        </Button>
      )}
    </>
  )
}
