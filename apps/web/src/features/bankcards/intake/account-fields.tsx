import {
  acctNoField,
  bankCardFieldWords,
  bankCodes,
  bankWords,
  type CertType,
  certTypeWords,
  type Country,
  isCardNo,
  passesLuhn,
  ruleText,
} from '@slotwise/contract'
import { Checkbox, Form, Input, Select } from 'antd'
import { type ReactNode, useContext } from 'react'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import { DayPicker } from '../../../ui/day-picker.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { BranchFields } from './branch-fields.tsx'
import { CardNoInput } from './card-no-input.tsx'
import { certTypesOf } from './intake-values.ts'
import { intakeWords } from './intake-words.ts'
import { useValue } from './use-value.ts'
import { SentAgain, useKeptHint } from './kept-hint.ts'
import { PlaceSelect } from './place-select.tsx'

type AccountFieldsProps = { country: Country; onByHand: (byHand: boolean) => void }

/** The second step: where the money goes, and whose account it is. */
export function AccountFields({ country, onByHand }: AccountFieldsProps) {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  return (
    <>
      {country === 'CN' ? <MainlandBank onByHand={onByHand} /> : <AnyBank />}
      <FormField name="acct_name" label={field('acct_name')} required hint={t('acctNameHint')}>
        <Input autoComplete="off" />
      </FormField>
      <NumberField country={country} />
      <MobileField />
      <h3>{t('certSection')}</h3>
      <CertFields country={country} />
    </>
  )
}

function MainlandBank({ onByHand }: Pick<AccountFieldsProps, 'onByHand'>) {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  const bankName = useT(bankWords)
  const province = useValue('bank_province') ?? ''
  return (
    <>
      <FormField name="bank_code" label={field('bank_code')} required>
        <BankSelect
          placeholder={t('pickBank')}
          options={bankCodes.map((value) => ({ value, label: bankName(value) }))}
        />
      </FormField>
      <div className="sw-field-pair">
        <FormField name="bank_province" label={field('bank_province')}>
          <PlaceSelect inside={undefined} placeholder={t('pickProvince')} />
        </FormField>
        <FormField name="bank_city" label={field('bank_city')}>
          <PlaceSelect inside={province} placeholder={t('pickCity')} />
        </FormField>
      </div>
      <BranchFields onByHand={onByHand} />
    </>
  )
}

type BankSelectProps = {
  value?: string
  onChange?: (code: string) => void
  placeholder: string
  options: { value: string; label: string }[]
}

/** The form holds an empty text while no bank is chosen; the list shows its placeholder then. */
function BankSelect({ value = '', onChange, ...rest }: BankSelectProps) {
  return (
    <Select<string | null>
      {...rest}
      showSearch={{ optionFilterProp: 'label' }}
      listHeight={400}
      value={value === '' ? null : value}
      onChange={(code) => onChange?.(code ?? '')}
    />
  )
}

function AnyBank() {
  const field = useT(bankCardFieldWords)
  return (
    <FormField name="bank" label={field('bank')} required>
      <Input autoComplete="off" />
    </FormField>
  )
}

/** A wrong check digit only warns, because some real cards have one. */
function NumberField({ country }: { country: Country }) {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  const keptHint = useKeptHint()('acct_no')
  const number = useValue('acct_no') ?? ''
  const isDoubtful = country === 'CN' && isCardNo(number) && !passesLuhn(number)
  return (
    <FormField
      name="acct_no"
      label={field(acctNoField(country))}
      required={!keptHint}
      hint={isDoubtful ? <Warning>{t('luhn')}</Warning> : keptHint}
    >
      <CardNoInput maxDigits={country === 'CN' ? 19 : 20} />
    </FormField>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <span className="sw-field-warning" role="status">
    {children}
  </span>
)

function MobileField() {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  const keptHint = useKeptHint()('acct_mobile')
  return (
    <FormField
      name="acct_mobile"
      label={field('acct_mobile')}
      required={!keptHint}
      hint={keptHint ?? t('mobileHint')}
    >
      <Input type="tel" inputMode="tel" autoComplete="off" />
    </FormField>
  )
}

const examples: Record<CertType, ReactNode> = {
  id_card: <code>11010519491231002X</code>,
  passport: <code>E12345678</code>,
  officer_card: <code lang="zh-CN">军字第2001988号</code>,
  taiwan_card: <code>12345678</code>,
  hk_macao_pass: <code>H12345678</code>,
}

function CertFields({ country }: { country: Country }) {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  const typeName = useT(certTypeWords)
  const locale = useLocale()
  const card = useContext(SentAgain)
  const keptHint = useKeptHint()('acct_cert_no')
  const types = certTypesOf(country)
  const watched = useValue('acct_cert_type')
  const type = types.find((one) => one === watched) ?? 'id_card'
  const number = useValue('acct_cert_no')
  // The number that the server has belongs to the type that the card had.
  const keepsNumber = keptHint !== undefined && card?.acct_cert_type === type
  const form = country === 'CN' ? t(`form_${type}`) : t('form_my')
  const example = country === 'CN' ? examples[type] : <code>900101145677</code>
  return (
    <>
      <div className="sw-field-pair">
        <FormField name="acct_cert_type" label={field('acct_cert_type')} required>
          <Select options={types.map((value) => ({ value, label: typeName(value) }))} />
        </FormField>
        <FormField
          name="acct_cert_no"
          label={field('acct_cert_no')}
          required={!keepsNumber}
          hint={
            keepsNumber && number === '' ? (
              keptHint
            ) : (
              <>
                {form} {example}
              </>
            )
          }
          dependsOn={['acct_cert_type']}
          alsoWrong={keptHint && !keepsNumber && number === '' ? ruleText(locale, 'required') : undefined}
        >
          <Input autoComplete="off" autoCapitalize="characters" />
        </FormField>
      </div>
      <ValidityFields />
    </>
  )
}

function ValidityFields() {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  const isForever = useValue('forever') === true
  const start = useValue('cert_start_date')
  return (
    <>
      <div className="sw-field-pair">
        <FormField name="cert_start_date" label={field('cert_start_date')} required judgesOnChange>
          <DayPicker />
        </FormField>
        {!isForever && (
          <FormField
            name="cert_expire_date"
            label={field('cert_expire_date')}
            required
            dependsOn={['cert_start_date']}
            judgesOnChange
          >
            <DayPicker opensAt={start ?? undefined} />
          </FormField>
        )}
      </div>
      <Form.Item name="forever" valuePropName="checked" className="sw-intake-forever">
        <Checkbox>{t('forEver')}</Checkbox>
      </Form.Item>
    </>
  )
}
