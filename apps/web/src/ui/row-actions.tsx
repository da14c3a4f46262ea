import { LockOutlined } from '@ant-design/icons'
import { Tooltip } from 'antd'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './messages/messages.ts'

type RowActionsProps = {
  name: string
  onEdit?: () => void
  onDelete?: () => void
}

/** What can be done with a row. Each says to whom, for those who hear the page. */
export function RowActions({ name, onEdit, onDelete }: RowActionsProps) {
  const t = useT(uiWords)
  return (
    <div className="sw-row-actions">
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

/** In the place of actions: that there are none here, and why. */
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
