import { LockOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'
import type { ReactNode } from 'react'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './ui-words.ts'

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
      {onEdit && (
        <button
          type="button"
          className="sw-text-button"
          aria-label={`${t('edit')}: ${name}`}
          onClick={onEdit}
        >
          {t('edit')}
        </button>
      )}
      {onDelete && (
        <button
          type="button"
          className="sw-text-button is-danger"
          aria-label={`${t('delete')}: ${name}`}
          onClick={onDelete}
        >
          {t('delete')}
        </button>
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
