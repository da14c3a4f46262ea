import { useT } from '../lib/i18n.tsx'
import { uiWords } from './messages/messages.ts'

type RowActionsProps = { name: string; onEdit?: () => void; onDelete?: () => void }

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
