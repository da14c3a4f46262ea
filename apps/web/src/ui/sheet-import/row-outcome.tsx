import { parseTypedMoney } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useMoneyText } from '../money.tsx'
import { sheetImportWords } from './sheet-import-words.ts'

type RowError = { field: string; message: string }
type RowChangesProps = {
  changes: readonly { field: string; before: string; after: string }[]
  priceFields: ReadonlySet<string>
}

export function RowErrors({ errors }: { errors: readonly RowError[] }) {
  const t = useT(sheetImportWords)
  return (
    <ul className="sw-import-changes">
      {errors.map(({ field, message }) => (
        <li key={`${field}${message}`} className="is-wrong">
          {field === '' ? message : t('fieldSays', { field, text: message })}
        </li>
      ))}
    </ul>
  )
}

/** What changes in the row. `priceFields` are the names of fields that are amounts. */
export function RowChanges({ changes, priceFields }: RowChangesProps) {
  const t = useT(sheetImportWords)
  const written = useWritten(priceFields)
  return (
    <ul className="sw-import-changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className="sw-import-field">{field}</span>
          {before !== '' && (
            <>
              <del>{written(field, before)}</del>
              <span aria-hidden="true"> → </span>
            </>
          )}
          {after === '' ? (
            <span className="sw-import-emptied">{t('emptied')}</span>
          ) : (
            <ins>{written(field, after)}</ins>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Adds the merchant's currency to prices; the sheet, and so the preview, has plain numbers. */
function useWritten(priceFields: ReadonlySet<string>): (field: string, text: string) => string {
  const money = useMoneyText()
  return (field, text) => {
    const cents = priceFields.has(field) ? parseTypedMoney(text) : undefined
    return cents === undefined ? text : money(cents)
  }
}
