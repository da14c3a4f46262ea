import { AddGift, type GiftBatch, voucherFieldWords } from '@slotwise/contract'
import { Input, InputNumber } from 'antd'
import { useNavigate } from 'react-router'

import { DevicesPicker } from '../../entities/device/device-picker.tsx'
import { GoodsPicker } from '../../entities/goods/goods-picker.tsx'
import { ReferrerPicker } from '../../entities/referrer/referrer-picker.tsx'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { newRecord } from '../../lib/record-values.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useAddVouchers } from './api.ts'
import { voucherWords } from './voucher-words.ts'

/** Makes vouchers, and offers to print them. */
export function VoucherForm({ onClose }: { onClose: () => void }) {
  const t = useT(voucherWords)
  const navigate = useNavigate()
  const { mutateAsync: add } = useAddVouchers()
  const tell = ({ batch, unused: count }: GiftBatch): void =>
    notify('success', t('made', { count }), {
      action: { label: t('print'), run: () => void navigate(`/gift/print?batch=${batch}`) },
    })
  return (
    <FormDrawer
      title={t('add')}
      submitLabel={t('add')}
      schema={AddGift}
      initial={{ ...newRecord(AddGift), goods: null as string | null }}
      onSubmit={async (input) => tell(await add(input))}
      onClose={onClose}
    >
      <VoucherFields />
    </FormDrawer>
  )
}

function VoucherFields() {
  const t = useT(voucherWords)
  const field = useT(voucherFieldWords)
  return (
    <>
      <FormField name="name" label={field('name')} required>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      <FormField name="goods" label={field('goods')} hint={t('goodsHint')} required judgesOnChange>
        <GoodsPicker />
      </FormField>
      <div className="sw-voucher-counts">
        <FormField name="quantity" label={field('quantity')} required>
          <InputNumber controls={false} inputMode="numeric" />
        </FormField>
        <FormField name="copies" label={field('copies')} hint={t('copiesHint')} required>
          <InputNumber controls={false} inputMode="numeric" />
        </FormField>
      </div>
      <FormField name="referrer" label={field('referrer')} hint={t('referrerHint')} judgesOnChange>
        <ReferrerPicker />
      </FormField>
      <FormField name="device" label={field('device')} hint={t('deviceHint')} judgesOnChange>
        <DevicesPicker />
      </FormField>
    </>
  )
}
