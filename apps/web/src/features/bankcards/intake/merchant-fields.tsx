import { bankCardFieldWords, type Country, ruleText } from '@slotwise/contract'
import { Input } from 'antd'
import { useContext, useState } from 'react'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { useIsEmailTaken } from '../api.ts'
import { intakeWords } from './intake-words.ts'
import { useValue } from './use-value.ts'
import { PlaceSelect } from './place-select.tsx'
import { SentAgain, useKeptHint } from './kept-hint.ts'

/** The first step: who the merchant is. */
export function MerchantFields({ country }: { country: Country }) {
  const field = useT(bankCardFieldWords)
  const keptHintOf = useKeptHint()
  return (
    <>
      <FormField name="mch_name" label={field('mch_name')} required>
        <Input autoComplete="organization" />
      </FormField>
      <div className="sw-field-pair">
        <FormField name="person" label={field('person')} required>
          <Input autoComplete="name" />
        </FormField>
        <FormField
          name="telephone"
          label={field('telephone')}
          required={!keptHintOf('telephone')}
          hint={keptHintOf('telephone')}
        >
          <Input type="tel" autoComplete="tel" />
        </FormField>
      </div>
      <EmailField />
      {country === 'CN' && <PlaceFields />}
      <FormField name="address" label={field('address')} required>
        <Input autoComplete="street-address" />
      </FormField>
    </>
  )
}

/** Asks the server whether another card has the address, once the field is left. */
function EmailField() {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  const locale = useLocale()
  const merchantId = useContext(SentAgain)?.merchant_id
  const now = useValue('email')
  const [left, setLeft] = useState('')
  const isTaken = useIsEmailTaken(left, merchantId)
  return (
    <FormField
      name="email"
      label={field('email')}
      required
      hint={t('emailHint')}
      alsoWrong={isTaken && now === left ? ruleText(locale, 'emailTaken') : undefined}
    >
      <Input
        type="email"
        inputMode="email"
        autoComplete="email"
        onBlur={({ target }) => setLeft(target.value.includes('@') ? target.value : '')}
      />
    </FormField>
  )
}

function PlaceFields() {
  const t = useT(intakeWords)
  const field = useT(bankCardFieldWords)
  const province = useValue('province_code') ?? ''
  const city = useValue('city_code') ?? ''
  return (
    <div className="sw-intake-places">
      <FormField name="province_code" label={field('province_code')} required>
        <PlaceSelect inside={undefined} placeholder={t('pickProvince')} />
      </FormField>
      <FormField name="city_code" label={field('city_code')} required>
        <PlaceSelect inside={province} placeholder={t('pickCity')} />
      </FormField>
      <FormField name="district_code" label={field('district_code')}>
        <PlaceSelect inside={city} placeholder={t('pickDistrict')} />
      </FormField>
    </div>
  )
}
