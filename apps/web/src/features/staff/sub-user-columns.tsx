import { joinNames, staffFieldWords, type SubUser } from '@slotwise/contract'
import { Link } from 'react-router'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { useMay } from '../../ui/can.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { staffWords } from './staff-words.ts'
import { InvitationState } from './invitation-state.tsx'
import { SuspendSwitch } from './suspend-switch.tsx'

type Actions = { onEdit: (user: SubUser) => void; onReset: (user: SubUser) => void }

/** The orders of the list by the headers of its columns. */
export const subUserSorts = { name: 'name', '-name': '-name', role: 'role', '-role': '-role' } as const

export function useSubUserColumns({ onEdit, onReset }: Actions): Column<SubUser>[] {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const mayOpenRoles = useMay('user.role')
  return [
    {
      key: 'nickname',
      title: field('nickname'),
      sortBy: 'name',
      cell: (user) =>
        user.editable ? (
          <button type="button" className="sw-text-button" onClick={() => onEdit(user)}>
            {user.nickname}
          </button>
        ) : (
          user.nickname
        ),
    },
    { key: 'sub_username', title: field('sub_username'), cell: (user) => user.sub_username },
    { key: 'phone', title: field('phone'), cell: (user) => <Phone user={user} />, extra: 'narrow' },
    {
      key: 'roleid',
      title: field('roleid'),
      sortBy: 'role',
      text: true,
      width: 120,
      cell: (user) =>
        mayOpenRoles ? (
          <Link className="sw-link" to={`/role?ids=${user.roleid}`}>
            {user.role_name}
          </Link>
        ) : (
          user.role_name
        ),
    },
    { key: 'scope', title: field('scope'), cell: (user) => <Scope user={user} />, text: true, width: 130 },
    {
      key: 'state',
      title: field('state'),
      text: true,
      width: 150,
      cell: (user) =>
        user.joined || user.suspended ? <SuspendSwitch user={user} /> : <InvitationState user={user} />,
    },
    {
      key: 'oper_pwd',
      title: field('oper_pwd'),
      cell: (user) => <OperationState user={user} onReset={onReset} />,
    },
    {
      key: 'last_login_at',
      title: field('last_login_at'),
      cell: (user) => (user.last_login_at ? <Instant at={user.last_login_at} /> : t('never')),
      extra: 'narrow',
    },
    {
      key: 'created_at',
      title: field('created_at'),
      cell: (user) => <Instant at={user.created_at} />,
      extra: true,
    },
  ]
}

/** A proven phone. It is not said to log in, because another account may have the same one. */
function Phone({ user: { phone, phone_verified: isVerified } }: { user: SubUser }) {
  const t = useT(staffWords)
  if (!isVerified) return phone
  return (
    <span>
      {phone} <StatusTag tone="good">{t('phoneVerified')}</StatusTag>
    </span>
  )
}

/** One or two names; of more only their number, with the names on hover. */
function Scope({ user }: { user: SubUser }) {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const locale = useLocale()
  if (user.all_device) return field('everything')
  const names = [...user.area_names, ...user.store_names, ...user.device_names]
  if (names.length <= 2) return joinNames(locale, names)
  const counts = [
    ...(user.area.length > 0 ? [t('areaCount', { count: user.area.length })] : []),
    ...(user.store.length > 0 ? [t('storeCount', { count: user.store.length })] : []),
    ...(user.device.length > 0 ? [t('deviceCount', { count: user.device.length })] : []),
  ]
  return <span title={joinNames(locale, names)}>{joinNames(locale, counts)}</span>
}

/** The reset button stands beside the state that it changes. */
function OperationState({ user, onReset }: { user: SubUser; onReset: (user: SubUser) => void }) {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const action = user.hasOperPwd ? 'resetOperation' : 'setOperation'
  const isMain = useSession()?.isMain ?? false
  return (
    <span className="sw-operation-state">
      {user.operLocked ? (
        <StatusTag tone="bad">{field('locked')}</StatusTag>
      ) : user.hasOperPwd ? (
        <StatusTag tone="good">{field('is_set')}</StatusTag>
      ) : (
        <StatusTag tone="idle">{field('not_set')}</StatusTag>
      )}
      {user.editable && (isMain || !user.operLocked) && (
        <button
          type="button"
          className="sw-text-button"
          aria-label={`${t(action)}: ${user.nickname}`}
          onClick={() => onReset(user)}
        >
          {t(user.hasOperPwd ? 'reset' : 'set')}
        </button>
      )}
    </span>
  )
}
