import {
  type Coupon,
  couponCalls,
  CouponEdit,
  couponFieldWords,
  CouponInput,
  couponPeriods,
  couponPeriodWords,
  type CouponType,
  couponTypes,
  couponTypeWords,
  type List,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio, Select } from 'antd'

import { StoresPicker } from '../../entities/store/store-picker.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord, valuesFor } from '../../lib/record-values.ts'
import { DayPicker } from '../../ui/day-picker.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddCoupon, useEditCoupon } from './api.ts'
import { couponWords } from './coupon-words.ts'

type CouponFormProps = {
  /** 'add', or the coupon to edit. */
  id: string
  coupons: UseQueryResult<List<Coupon>, CallError>
  onClose: () => void
}

const idOf = ({ coupon_id: id }: Coupon): string => id

/** What a new coupon takes off is not filled in. */
const newCoupon = { ...newRecord(CouponInput), value: null }

export function CouponForm({ id, coupons, onClose }: CouponFormProps) {
  const t = useT(couponWords)
  const { mutateAsync: add } = useAddCoupon()
  const { mutateAsync: edit } = useEditCoupon()
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={coupons}
      row={couponCalls.getCoupon}
      add={{
        title: t('add'),
        submitLabel: t('add'),
        schema: CouponInput,
        initial: newCoupon,
        fields: <CouponFields received={0} />,
        save: add,
        saved: t('added'),
      }}
      edit={(coupon) =>
        recordForm({
          title: t('edit'),
          submitLabel: t('save'),
          schema: CouponEdit,
          initial: valuesFor(CouponEdit, coupon),
          fields: <CouponFields received={coupon.received} />,
          save: edit,
          saved: t('saved'),
        })
      }
    />
  )
}

function CouponFields({ received }: { received: number }) {
  const t = useT(couponWords)
  const field = useT(couponFieldWords)
  return (
    <>
      <FormField name="name" label={field('name')} required>
        <Input autoComplete="off" maxLength={40} />
      </FormField>
      <OfferFields isFixed={received > 0} />
      <FormField
        name="quantity"
        label={field('quantity')}
        hint={received > 0 ? t('quantityReceived', { count: received }) : t('quantityHint')}
      >
        <WholeNumber />
      </FormField>
      <LimitFields />
      <div className="sw-field-pair">
        <FormField name="start_date" label={field('start_date')} judgesOnChange>
          <DayPicker />
        </FormField>
        <FormField
          name="end_date"
          label={field('end_date')}
          hint={t('datesHint')}
          dependsOn={['start_date']}
          judgesOnChange
        >
          <DayPicker />
        </FormField>
      </div>
      <FormField name="regions" label={field('regions')} hint={t('regionsHint')}>
        <StoresPicker />
      </FormField>
    </>
  )
}

/** Type and value; they cannot change once the coupon was received. */
function OfferFields({ isFixed }: { isFixed: boolean }) {
  const t = useT(couponWords)
  const field = useT(couponFieldWords)
  const isCash = Form.useWatch<CouponType | undefined>('type') === 'cash'
  const hint = isFixed ? t('isFixed') : t(isCash ? 'cashHint' : 'percentHint')
  return (
    <>
      <FormField name="type" label={field('type')} required>
        <TypeChoice disabled={isFixed} />
      </FormField>
      <FormField
        key={isCash ? 'cash' : 'discount'}
        name="value"
        label={t(isCash ? 'cashOff' : 'percentOff')}
        hint={hint}
        required
      >
        {isFixed ? <FixedValue isCash={isCash} /> : isCash ? <MoneyInput /> : <WholeNumber suffix="%" />}
      </FormField>
    </>
  )
}

type TypeChoiceProps = {
  id?: string
  value?: CouponType
  onChange?: (type: CouponType) => void
  disabled: boolean
}

/** Percent and cents have nothing in common, so another type begins with an empty value. */
function TypeChoice({ onChange, ...rest }: TypeChoiceProps) {
  const word = useT(couponTypeWords)
  const form = Form.useFormInstance()
  return (
    <Radio.Group
      {...rest}
      optionType="button"
      options={couponTypes.map((value) => ({ value, label: word(value) }))}
      onChange={({ target }) => {
        form.setFieldValue('value', null)
        onChange?.(target.value as CouponType)
      }}
    />
  )
}

type ControlProps = {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
}

function WholeNumber({ suffix, value = null, ...rest }: ControlProps & { suffix?: string }) {
  return (
    <InputNumber<number>
      {...rest}
      value={value}
      {...(suffix === undefined ? {} : { suffix })}
      controls={false}
      inputMode="numeric"
      precision={0}
      style={{ width: '100%' }}
    />
  )
}

function FixedValue({ isCash, value = null, ...rest }: ControlProps & { isCash: boolean }) {
  const text = value === null ? '' : isCash ? (value / 100).toFixed(2) : `${value}%`
  const { onChange: _unused, ...named } = rest
  return <Input {...named} value={text} disabled />
}

function LimitFields() {
  const t = useT(couponWords)
  const field = useT(couponFieldWords)
  const period = useT(couponPeriodWords)
  return (
    <div className="sw-field-pair">
      <FormField name="limit_count" label={field('limit_count')} hint={t('limitHint')}>
        <WholeNumber />
      </FormField>
      <FormField name="limit_period" label={field('limit_period')}>
        <Select options={couponPeriods.map((value) => ({ value, label: period(value) }))} />
      </FormField>
    </div>
  )
}
