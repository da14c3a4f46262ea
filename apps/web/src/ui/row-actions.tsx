import { LockOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './ui-words.ts'

type RowActionProps = {
  label: string
  /** The label with the row's name, for screen readers. */
  fullLabel: string
  isDanger?: boolean
  /** While it runs, another press does nothing; the button keeps the focus. */
  isPending?: boolean
  onClick: () => void
}

export function RowAction({
  label,
  fullLabel,
  isDanger = false,
  isPending = false,
  onClick,
}: RowActionProps) {
  return (
    <button
      type="button"
      className={isDanger ? 'sw-text-button is-danger' : 'sw-text-button'}
      aria-label={fullLabel}
      aria-disabled={isPending}
      onClick={() => !isPending && onClick()}
    >
      {label}
    </button>
  )
}

type RowActionsProps = {
  name: string
  onEdit?: () => void
  onDelete?: () => void
  /** Further actions and links, before these. */
  children?: ReactNode
}

/** The actions of a row. Their accessible names contain the row's name. */
export function RowActions({ name, onEdit, onDelete, children }: RowActionsProps) {
  const t = useT(uiWords)
  return (
    <div className="sw-row-actions">
      {children}
      {onEdit && <RowAction label={t('edit')} fullLabel={`${t('edit')}: ${name}`} onClick={onEdit} />}
      {onDelete && (
        <RowAction label={t('delete')} fullLabel={`${t('delete')}: ${name}`} isDanger onClick={onDelete} />
      )}
    </div>
  )
}

/** Shown in place of actions: says that there are none, and why. */
export function NoActions({ why }: { why: string }) {
  const t = useT(uiWords)
  const label = t('readOnly')
  return (
    <Tooltip title={why} placement="left" trigger={['hover', 'focus', 'click']}>
      <button type="button" className="sw-no-actions" aria-label={`${label}: ${why}`}>
        <LockOutlined aria-hidden="true" />
        {label}
      </button>
    </Tooltip>
  )
}
