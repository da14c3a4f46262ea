import { accountCalls, errorCodes, errorText, ForgetForm } from '@slotwise/contract'

import { loginPath } from '../../lib/agent.ts'
import { call, type CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { go } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { CodeButton } from '../../ui/plain/code-button.tsx'
import { PasswordField, TextField } from '../../ui/plain/field.tsx'
import { PlainLink } from '../../ui/plain/link.tsx'
import { useForm } from '../../ui/plain/use-form.ts'
import { AccountFrame } from './account-frame.tsx'
import { publicWords } from './public-words.ts'
import { SmsNote } from './sms-note.tsx'
import { useSmsCode } from './use-sms-code.ts'

const fieldOf = ({ rcode }: CallError): 'code' | undefined =>
  rcode === errorCodes.codeWrong ? 'code' : undefined

export function ForgetPage() {
  const t = useT(publicWords)
  const locale = useLocale()
  const form = useForm(ForgetForm, { phone: '', code: '', password: '', confirm: '' })
  const sms = useSmsCode()
  const { phone } = form.values

  const requestCode = async (): Promise<void> => {
    if (form.look('phone') !== undefined) {
      notify('warning', errorText(locale, 'phoneUnknown'))
      return
    }
    await sms.send(
      () => call(accountCalls.sendPwdSms, { phone }, { quiet: true }),
      (message) => form.tell('phone', message),
    )
  }

  const reset = form.onSubmit(async ({ phone, code, password }) => {
    await call(accountCalls.resetPwd, { phone, code, password: md5(password) }, { quiet: true })
    notify('success', t('resetDone'))
    go(loginPath(), { arrival: { username: phone } })
  }, fieldOf)

  return (
    <AccountFrame title={t('forgetTitle')}>
      <SmsNote />
      <form className="sw-form" noValidate onSubmit={reset}>
        <TextField
          label={t('phone')}
          type="tel"
          autoComplete="tel"
          maxLength={24}
          hint={t('forgetHint')}
          {...form.bind('phone')}
        />
        <TextField
          label={t('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          beside={
            <CodeButton busy={sms.sending} secondsLeft={sms.secondsLeft} onClick={() => void requestCode()} />
          }
          {...form.bind('code')}
        />
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          hint={t('passwordHint')}
          {...form.bind('password')}
        />
        <PasswordField label={t('confirm')} autoComplete="new-password" {...form.bind('confirm')} />
        {form.problem && <Alert tone="error">{form.problem.message}</Alert>}
        <Button type="submit" kind="primary" block busy={form.sending}>
          {t('resetPassword')}
        </Button>
      </form>
      <div className="sw-form-links">
        <span>
          {t('rememberedPassword')} <PlainLink to={loginPath()}>{t('login')}</PlainLink>
        </span>
      </div>
    </AccountFrame>
  )
}
