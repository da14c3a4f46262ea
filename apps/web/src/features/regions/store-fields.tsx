import {
  cooperationModes,
  cooperationWords,
  partFailedWays,
  partFailedWords,
  regionFieldWords,
  storeModes,
  storeModeWords,
} from '@slotwise/contract'
import { Form, Input, Select, Switch } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { PayoutAccountField } from '../../entities/bank-card/account-field.tsx'
import { useGrants } from '../../ui/can.tsx'
import { DayPicker } from '../../ui/day-picker.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import type { PickOption } from '../../ui/remote-picker.tsx'
import { AreaPicker } from './area-picker.tsx'
import { NewArea } from './new-area.tsx'
import { regionWords } from './region-words.ts'
import { ShareInput } from '../../ui/share-input.tsx'

type StoreFieldsProps = {
  knownArea?: PickOption | undefined
  /** A share or a rent is agreed already, so that a change has a first day. */
  hasTerms?: boolean
}

export function StoreFields({ knownArea, hasTerms = false }: StoreFieldsProps) {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  return (
    <>
      <FormField name="store_name" label={field('store_name')} required>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="area" label={field('area')} hint={<NewArea />}>
        <AreaPicker known={knownArea} />
      </FormField>
      <FormField name="store_address" label={field('store_address')}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} />
      </FormField>
      <FormField
        name="auto_refund"
        label={field('auto_refund')}
        hint={t('autoRefundHint')}
        valuePropName="checked"
      >
        <Switch />
      </FormField>
      <PartFailedField />
      <FormField name="remarks" label={field('remarks')}>
        <Input.TextArea count={{ show: true, max: 500 }} autoSize={{ minRows: 2, maxRows: 6 }} />
      </FormField>
      <PayoutAccountField label={field('merchant_id')} hint="ofStore" />
      <ContactFields />
      <CooperationFields hasTerms={hasTerms} />
    </>
  )
}

/** Of stores that refund by themselves. Vouchers are for accounts that have their pages. */
function PartFailedField() {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  const way = useT(partFailedWords)
  const { activity } = useGrants()
  const chosen: unknown = Form.useWatch('part_failed')
  const refunds: unknown = Form.useWatch('auto_refund')
  if (refunds !== true) return null
  const ways = partFailedWays.filter((one) => activity || one !== 'voucher' || one === chosen)
  return (
    <FormField name="part_failed" label={field('part_failed')} hint={t('partFailedHint')}>
      <Select options={ways.map((value) => ({ value, label: way(value) }))} />
    </FormField>
  )
}

function ContactFields() {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  return (
    <>
      <h3>{t('sectionContact')}</h3>
      <FormField name="phone" label={field('store_phone')}>
        <Input type="tel" autoComplete="off" />
      </FormField>
      <div className="sw-field-pair">
        <FormField name="manager" label={field('manager')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="manager_phone" label={field('manager_phone')}>
          <Input type="tel" autoComplete="off" />
        </FormField>
      </div>
    </>
  )
}

function CooperationFields({ hasTerms }: { hasTerms: boolean }) {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  const modeName = useT(storeModeWords)
  const cooperationName = useT(cooperationWords)
  const mode: unknown = Form.useWatch('mode')
  const cooperation: unknown = Form.useWatch('coo_mode')
  const start: unknown = Form.useWatch('coo_start_date')
  return (
    <>
      <h3>{t('sectionCooperation')}</h3>
      <FormField name="customer_no" label={field('customer_no')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="mode" label={field('mode')}>
        <Select options={storeModes.map((value) => ({ value, label: modeName(value) }))} />
      </FormField>
      {mode === 'custom' && (
        <FormField name="mode_text" label={field('mode_text')} required>
          <Input autoComplete="off" />
        </FormField>
      )}
      <FormField name="coo_mode" label={field('coo_mode')}>
        <Select options={cooperationModes.map((value) => ({ value, label: cooperationName(value) }))} />
      </FormField>
      {cooperation === 'custom' && (
        <FormField name="coo_mode_text" label={field('coo_mode_text')} required>
          <Input autoComplete="off" />
        </FormField>
      )}
      <SiteOwnerFields />
      {hasTerms && (
        <FormField name="coo_since" label={field('coo_since')} hint={t('sinceHint')}>
          <DayPicker />
        </FormField>
      )}
      <div className="sw-field-pair">
        <FormField name="coo_start_date" label={field('coo_start_date')} judgesOnChange>
          <DayPicker />
        </FormField>
        <FormField
          name="coo_end_date"
          label={field('coo_end_date')}
          dependsOn={['coo_start_date']}
          judgesOnChange
        >
          <DayPicker opensAt={typeof start === 'string' ? start : undefined} />
        </FormField>
      </div>
    </>
  )
}

/** Cooperations in which the owner of the site is paid. */
const paying: readonly unknown[] = [
  'rent',
  'revenue_sharing',
  'custom',
] satisfies (typeof cooperationModes)[number][]

/** What the owner of the site gets: the field of the chosen cooperation comes first, and both may be set. */
function SiteOwnerFields() {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  const cooperation: unknown = Form.useWatch('coo_mode')
  const isSet = [Form.useWatch<unknown>('coo_share'), Form.useWatch<unknown>('coo_rent')].some(
    (value) => value !== null && value !== undefined,
  )
  if (!paying.includes(cooperation) && !isSet) return null
  const share = (
    <FormField key="share" name="coo_share" label={field('coo_share')} hint={t('shareHint')}>
      <ShareInput />
    </FormField>
  )
  const rent = (
    <FormField key="rent" name="coo_rent" label={field('coo_rent')} hint={t('rentHint')}>
      <MoneyInput />
    </FormField>
  )
  return (
    <div className="sw-field-pair">{cooperation === 'revenue_sharing' ? [share, rent] : [rent, share]}</div>
  )
}
