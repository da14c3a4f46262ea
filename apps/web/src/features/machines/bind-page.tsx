import { type Device, deviceFieldWords, errorCodes, grantsOf, mayAccess } from '@slotwise/contract'
import { type ReactNode, useEffect, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { go } from '../../lib/navigation.ts'
import { useSession } from '../../lib/session.ts'
import { forgetReturnPath } from '../../lib/return-path.ts'
import { Button } from '../../ui/plain/button.tsx'
import { LanguageMenu } from '../../ui/plain/language-menu.tsx'
import { LoginFirst } from '../../ui/plain/login-first.tsx'
import { NoticeFrame } from '../../ui/plain/notice-frame.tsx'
import { RetryNotice } from '../../ui/plain/retry-notice.tsx'
import { PageSpinner } from '../../ui/plain/spinner.tsx'
import { deviceName } from '../../entities/device/device-name.ts'
import { BindForm } from './bind-form.tsx'
import { isComputer, isMeantHere, readBindLink } from './bind-link.ts'
import { bindWords } from './bind-words.ts'
import './bind.css'
import { finalRefusals, type Refusal } from './final-refusals.ts'
import { type BindSetup, useBindSetup } from './use-bind-setup.ts'

type Link = { sn: string; code: string }

/**
 * The page that the code on a machine leads to. It is outside of the console, so that it loads quickly on a phone
 * beside the machine; users who are not logged in log in first and come back.
 */
export function BindPage({ wrongCode }: { wrongCode: ReactNode }) {
  const [link] = useState(() => readBindLink(location.search))
  const [isHere, setHere] = useState(
    () => isMeantHere(location.search) || !isComputer(navigator.userAgent, navigator.maxTouchPoints),
  )
  const session = useSession()
  if (!link) return wrongCode
  const bindHere = (): void => {
    go(`/bind?${new URLSearchParams({ ...link, here: '1' })}`, { replace: true })
    setHere(true)
  }
  return (
    <>
      <div className="sw-bind-bar">
        <LanguageMenu />
      </div>
      {!isHere ? (
        <PhoneFirst onBindHere={bindHere} />
      ) : session ? (
        <SignedIn key={session.token} link={link} />
      ) : (
        <LoginFirst />
      )}
    </>
  )
}

function PhoneFirst({ onBindHere }: { onBindHere: () => void }) {
  const t = useT(bindWords)
  return (
    <NoticeFrame
      title={t('wechatOnly')}
      actions={
        <Button kind="plain" onClick={onBindHere}>
          {t('bindHere')}
        </Button>
      }
    >
      <p>{t('wechatOnlyText')}</p>
    </NoticeFrame>
  )
}

function SignedIn({ link }: { link: Link }) {
  const [attempt, setAttempt] = useState(0)
  useEffect(forgetReturnPath, [])
  return <Prepared key={attempt} link={link} onRetry={() => setAttempt(attempt + 1)} />
}

function Prepared({ link, onRetry }: { link: Link; onRetry: () => void }) {
  const t = useT(bindWords)
  const setup = useBindSetup(link.sn)
  if (setup.kind === 'loading') return <PageSpinner />
  if (setup.kind === 'failed')
    return <RetryNotice title={t('unchecked')} error={setup.error} onRetry={onRetry} />
  return setup.isOwn ? <OwnMachine sn={link.sn} /> : <Binding link={link} setup={setup} />
}

/** The code of a machine that the user sees already opens it: on a phone for a refill, else its page. */
function OwnMachine({ sn }: { sn: string }) {
  const session = useSession()
  const refills = session !== undefined && mayAccess('device.refill', grantsOf(session))
  const isPhone = !isComputer(navigator.userAgent, navigator.maxTouchPoints)
  const path = refills && isPhone ? `/refill/${sn}` : `/device/${sn}`
  useEffect(() => go(path, { replace: true }), [path])
  return <PageSpinner />
}

function Binding({ link, setup }: { link: Link; setup: Extract<BindSetup, { kind: 'ready' }> }) {
  const session = useSession()
  const [bound, setBound] = useState<Device>()
  const [refusal, setRefusal] = useState<number>()
  if (bound) return <Bound device={bound} />
  const may = session !== undefined && mayAccess('device.manage', grantsOf(session))
  const rcode = may ? refusal : (refusal ?? errorCodes.noPermission)
  const refused = rcode !== undefined && finalRefusals[rcode]
  if (refused) return <Refused {...refused} />
  return <AskNameAndStore link={link} setup={setup} onBound={setBound} onRefused={setRefusal} />
}

type AskProps = {
  link: Link
  setup: Extract<BindSetup, { kind: 'ready' }>
  onBound: (device: Device) => void
  onRefused: (rcode: number) => void
}

function AskNameAndStore({ link, ...form }: AskProps) {
  const t = useT(bindWords)
  const field = useT(deviceFieldWords)
  return (
    <NoticeFrame title={t('title')}>
      <p>
        {field('sn')} <strong className="sw-bind-sn">{link.sn}</strong>
      </p>
      <p>{t('intro')}</p>
      <BindForm link={link} {...form} />
    </NoticeFrame>
  )
}

function Bound({ device }: { device: Device }) {
  const t = useT(bindWords)
  return (
    <NoticeFrame
      title={t('bound')}
      actions={
        <>
          <Button kind="primary" onClick={() => go(`/device/${device.sn}`)}>
            {t('openDevice')}
          </Button>
          <Button onClick={() => go('/device')}>{t('devices')}</Button>
        </>
      }
    >
      <p role="status">{t('boundText', { name: deviceName(device) })}</p>
    </NoticeFrame>
  )
}

function Refused({ title, text, withDevices = false }: Refusal) {
  const t = useT(bindWords)
  const destination = withDevices
    ? ({ to: '/device', name: 'devices' } as const)
    : ({ to: '/', name: 'home' } as const)
  return (
    <NoticeFrame
      title={t(title)}
      actions={
        <Button kind="primary" onClick={() => go(destination.to)}>
          {t(destination.name)}
        </Button>
      }
    >
      <p role="alert">{t(text)}</p>
    </NoticeFrame>
  )
}
