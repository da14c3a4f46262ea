import { accountCalls, ChangePwdForm, errorText, type FieldError } from '@slotwise/contract'
import { Form, Input } from 'antd'

import { call, type CallError } from '../../lib/client.ts'
import { currentLocale, useT } from '../../lib/i18n.tsx'
import { stopLive } from '../../lib/live.ts'
import { md5 } from '../../lib/md5.ts'
import { notify } from '../../lib/notices.ts'
import { useChange } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { CodeButton } from '../../ui/plain/code-button.tsx'
import { resetLoginWords } from './reset-login-password-words.ts'
import { useSmsCode } from './use-sms-code.ts'

const noticeAfterMs = 500
const logOutAfterMs = 1000

type Props = { username: string; onClose: () => void; onLoggedOut: () => void }

export function ResetLoginPassword({ username, onClose, onLoggedOut }: Props) {
  const t = useT(resetLoginWords)
  const { mutateAsync } = useChange(accountCalls.changePwd, { inline: true })

  // The server has ended every session of this account; the delay lets the user read the notice before the page leaves.
  const leaveSlowly = (): void => {
    stopLive()
    notify('success', t('done'))
    setTimeout(() => {
      notify('info', t('logInAgain'))
      setTimeout(onLoggedOut, logOutAfterMs)
    }, noticeAfterMs)
  }
  return (
    <FormDrawer
      title={t('title')}
      submitLabel={t('submit')}
      schema={ChangePwdForm}
      initial={{ code: '', password: '', confirm: '' }}
      onSubmit={async ({ code, password }) => {
        await mutateAsync({ code, password: md5(password) })
        leaveSlowly()
      }}
      placeErrors={placeErrors}
      onClose={onClose}
    >
      <p className="sw-form-intro">{t('sentTo', { phone: username })}</p>
      <FormField name="code" label={t('code')} required>
        <CodeInput />
      </FormField>
      <FormField name="password" label={t('password')} required>
        <PasswordInput autoComplete="new-password" />
      </FormField>
      <FormField name="confirm" label={t('confirm')} required dependsOn={['password']}>
        <PasswordInput autoComplete="new-password" />
      </FormField>
    </FormDrawer>
  )
}

/** Takes the form field's properties, and adds the button that requests a code. */
function CodeInput(field: React.ComponentProps<typeof Input>) {
  const form = Form.useFormInstance()
  const { sending, secondsLeft, send } = useSmsCode()
  const ask = async (): Promise<void> => {
    const sent = await send(
      () => call(accountCalls.sendHeaderSms, {}, { quiet: true }),
      (message) => notify('error', message),
    )
    if (sent !== undefined) form.focusField('code')
  }
  return (
    <div className="sw-code-field">
      <Input {...field} inputMode="numeric" autoComplete="one-time-code" maxLength={4} />
      <CodeButton busy={sending} secondsLeft={secondsLeft} onClick={() => void ask()} />
    </div>
  )
}

/** Any refusal means that the code is wrong, unless the server names another field. */
function placeErrors(error: CallError): FieldError[] {
  if (error.errors.length > 0) return error.errors
  if (error.kind !== 'answer') return []
  return [{ path: 'code', message: errorText(currentLocale(), 'codeWrong') }]
}
