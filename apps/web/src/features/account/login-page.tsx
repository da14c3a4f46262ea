import { accountCalls, errorCodes, errorText, LoginForm } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { withAgent } from '../../lib/agent.ts'
import { call, type CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { arrival } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { getSession, saveSession, useSession } from '../../lib/session.ts'
import { wayBack } from '../../lib/way-back.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { PasswordField, TextField } from '../../ui/plain/field.tsx'
import { PlainLink } from '../../ui/plain/link.tsx'
import { Redirect } from '../../ui/plain/redirect.tsx'
import { useCountdown } from '../../ui/plain/use-countdown.ts'
import { useForm } from '../../ui/plain/use-form.ts'
import { AccountFrame } from './account-frame.tsx'
import { publicWords } from './messages/public/messages.ts'

const demoAccount = { username: '13800138000', password: 'slotwise' }

/** `onTyping` lets the app fetch the console while the user is busy. */
export function LoginPage({ onTyping }: { onTyping: () => void }) {
  const t = useT(publicWords)
  const session = useSession()
  // After signing up or resetting the password, the name is known and the password is next.
  const [{ username = '' }] = useState(arrival)
  const form = useForm(LoginForm, { username, password: '' })

  // An ended session is forgotten here; a good one has no business on this page.
  useEffect(() => void getSession(), [])
  if (session) return <Redirect to={wayBack()} />

  const login = form.onSubmit(async ({ username, password }) => {
    const opened = await call(accountCalls.login, { username, password: md5(password) }, { quiet: true })
    notify('success', t('loginSuccess'))
    saveSession(opened)
  })

  return (
    <AccountFrame title={t('loginTitle')}>
      {pageSettings.demo && (
        <DemoNote
          onFill={() => {
            onTyping()
            form.set('username', demoAccount.username)
            form.set('password', demoAccount.password)
          }}
        />
      )}
      <form className="sw-form" noValidate onSubmit={login} onInput={onTyping}>
        <TextField
          label={t('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={username === ''}
          maxLength={64}
          {...form.bind('username')}
        />
        <PasswordField
          label={t('password')}
          autoComplete="current-password"
          autoFocus={username !== ''}
          {...form.bind('password')}
        />
        {form.problem && <LoginProblem problem={form.problem} />}
        <Button type="submit" kind="primary" block busy={form.sending}>
          {t('login')}
        </Button>
      </form>
      <div className="sw-form-links">
        <PlainLink to={withAgent('/forget')}>{t('forgotPassword')}</PlainLink>
        <span>
          {t('noAccount')} <PlainLink to={withAgent('/signUp')}>{t('signUp')}</PlainLink>
        </span>
      </div>
    </AccountFrame>
  )
}

function DemoNote({ onFill }: { onFill: () => void }) {
  const t = useT(publicWords)
  return (
    <div className="sw-demo">
      <span>{t('demo', demoAccount)}</span>
      <Button kind="link" onClick={onFill}>
        {t('fillIn')}
      </Button>
    </div>
  )
}

/**
 * Whatever fails, the first line is the same: it gives nothing away. The second says what more is known: how long to
 * wait, counted down while nothing is locked, or why there was no answer. When the wait is over, so is the message.
 */
function LoginProblem({ problem }: { problem: CallError }) {
  const locale = useLocale()
  const { rcode, message, retryAfter = 0 } = problem
  const { left } = useCountdown(retryAfter)
  if (retryAfter > 0 && left === 0) return null

  const [said, wait] = errorText(locale, 'credentialsWait', { seconds: left }).split('\n')
  const isAboutCredentials = rcode === errorCodes.credentials || rcode === errorCodes.credentialsWait
  return (
    <Alert tone="error" second={isAboutCredentials ? left > 0 && wait : message}>
      {said}
    </Alert>
  )
}
