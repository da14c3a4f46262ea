import { accountCalls, ChangePwdForm, codeLengths, errorText, type FieldError } from '@slotwise/contract'

import type { CallError } from '../../lib/client.ts'
import { currentLocale, useT } from '../../lib/i18n.tsx'
import { stopLive } from '../../lib/live.ts'
import { md5 } from '../../lib/md5.ts'
import { notify } from '../../lib/notices.ts'
import { useChange } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { CodeInput } from './code-input.tsx'
import { resetLoginWords } from './reset-login-password-words.ts'

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
        <CodeInput sender={accountCalls.sendHeaderSms} maxLength={codeLengths.header} />
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

/** Any refusal means that the code is wrong, unless the server names another field. */
function placeErrors(error: CallError): FieldError[] {
  if (error.errors.length > 0) return error.errors
  if (error.kind !== 'answer') return []
  return [{ path: 'code', message: errorText(currentLocale(), 'codeWrong') }]
}
