import { DownOutlined, KeyOutlined, LogoutOutlined, MobileOutlined, SafetyOutlined } from '@ant-design/icons'
import { accountCalls, errorText, isMainlandMobile, type Session } from '@slotwise/contract'
import { Dropdown, type MenuProps } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'

import { endPush } from '../../entities/notices/end-push.ts'
import { endRefills, unsentVisits } from '../../entities/refill/end-refills.ts'
import { loginPath } from '../../lib/agent.ts'
import { call } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { notify } from '../../lib/notices.ts'
import { clearSession, logOutSession, useSession } from '../../lib/session.ts'
import { logOutRequests } from './shell-requests.ts'
import { shellWords } from './shell-words.ts'

const ChangeOperationPassword = lazyDialog(
  async () => (await import('../../features/account/change-operation-password.tsx')).ChangeOperationPassword,
)
const ResetLoginPassword = lazyDialog(
  async () => (await import('../../features/account/reset-login-password.tsx')).ResetLoginPassword,
)
const VerifyPhone = lazyDialog(
  async () => (await import('../../features/account/verify-phone.tsx')).VerifyPhone,
)

const UnsentDialog = lazyDialog(
  async () => (await import('../../entities/refill/unsent-dialog.tsx')).UnsentDialog,
  { isKept: true },
)

export function UserMenu() {
  const session = useSession()
  return session ? <MenuOf session={session} /> : null
}

function MenuOf({ session }: { session: Session }) {
  const t = useT(shellWords)
  const locale = useLocale()
  const navigate = useNavigate()
  const [form, setForm] = useState<'operation' | 'login' | 'phone'>()
  const [unsent, setUnsent] = useState(0)

  const leave = (): void => void navigate(loginPath(), { replace: true })
  const logOut = async (): Promise<void> => {
    await Promise.all([endPush(), endRefills(session.account).catch(() => undefined)])
    // The call reads the session before it is cleared; the user does not wait for the answer.
    call(accountCalls.logout, {}, { quiet: true }).catch(() => undefined)
    logOutSession()
    leave()
  }
  const askToLogOut = async (): Promise<void> => {
    const count = await unsentVisits(session.account).catch(() => 0)
    if (count > 0) setUnsent(count)
    else await logOut()
  }
  const logOutWhenAsked = useEffectEvent(() => void askToLogOut())
  useEffect(() => logOutRequests.subscribe(() => logOutWhenAsked()), [])
  const resetLogin = (): void => {
    if (isMainlandMobile(session.username)) setForm('login')
    else notify('info', errorText(locale, 'cannotReset'))
  }

  const name = session.nickname || session.username
  const mainOnly: MenuProps['items'] = [
    {
      key: 'operation',
      icon: <SafetyOutlined aria-hidden="true" />,
      label: t(session.hasOperPwd ? 'changeOperationPassword' : 'setOperationPassword'),
      onClick: () => setForm('operation'),
    },
    {
      key: 'login',
      icon: <KeyOutlined aria-hidden="true" />,
      label: t('resetLoginPassword'),
      onClick: resetLogin,
    },
    { type: 'divider' },
  ]
  const ownPhone: MenuProps['items'] = [
    {
      key: 'phone',
      icon: <MobileOutlined aria-hidden="true" />,
      label: t('verifyPhone'),
      onClick: () => setForm('phone'),
    },
    { type: 'divider' },
  ]
  const items: MenuProps['items'] = [
    ...(session.isMain ? mainOnly : []),
    ...(session.phone && !session.phone.verified ? ownPhone : []),
    {
      key: 'logOut',
      icon: <LogoutOutlined aria-hidden="true" />,
      label: t('logOut'),
      onClick: () => void askToLogOut(),
    },
  ]
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        autoFocus
        menu={{ items }}
        popupRender={(menu) => (
          <div className="sw-user-popup">
            <p>
              <strong>{session.mchName}</strong>
              <span>{session.username}</span>
            </p>
            {menu}
          </div>
        )}
      >
        <button
          type="button"
          className="sw-user-button"
          aria-haspopup="menu"
          aria-label={t('userMenu', { name })}
        >
          <span className="sw-avatar" aria-hidden="true">
            {Array.from(name)[0]?.toUpperCase()}
          </span>
          <span className="sw-user-name">{name}</span>
          <DownOutlined aria-hidden="true" />
        </button>
      </Dropdown>
      {unsent > 0 && (
        <UnsentDialog count={unsent} onLeave={() => void logOut()} onClose={() => setUnsent(0)} />
      )}
      {form === 'operation' && (
        <ChangeOperationPassword isFirst={!session.hasOperPwd} onClose={() => setForm(undefined)} />
      )}
      {form === 'phone' && session.phone && (
        <VerifyPhone phone={session.phone.number} onClose={() => setForm(undefined)} />
      )}
      {form === 'login' && (
        <ResetLoginPassword
          username={session.username}
          onClose={() => setForm(undefined)}
          onLoggedOut={() => {
            clearSession()
            leave()
          }}
        />
      )}
    </>
  )
}
