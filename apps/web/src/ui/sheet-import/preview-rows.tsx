import type { List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import type { Column } from '../columns.ts'
import { DataCards, DataTable, RowsSkeleton } from '../data-table.tsx'
import { Paging } from '../paging.tsx'
import { EmptyState, ErrorState } from '../states.tsx'
import { StatusTag, type StatusTone } from '../status-tag.tsx'
import { uiWords } from '../ui-words.ts'
import { useIsPhone } from '../use-media.ts'
import './sheet-import.css'
import { sheetImportWords } from './sheet-import-words.ts'

export type Tile<Kind extends string> = { kind: Kind; count: number; tone: StatusTone; label: string }

type PreviewRowsProps<Kind extends string, Row> = {
  name: string
  onAgain: () => void
  tiles: readonly Tile<Kind>[]
  kind: Kind | undefined
  onKind: (kind: Kind | undefined) => void
  /** Between the counts and the rows. */
  children?: ReactNode
  query: UseQueryResult<List<Row>, CallError>
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  paging: { page: number; size: number; setPage: (page: number) => void }
}

/** What a sheet would do: how many rows of each kind, and the rows, of one kind or of all. */
export function PreviewRows<Kind extends string, Row>(props: PreviewRowsProps<Kind, Row>) {
  const { name, onAgain, tiles, kind, onKind, children, query, columns, rowKey, paging } = props
  const t = useT(sheetImportWords)
  const ui = useT(uiWords)
  const isPhone = useIsPhone()
  const Rows = isPhone ? DataCards : DataTable
  return (
    <div className="sw-import">
      <p className="sw-import-file">
        <code>{name}</code>
        <Button type="link" onClick={onAgain}>
          {t('otherSheet')}
        </Button>
      </p>
      <div className="sw-import-kinds" role="group" aria-label={t('importKinds')}>
        {tiles.map((tile) => (
          <button
            key={tile.kind}
            type="button"
            aria-pressed={tile.kind === kind}
            disabled={tile.count === 0}
            onClick={() => onKind(tile.kind === kind ? undefined : tile.kind)}
          >
            <strong className="sw-figures">{tile.count.toLocaleString('en-US')}</strong>
            <StatusTag tone={tile.tone}>{tile.label}</StatusTag>
          </button>
        ))}
      </div>
      {children}
      <div className={query.isPlaceholderData ? 'sw-list-body is-stale' : 'sw-list-body'}>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <RowsSkeleton columns={columns.length} rows={6} cards={isPhone} />
        ) : query.data.count === 0 ? (
          <EmptyState title={ui('noneFound')} />
        ) : (
          <>
            <Rows<Row>
              label={t('importKinds')}
              columns={columns}
              rows={query.data.data}
              rowKey={rowKey}
              busy={query.isFetching}
            />
            <Paging state={{ ...paging, standardSize: paging.size }} list={query.data} fixedSize />
          </>
        )}
      </div>
    </div>
  )
}
