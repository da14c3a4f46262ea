import {
  accountCalls,
  accountPhone,
  businesses,
  businessWords,
  countries,
  type Country,
  countryFacts,
  countryWords,
  errorCodes,
  errorText,
  namesCountry,
  ruleText,
  SignUpForm,
} from '@slotwise/contract'

import { useState } from 'react'

import { loginPath, rememberedAgent } from '../../lib/agent.ts'
import { call, type CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { go } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { returnPath } from '../../lib/return-path.ts'
import { saveSession } from '../../lib/session.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CodeButton } from '../../ui/plain/code-button.tsx'
import { CheckField, PasswordField, SelectField, TextField } from '../../ui/plain/field.tsx'
import { PlainLink } from '../../ui/plain/link.tsx'
import { useForm } from '../../ui/plain/use-form.ts'
import { AccountFrame } from './account-frame.tsx'
import { likelyCountry } from './likely-country.ts'
import { publicWords } from './public-words.ts'
import { SmsNote } from './sms-note.tsx'
import { TermsText } from './terms-text.tsx'
import { type SignUpValues, useSignUpCode } from './use-sign-up-code.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

const emptyForm: SignUpValues = {
  business: '',
  mchName: '',
  country: 'MY',
  phone: '',
  code: '',
  password: '',
  confirm: '',
}

/** The server names these failures by number only; each belongs to one field. */
const fieldOf = ({ rcode }: CallError): keyof SignUpValues | undefined =>
  rcode === errorCodes.codeWrong ? 'code' : rcode === errorCodes.phoneRegistered ? 'phone' : undefined

/** Logs a new merchant in. Where that fails, the login page has the name filled in. */
async function enter(username: string, password: string): Promise<void> {
  try {
    saveSession(await call(accountCalls.login, { username, password }, { quiet: true }))
    const to = returnPath()
    // The page of a scanned code; a link to a record leads to that of another merchant.
    go(to.startsWith('/bind?') ? to : '/', { replace: true })
  } catch {
    go(loginPath(), { arrival: { username } })
  }
}

export function SignUpPage() {
  const t = useT(publicWords)
  const tBusiness = useT(businessWords)
  const tCountry = useT(countryWords)
  const locale = useLocale()
  const form = useForm(SignUpForm, emptyForm)
  const code = useSignUpCode(form)
  const country = form.values.country as Country
  const likely = likelyCountry({ phone: form.values.phone, locale, timeZone })

  const { terms } = pageSettings
  const [isAgreed, setIsAgreed] = useState(false)
  const [isUnagreed, setIsUnagreed] = useState(false)

  const signUp = form.onSubmit(async ({ confirm: _, ...typed }) => {
    if (!code.asked) return form.tell('code', errorText(locale, 'codeNotRequested'))
    if (code.known === 'wrong') return form.tell('code', ruleText(locale, 'invalidCode'))
    if (terms && !isAgreed) return setIsUnagreed(true)
    const agent = rememberedAgent()
    const { sign } = code.asked
    const password = md5(typed.password)
    await call(
      accountCalls.signUp,
      { ...typed, password, ...(sign && { sign }), ...(agent && { agent }) },
      { quiet: true },
    )
    notify('success', t('registered'))
    await enter(accountPhone(typed.country, typed.phone) ?? typed.phone, password)
  }, fieldOf)

  const codeField = form.bind('code', ({ values }) => void code.verify(values.code))
  // Without a requested code, the message is to request one, whatever else is wrong.
  const codeError = codeField.error && !code.asked ? errorText(locale, 'codeNotRequested') : codeField.error

  return (
    <AccountFrame title={t('signUpTitle')} wide>
      <SmsNote />
      <form className="sw-form" noValidate onSubmit={signUp}>
        <div className="sw-form-pair">
          <SelectField
            label={t('business')}
            placeholder={t('choose')}
            options={businesses.map((value) => ({ value, label: tBusiness(value) }))}
            {...form.bind('business')}
          />
          <TextField label={t('mchName')} autoComplete="organization" {...form.bind('mchName')} />
        </div>
        <div className="sw-form-pair">
          <SelectField
            label={t('country')}
            autoComplete="country"
            options={countries.map((value) => ({ value, label: tCountry(value) }))}
            hint={
              likely &&
              likely !== country && (
                <Button kind="link" onClick={() => form.set('country', likely)}>
                  {t('otherCountry', { country: tCountry(likely) })}
                </Button>
              )
            }
            {...form.bind('country')}
          />
          <TextField
            label={t('phone')}
            {...(namesCountry(form.values.phone) ? {} : { lead: `+${countryFacts[country].dial}` })}
            type="tel"
            autoComplete="tel"
            maxLength={24}
            {...form.bind('phone')}
          />
        </div>
        <TextField
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          hint={
            code.known === 'checking'
              ? t('checkingCode')
              : code.known === 'right'
                ? t('codeRight')
                : undefined
          }
          beside={
            <CodeButton
              busy={code.sms.sending}
              secondsLeft={code.sms.secondsLeft}
              onClick={() => void code.request()}
            />
          }
          {...codeField}
          error={codeError}
        />
        <div className="sw-form-pair">
          <PasswordField
            label={t('newPassword')}
            autoComplete="new-password"
            hint={t('passwordHint')}
            {...form.bind('password')}
          />
          <PasswordField label={t('confirm')} autoComplete="new-password" {...form.bind('confirm')} />
        </div>
        {terms && (
          <CheckField
            checked={isAgreed}
            label={<TermsText pages={terms} />}
            error={isUnagreed ? t('agreeFirst') : undefined}
            onChange={({ target }) => {
              setIsAgreed(target.checked)
              setIsUnagreed(false)
            }}
          />
        )}
        {form.problem && <Alert tone="error">{form.problem.message}</Alert>}
        <Button type="submit" kind="primary" block busy={form.sending}>
          {t('signUp')}
        </Button>
      </form>
      <div className="sw-form-links">
        <span>
          {t('haveAccount')} <PlainLink to={loginPath()}>{t('login')}</PlainLink>
        </span>
      </div>
    </AccountFrame>
  )
}
