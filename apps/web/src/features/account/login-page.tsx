import { accountCalls, countryWords, errorCodes, errorText, LoginForm } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { withAgent } from '../../lib/agent.ts'
import { call, type CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { arrival } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { getSession, saveSession, useSession } from '../../lib/session.ts'
import { returnPath } from '../../lib/return-path.ts'
import { typedBefore, useTakenOver } from '../../lib/served-page.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { PasswordField, TextField } from '../../ui/plain/field.tsx'
import { PlainLink } from '../../ui/plain/link.tsx'
import { Redirect } from '../../ui/plain/redirect.tsx'
import { useCountdown } from '../../ui/plain/use-countdown.ts'
import { useForm } from '../../ui/plain/use-form.ts'
import { AccountFrame } from './account-frame.tsx'
import { publicWords } from './public-words.ts'

/** The merchants of the demo (`apps/server/seeds/merchants`). */
const demoAccounts = [
  { country: 'CN', username: '13800138000' },
  { country: 'MY', username: '+60123456780' },
] as const
const demoPassword = 'slotwise'

/** `onTyping` lets the app load the console while the user types. */
export function LoginPage({ onTyping }: { onTyping: () => void }) {
  const t = useT(publicWords)
  const session = useSession()
  // After signing up or resetting the password, the name is filled in and the password is next.
  const [{ username = '' }] = useState(arrival)
  const [typed] = useState(typedBefore)
  const form = useForm(LoginForm, { username, password: '', ...typed })
  const withBrand = useTakenOver() ? withAgent : (path: string) => path

  useEffect(() => {
    if (Object.keys(typed).length > 0) onTyping()
  }, [typed, onTyping])
  // Clears an ended session; a valid session leads away from this page.
  useEffect(() => void getSession(), [])
  if (session) return <Redirect to={returnPath()} />

  const login = form.onSubmit(async ({ username, password }) => {
    const opened = await call(accountCalls.login, { username, password: md5(password) }, { quiet: true })
    notify('success', t('loginSuccess'))
    saveSession(opened)
  })

  return (
    <AccountFrame title={t('loginTitle')}>
      {pageSettings.demo && (
        <DemoNote
          onFill={(username) => {
            onTyping()
            form.set('username', username)
            form.set('password', demoPassword)
          }}
        />
      )}
      {/* By POST, because the browser would put the password into the address if it sent the form itself. */}
      <form className="sw-form" method="post" noValidate onSubmit={login} onInput={onTyping}>
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
        <PlainLink to={withBrand('/forget')}>{t('forgotPassword')}</PlainLink>
        <PlainLink to={withBrand('/invite')}>{t('useInvitation')}</PlainLink>
        <span>
          {t('noAccount')} <PlainLink to={withBrand('/signUp')}>{t('signUp')}</PlainLink>
        </span>
      </div>
    </AccountFrame>
  )
}

function DemoNote({ onFill }: { onFill: (username: string) => void }) {
  const t = useT(publicWords)
  const tCountry = useT(countryWords)
  return (
    <div className="sw-demo sw-demo-accounts">
      <p>{t('demo', { password: demoPassword })}</p>
      <ul>
        {demoAccounts.map(({ country, username }) => (
          <li key={country}>
            <span>
              {tCountry(country)} {username}
            </span>
            <Button
              kind="link"
              aria-label={t('fillInAccount', { country: tCountry(country) })}
              onClick={() => onFill(username)}
            >
              {t('fillIn')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The first line is the same for every failure, so that it does not reveal whether the account exists. The second line
 * says what else is known: how long to wait, counted down without locking the form, or why no answer came. The message
 * disappears when the wait is over.
 */
function LoginProblem({ problem }: { problem: CallError }) {
  const locale = useLocale()
  const { rcode, message, retryAfter = 0 } = problem
  const { left } = useCountdown(retryAfter)
  if (retryAfter > 0 && left === 0) return null
  // Blocked without a wait: the password was right, and the account is suspended.
  if (rcode === errorCodes.accountSuspended && retryAfter === 0)
    return <Alert tone="error">{errorText(locale, 'accountSuspended')}</Alert>

  const [refusal, wait] = errorText(locale, 'credentialsWait', { seconds: left }).split('\n')
  const isAboutCredentials = rcode === errorCodes.credentials || rcode === errorCodes.credentialsWait
  return (
    <Alert tone="error" second={isAboutCredentials ? left > 0 && wait : message}>
      {refusal}
    </Alert>
  )
}
