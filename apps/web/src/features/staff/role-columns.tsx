import {
  isOwnScoped,
  idsOfDetail,
  joinNames,
  permissionGroupWords,
  permissionWords,
  type Role,
  staffFieldWords,
} from '@slotwise/contract'
import { Link } from 'react-router'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useMay } from '../../ui/can.tsx'
import type { Column } from '../../ui/columns.ts'
import { staffWords } from './staff-words.ts'
import { summarize } from './permission-choice.ts'

export function useRoleColumns(onEdit: (role: Role) => void): Column<Role>[] {
  const t = useT(staffWords)
  const field = useT(staffFieldWords)
  const mayOpenAccounts = useMay('user.subUser')
  return [
    {
      key: 'name',
      sortBy: 'name',
      title: field('role_name'),
      width: 160,
      cell: (role) =>
        role.editable ? (
          <button type="button" className="sw-text-button" onClick={() => onEdit(role)}>
            {role.name}
          </button>
        ) : (
          role.name
        ),
    },
    { key: 'note', title: field('note'), cell: (role) => role.note, text: true, width: 200 },
    {
      key: 'perm_detail',
      title: field('perm_detail'),
      cell: (role) => <PermissionSummary detail={role.perm_detail} />,
      text: true,
      width: 260,
    },
    {
      key: 'goods_scope',
      title: field('goods_scope'),
      cell: (role) => (isOwnScoped(role.perm_detail, 'goods') ? field(role.goods_scope) : null),
      extra: 'narrow',
    },
    {
      key: 'bank_scope',
      title: field('bank_scope'),
      cell: (role) => (isOwnScoped(role.perm_detail, 'bank') ? field(role.bank_scope) : null),
      extra: 'narrow',
    },
    {
      key: 'user_count',
      sortBy: 'users',
      title: field('user_count'),
      align: 'right',
      cell: (role) =>
        mayOpenAccounts ? (
          <Link
            className="sw-link"
            to={`/subUser?roleid=${role.roleid}`}
            aria-label={`${t('showUsers', { role: role.name })}: ${role.user_count}`}
          >
            {role.user_count}
          </Link>
        ) : (
          role.user_count
        ),
    },
  ]
}

/** By group: `Orders 2 of 2`; a group of one shows its permission. All names on hover. */
function PermissionSummary({ detail }: { detail: string }) {
  const t = useT(staffWords)
  const group = useT(permissionGroupWords)
  const name = useT(permissionWords)
  const locale = useLocale()
  return (
    <ul className="sw-permission-summary">
      {summarize(idsOfDetail(detail)).map(({ group: key, chosen, all }) => (
        <li
          key={key}
          title={joinNames(
            locale,
            chosen.map((one) => name(one)),
          )}
        >
          {group(key)}
          {all > 1 && <small>{t('chosenOf', { chosen: chosen.length, all })}</small>}
        </li>
      ))}
    </ul>
  )
}
