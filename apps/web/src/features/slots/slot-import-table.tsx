import {
  locales,
  slotCalls,
  slotFieldWords,
  type SlotImportKind,
  slotImportKinds,
  type SlotImportPreview,
  type SlotImportRow,
} from '@slotwise/contract'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import type { Column } from '../../ui/columns.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { PreviewRows } from '../../ui/sheet-import/preview-rows.tsx'
import { RowChanges, RowErrors } from '../../ui/sheet-import/row-outcome.tsx'
import { sheetImportWords } from '../../ui/sheet-import/sheet-import-words.ts'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { slotImportWords } from './slot-import-words.ts'

type SlotImportTableProps = { preview: SlotImportPreview; name: string; onAgain: () => void }

const size = 20
const kindWords = {
  change: 'kindChange',
  same: 'kindSame',
  error: 'kindError',
} as const satisfies Record<SlotImportKind, string>
const tones = { change: 'busy', same: 'idle', error: 'bad' } as const satisfies Record<
  SlotImportKind,
  StatusTone
>

/** The changes of a sheet, row by row. Errors are shown first, if there are any. */
export function SlotImportTable({ preview, name, onAgain }: SlotImportTableProps) {
  const t = useT(sheetImportWords)
  const [kind, setKind] = useState<SlotImportKind | undefined>(preview.error > 0 ? 'error' : undefined)
  const [page, setPage] = useState(1)
  const query = useCall(
    slotCalls.getSlotImportRows,
    { pageNum: page, pageSize: size, condition: { import: preview.import, kind } },
    { inline: true },
  )
  return (
    <PreviewRows<SlotImportKind, SlotImportRow>
      name={name}
      onAgain={onAgain}
      tiles={slotImportKinds.map((one) => ({
        kind: one,
        count: preview[one],
        tone: tones[one],
        label: t(kindWords[one]),
      }))}
      kind={kind}
      onKind={(next) => {
        setKind(next)
        setPage(1)
      }}
      query={query}
      columns={useSlotImportColumns()}
      rowKey={({ row }) => String(row)}
      paging={{ page, size, setPage }}
    >
      <Outlook preview={preview} />
    </PreviewRows>
  )
}

/** What will happen, before the rows: how many machines are concerned, and what cannot be undone. */
function Outlook({
  preview: { change, devices, other_goods: count, pieces },
}: {
  preview: SlotImportPreview
}) {
  const t = useT(slotImportWords)
  if (change === 0) return null
  return (
    <div className="sw-import-last">
      <Alert tone={count > 0 ? 'warning' : 'info'}>
        {t('outlook', { count: change, devices })} {count > 0 && t('otherGoods', { count, pieces })}{' '}
        {count < change && t('undoable')}
      </Alert>
    </div>
  )
}

function useSlotImportColumns(): Column<SlotImportRow>[] {
  const t = useT(slotImportWords)
  const sheet = useT(sheetImportWords)
  return [
    {
      key: 'place',
      title: t('place'),
      text: true,
      cell: ({ row, sn, title, slot }) => {
        const name = [title, sn].filter((text) => text !== '').join(' ')
        return (
          <>
            <span className="sw-import-line sw-figures">{sheet('lineNumber', { row })}</span>
            {slot === '' ? name : t('slotOf', { name, slot })}
          </>
        )
      },
    },
    {
      key: 'kind',
      title: sheet('importKinds'),
      cell: ({ kind }) => <StatusTag tone={tones[kind]}>{sheet(kindWords[kind])}</StatusTag>,
    },
    {
      key: 'what',
      title: sheet('importWhat'),
      text: true,
      cell: ({ errors, changes, pieces }) =>
        errors.length > 0 ? (
          <RowErrors errors={errors} />
        ) : changes.length > 0 ? (
          <>
            <RowChanges changes={changes} priceFields={priceFields} />
            {pieces > 0 && <span className="sw-import-line">{t('piecesOut', { pieces })}</span>}
          </>
        ) : null,
    },
  ]
}

/** The name of the price, in all languages in which the sheet may have been read. */
const priceFields: ReadonlySet<string> = new Set(locales.map((locale) => slotFieldWords[locale].price))
