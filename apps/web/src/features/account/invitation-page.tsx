import { accountCalls, errorCodes, errorText, type Invitation, InvitationForm } from '@slotwise/contract'
import { useEffect, useEffectEvent, useState } from 'react'

import { loginPath } from '../../lib/agent.ts'
import { call, CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { md5 } from '../../lib/md5.ts'
import { go } from '../../lib/navigation.ts'
import { notify } from '../../lib/notices.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { PasswordField, TextField } from '../../ui/plain/field.tsx'
import { PlainLink } from '../../ui/plain/link.tsx'
import { useForm } from '../../ui/plain/use-form.ts'
import { AccountFrame } from './account-frame.tsx'
import { invitationWords } from './invitation-words.ts'
import { publicWords } from './public-words.ts'
import { SmsNote } from './sms-note.tsx'

/** The invitation of a code; `failure` says why there is none. */
type Found = { code: string; invitation?: Invitation; failure?: CallError }

async function lookUp(code: string): Promise<Found> {
  try {
    return { code, invitation: await call(accountCalls.getInvitation, { code }, { quiet: true }) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { code, failure: error }
  }
}

const codeInAddress = (): string => location.hash.slice(1)

/** The link of an invitation has its code after the #; without one, the code from the message is typed. */
export function InvitationPage() {
  const t = useT(invitationWords)
  const plain = useT(publicWords)
  const [linked, setLinked] = useState(codeInAddress)
  const form = useForm(InvitationForm, { code: linked, password: '', confirm: '' })
  const [found, setFound] = useState<Found>()

  const show = async (code: string): Promise<void> => {
    if (code === '') return
    setFound(await lookUp(code))
  }
  // Also when a link is opened while this page is: that changes the part after the # alone.
  const read = useEffectEvent(async (): Promise<void> => {
    const code = codeInAddress()
    if (code === '') return
    // Taken out of the address, so that it stays neither in the history nor in a link that is shared.
    history.replaceState(history.state, '', location.pathname + location.search)
    const next = await lookUp(code)
    form.set('code', code)
    // The code of a damaged link can be corrected.
    setLinked(next.failure ? '' : code)
    setFound(next)
  })
  useEffect(() => {
    const onChange = (): void => void read()
    addEventListener('hashchange', onChange)
    queueMicrotask(onChange)
    return () => removeEventListener('hashchange', onChange)
  }, [])

  const accept = form.onSubmit(async ({ code, password }) => {
    const { username } = await call(
      accountCalls.acceptInvitation,
      { code, password: md5(password) },
      { quiet: true },
    )
    notify('success', t('done'))
    go(loginPath(), { arrival: { username } })
  })
  const isCurrent = found?.code === form.values.code
  return (
    <AccountFrame title={t('title')}>
      <SmsNote />
      {isCurrent && found.invitation && <InvitationNote invitation={found.invitation} />}
      {isCurrent && found.failure && (
        <div className="sw-account-note">
          <Problem of={found.failure} />
        </div>
      )}
      <form className="sw-form" noValidate onSubmit={accept}>
        {linked === '' && (
          <TextField
            label={t('code')}
            hint={t('codeHint')}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            maxLength={40}
            {...form.bind('code', ({ values }) => void show(values.code))}
          />
        )}
        <PasswordField
          label={plain('newPassword')}
          autoComplete="new-password"
          hint={plain('passwordHint')}
          {...form.bind('password')}
        />
        <PasswordField label={plain('confirm')} autoComplete="new-password" {...form.bind('confirm')} />
        {form.problem && <Problem of={form.problem} />}
        <Button type="submit" kind="primary" block busy={form.sending}>
          {t('setPassword')}
        </Button>
      </form>
      <div className="sw-form-links">
        <span>
          {t('toLogin')} <PlainLink to={loginPath()}>{plain('login')}</PlainLink>
        </span>
      </div>
    </AccountFrame>
  )
}

function InvitationNote({ invitation: { mchName, nickname, username } }: { invitation: Invitation }) {
  const t = useT(invitationWords)
  return (
    <div className="sw-account-note">
      <Alert tone="info" second={t('phoneToo')}>
        {t('invited', { merchant: mchName, name: nickname })} {t('account', { username })}
      </Alert>
    </div>
  )
}

/** Worded here, so that it follows the language of the page. */
function Problem({ of: { rcode, message } }: { of: CallError }) {
  const locale = useLocale()
  return (
    <Alert tone="error">
      {rcode === errorCodes.invitationEnded ? errorText(locale, 'invitationEnded') : message}
    </Alert>
  )
}
