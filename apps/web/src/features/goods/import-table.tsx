import {
  formatMoney,
  goodsFieldWords,
  type ImportKind,
  importKinds,
  type ImportPreview,
  type ImportRow,
  locales,
  parseTypedMoney,
} from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import type { Column } from '../../ui/columns.ts'
import { DataCards, DataTable, RowsSkeleton } from '../../ui/data-table.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { Paging } from '../../ui/paging.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useImportRows } from './api.ts'
import { goodsWords } from './goods-words.ts'

type ImportTableProps = { preview: ImportPreview; name: string; onAgain: () => void }

const size = 20
const kindWords = {
  add: 'kindAdd',
  change: 'kindChange',
  same: 'kindSame',
  error: 'kindError',
} as const satisfies Record<ImportKind, string>
const tones = { add: 'good', change: 'busy', same: 'idle', error: 'bad' } as const satisfies Record<
  ImportKind,
  StatusTone
>

/** The changes of a sheet, row by row. Errors are shown first, if there are any. */
export function ImportTable({ preview, name, onAgain }: ImportTableProps) {
  const t = useT(goodsWords)
  const ui = useT(uiWords)
  const isPhone = useIsPhone()
  const [kind, setKind] = useState<ImportKind | undefined>(preview.error > 0 ? 'error' : undefined)
  const [page, setPage] = useState(1)
  const query = useImportRows({ filter: { import: preview.import, kind }, page, size })
  const columns = useImportColumns(isPhone)
  const Rows = isPhone ? DataCards : DataTable
  const choose = (next: ImportKind): void => {
    setKind(next === kind ? undefined : next)
    setPage(1)
  }
  return (
    <div className="sw-import">
      <p className="sw-import-file">
        <code>{name}</code>
        <Button type="link" onClick={onAgain}>
          {t('otherSheet')}
        </Button>
      </p>
      <div className="sw-import-kinds" role="group" aria-label={t('importKinds')}>
        {importKinds.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === kind}
            disabled={preview[one] === 0}
            onClick={() => choose(one)}
          >
            <strong className="sw-figures">{preview[one].toLocaleString('en-US')}</strong>
            <StatusTag tone={tones[one]}>{t(kindWords[one])}</StatusTag>
          </button>
        ))}
      </div>
      <div className={query.isPlaceholderData ? 'sw-list-body is-stale' : 'sw-list-body'}>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <RowsSkeleton columns={columns.length} rows={6} cards={isPhone} />
        ) : query.data.count === 0 ? (
          <EmptyState title={ui('noneFound')} />
        ) : (
          <>
            <Rows<ImportRow>
              label={t('importKinds')}
              columns={columns}
              rows={query.data.data}
              rowKey={({ row }) => String(row)}
              busy={query.isFetching}
            />
            <Paging state={{ page, size, standardSize: size, setPage }} list={query.data} fixedSize />
          </>
        )}
      </div>
    </div>
  )
}

/** On a phone's card errors have a name of their own; a table has one column for errors and changes. */
function useImportColumns(isPhone: boolean): Column<ImportRow>[] {
  const t = useT(goodsWords)
  return [
    {
      key: 'title',
      title: t('importRow'),
      text: true,
      cell: (row) => (
        <>
          <span className="sw-import-line sw-figures">{t('lineNumber', { row: row.row })}</span>
          {row.title}
        </>
      ),
    },
    {
      key: 'kind',
      title: t('importKinds'),
      cell: ({ kind }) => <StatusTag tone={tones[kind]}>{t(kindWords[kind])}</StatusTag>,
    },
    ...(isPhone
      ? [
          { key: 'wrong', title: t('importErrors'), text: true as const, cell: wrongOf },
          { key: 'what', title: t('importWhat'), text: true as const, cell: changesOf },
        ]
      : [
          {
            key: 'what',
            title: t('importWhat'),
            text: true as const,
            cell: (row: ImportRow) => wrongOf(row) ?? changesOf(row),
          },
        ]),
  ]
}

const wrongOf = ({ errors }: ImportRow) => (errors.length > 0 ? <Errors errors={errors} /> : null)
const changesOf = ({ changes }: ImportRow) => (changes.length > 0 ? <Changes changes={changes} /> : null)

function Errors({ errors }: Pick<ImportRow, 'errors'>) {
  const t = useT(goodsWords)
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

function Changes({ changes }: Pick<ImportRow, 'changes'>) {
  const t = useT(goodsWords)
  const written = useWritten()
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
function useWritten(): (field: string, text: string) => string {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return (field, text) => {
    const cents = priceFields.has(field) ? parseTypedMoney(text) : undefined
    return cents === undefined ? text : formatMoney(cents, currency, locale)
  }
}

/** The names of price fields, in all languages in which the sheet may have been read. */
const priceFields: ReadonlySet<string> = new Set(
  locales.flatMap((locale) => {
    const { price, min_price: min, max_price: max } = goodsFieldWords[locale]
    return [price, min, max]
  }),
)
