import {
  goodsFieldWords,
  type ImportKind,
  importKinds,
  type ImportPreview,
  type ImportRow,
  locales,
} from '@slotwise/contract'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../../ui/columns.ts'
import { PreviewRows } from '../../ui/sheet-import/preview-rows.tsx'
import { RowChanges, RowErrors } from '../../ui/sheet-import/row-outcome.tsx'
import { sheetImportWords } from '../../ui/sheet-import/sheet-import-words.ts'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useImportRows } from './api.ts'
import { goodsWords } from './goods-words.ts'
import { LikeLines, LikeRow } from './import-likeness.tsx'

type ImportTableProps = {
  preview: ImportPreview
  name: string
  onAgain: () => void
  /** Called with the counts after another choice. */
  onChosen: (preview: ImportPreview) => void
}

const size = 20
const kindWords = {
  add: 'kindAdd',
  change: 'kindChange',
  same: 'kindSame',
  skip: 'kindSkip',
  error: 'kindError',
} as const satisfies Record<ImportKind, string>
const tones = {
  add: 'good',
  change: 'busy',
  same: 'idle',
  skip: 'attention',
  error: 'bad',
} as const satisfies Record<ImportKind, StatusTone>

type Shown = { kind?: ImportKind | undefined; like?: 'code' | 'name' }

/** The changes of a sheet, row by row. Errors are shown first, if there are any. */
export function ImportTable({ preview, name, onAgain, onChosen }: ImportTableProps) {
  const t = useT(sheetImportWords)
  const [shown, setShown] = useState<Shown>({ kind: preview.error > 0 ? 'error' : undefined })
  const [page, setPage] = useState(1)
  const query = useImportRows({ filter: { import: preview.import, ...shown }, page, size })
  const columns = useImportColumns(preview.import, onChosen)
  const show = (next: Shown): void => {
    setShown(next)
    setPage(1)
  }
  return (
    <PreviewRows<ImportKind, ImportRow>
      name={name}
      onAgain={onAgain}
      tiles={importKinds.map((kind) => ({
        kind,
        count: preview[kind],
        tone: tones[kind],
        label: t(kindWords[kind]),
      }))}
      kind={shown.kind}
      onKind={(kind) => show({ kind })}
      query={query}
      columns={columns}
      rowKey={({ row }) => String(row)}
      paging={{ page, size, setPage }}
    >
      <LikeLines
        preview={preview}
        shown={shown.like}
        onShow={(like) => show(like === undefined ? {} : { like })}
        onChosen={onChosen}
      />
    </PreviewRows>
  )
}

/** On a phone's card errors have a name of their own; a table has one column for errors and changes. */
function useImportColumns(id: string, onChosen: (preview: ImportPreview) => void): Column<ImportRow>[] {
  const t = useT(goodsWords)
  const sheet = useT(sheetImportWords)
  const isPhone = useIsPhone()
  return [
    {
      key: 'title',
      title: t('importRow'),
      text: true,
      cell: (row) => (
        <>
          <span className="sw-import-line sw-figures">{sheet('lineNumber', { row: row.row })}</span>
          {row.title}
        </>
      ),
    },
    {
      key: 'kind',
      title: sheet('importKinds'),
      cell: (row) => (
        <>
          <StatusTag tone={tones[row.kind]}>{sheet(kindWords[row.kind])}</StatusTag>
          {row.like && <LikeRow key={row.row} id={id} row={row} like={row.like} onChosen={onChosen} />}
        </>
      ),
    },
    ...(isPhone
      ? [
          { key: 'wrong', title: sheet('importErrors'), text: true as const, cell: wrongOf },
          { key: 'what', title: sheet('importWhat'), text: true as const, cell: changesOf },
        ]
      : [
          {
            key: 'what',
            title: sheet('importWhat'),
            text: true as const,
            cell: (row: ImportRow) => wrongOf(row) ?? changesOf(row),
          },
        ]),
  ]
}

const wrongOf = ({ errors }: ImportRow) => (errors.length > 0 ? <RowErrors errors={errors} /> : null)
const changesOf = ({ kind, changes }: ImportRow) =>
  changes.length > 0 && kind !== 'skip' ? <RowChanges changes={changes} priceFields={priceFields} /> : null

/** The names of price fields, in all languages in which the sheet may have been read. */
const priceFields: ReadonlySet<string> = new Set(
  locales.flatMap((locale) => {
    const { price, min_price: min, max_price: max } = goodsFieldWords[locale]
    return [price, min, max]
  }),
)
