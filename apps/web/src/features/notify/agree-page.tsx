import {
  accountCalls,
  grantsOf,
  joinNames,
  mayAccess,
  notifyCalls,
  type NotifyKind,
  notifyKinds,
  notifyKindWords,
  notifyPermissions,
  Scene,
  type Session,
} from '@slotwise/contract'
import { type ReactNode, useEffect, useState } from 'react'

import { endPush } from '../../entities/notices/end-push.ts'
import { PushSwitch } from '../../entities/notices/push-switch.tsx'
import { call, CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { go } from '../../lib/navigation.ts'
import { forgetReturnPath } from '../../lib/return-path.ts'
import { logOutSession, useSession } from '../../lib/session.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { LanguageMenu } from '../../ui/plain/language-menu.tsx'
import { LoginFirst } from '../../ui/plain/login-first.tsx'
import { NoticeFrame } from '../../ui/plain/notice-frame.tsx'
import { RetryNotice } from '../../ui/plain/retry-notice.tsx'
import { PageSpinner } from '../../ui/plain/spinner.tsx'
import './agree-page.css'
import { agreeWords } from './agree-words.ts'
import { useAgreement } from './use-agreement.ts'

/**
 * The page that the QR code of a receiver leads to. It is outside of the console, so that it loads quickly on a phone;
 * users who are not logged in log in first and come back.
 */
export function AgreePage({ scene, wrongCode }: { scene: string; wrongCode: ReactNode }) {
  const session = useSession()
  if (!Scene.safeParse(scene).success) return wrongCode
  return (
    <>
      <div className="sw-agree-bar">
        <LanguageMenu />
      </div>
      {session ? <SignedIn key={session.token} {...{ scene, session }} /> : <LoginFirst />}
    </>
  )
}

type Signed = { scene: string; session: Session }

function SignedIn(signed: Signed) {
  const [attempt, setAttempt] = useState(0)
  useEffect(forgetReturnPath, [])
  return <Loaded key={attempt} {...signed} onRetry={() => setAttempt(attempt + 1)} />
}

function Loaded({ onRetry, ...signed }: Signed & { onRetry: () => void }) {
  const t = useT(agreeWords)
  const agreement = useAgreement(signed.scene)
  const [isBound, setBound] = useState(false)
  if (isBound) return <Done session={signed.session} />
  switch (agreement.kind) {
    case 'loading':
      return <PageSpinner />
    case 'failed':
      return <RetryNotice title={t('unchecked')} error={agreement.error} onRetry={onRetry} />
    case 'expired':
      return <Expired session={signed.session} />
    case 'already':
      return <Already />
    case 'open':
      return <Asked {...signed} onBound={() => setBound(true)} />
  }
}

/** What the account would be told of: the main account chooses later, but never more than the account may see. */
function kindsFor(session: Session): NotifyKind[] {
  const grants = grantsOf(session)
  return notifyKinds.filter((kind) => mayAccess(notifyPermissions[kind], grants))
}

function Asked({ scene, session, onBound }: Signed & { onBound: () => void }) {
  const t = useT(agreeWords)
  const name = useT(notifyKindWords)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<CallError>()
  const kinds = kindsFor(session)
  const { mchName: merchant } = session
  const agree = async (): Promise<void> => {
    setSending(true)
    setRefusal(undefined)
    try {
      await call(notifyCalls.bindNotify, { scene }, { quiet: true })
      onBound()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <NoticeFrame
      title={t('title')}
      actions={
        <>
          <Button kind="primary" busy={isSending} onClick={() => void agree()}>
            {t('agree')}
          </Button>
          <Button onClick={() => go('/')}>{t('notNow')}</Button>
        </>
      }
    >
      <p>{t(kinds.length > 0 ? 'intro' : 'nothing', { merchant })}</p>
      {kinds.length > 0 && (
        <>
          <ul className="sw-agree-kinds">
            {kinds.map((kind) => (
              <li key={kind}>{name(kind)}</li>
            ))}
          </ul>
          <p>{t('limits')}</p>
        </>
      )}
      <Account session={session} />
      {refusal && (
        <div className="sw-agree-refusal">
          <Alert tone="error">{refusal.message}</Alert>
        </div>
      )}
    </NoticeFrame>
  )
}

/** On a shared phone another person may be signed in. */
function Account({ session }: { session: Session }) {
  const t = useT(agreeWords)
  const { nickname, username } = session
  const account = nickname === '' || nickname === username ? username : `${nickname} (${username})`
  return (
    <div className="sw-agree-account">
      <p>{t('as', { account })}</p>
      <OtherAccount />
    </div>
  )
}

function OtherAccount() {
  const t = useT(agreeWords)
  const leave = async (): Promise<void> => {
    await endPush()
    // The call reads the session before it is cleared; the user does not wait for the answer.
    call(accountCalls.logout, {}, { quiet: true }).catch(() => undefined)
    logOutSession()
  }
  return (
    <Button kind="link" onClick={() => void leave()}>
      {t('otherAccount')}
    </Button>
  )
}

function Inbox() {
  const t = useT(agreeWords)
  return (
    <Button kind="primary" onClick={() => go('/inbox')}>
      {t('openInbox')}
    </Button>
  )
}

function Done({ session }: { session: Session }) {
  const t = useT(agreeWords)
  const locale = useLocale()
  const kinds = kindsFor(session).map((kind) => notifyKindWords[locale][kind])
  return (
    <NoticeFrame title={t('done')} actions={<Inbox />}>
      <p role="status">
        {kinds.length > 0 ? t('doneText', { kinds: joinNames(locale, kinds) }) : t('doneNothing')}
      </p>
      <PushSwitch />
    </NoticeFrame>
  )
}

function Already() {
  const t = useT(agreeWords)
  return (
    <NoticeFrame title={t('already')} actions={<Inbox />}>
      <p role="status">{t('alreadyText')}</p>
      <PushSwitch />
    </NoticeFrame>
  )
}

function Expired({ session }: { session: Session }) {
  const t = useT(agreeWords)
  return (
    <NoticeFrame
      title={t('expired')}
      actions={
        <Button kind="primary" onClick={() => go('/')}>
          {t('home')}
        </Button>
      }
    >
      <p role="alert">{t('expiredText')}</p>
      <div className="sw-agree-account">
        <p>{t('otherMerchant', { merchant: session.mchName })}</p>
        <OtherAccount />
      </div>
    </NoticeFrame>
  )
}
