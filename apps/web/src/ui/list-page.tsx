import { isViewList } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { ColumnChooser } from './column-chooser.tsx'
import { type Column, type Sort, useShownColumns } from './columns.ts'
import { DataCards, DataTable, RowsSkeleton } from './data-table.tsx'
import { ListFrame, type ListFrameProps } from './list-frame.tsx'
import type { Selection } from './selection.ts'
import { useIsPhone } from './use-media.ts'

export type ListPageProps<Row> = Omit<ListFrameProps<Row>, 'aside' | 'views' | 'skeleton' | 'children'> & {
  /** The key under which the chosen columns and the views are stored. */
  name: string
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  actions?: (row: Row) => ReactNode
  /** What a card on a phone shows below the name, instead of all columns. */
  card?: (row: Row) => ReactNode
  selection?: Selection<Row>
  sort?: Sort
}

/** A page that lists records in rows: a table, and on a phone the same rows as cards. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { name, columns, rowKey, actions, card, selection, sort, ...frame } = props
  const isPhone = useIsPhone()
  const shown = useShownColumns(name, columns)
  const Rows = isPhone ? DataCards : DataTable
  return (
    <ListFrame<Row>
      {...frame}
      views={isViewList(name) ? name : undefined}
      aside={
        <ColumnChooser
          columns={columns}
          shown={shown.columns}
          isStandard={shown.isStandard}
          onChoose={shown.choose}
        />
      }
      skeleton={<RowsSkeleton columns={shown.columns.length} rows={frame.state.size} cards={isPhone} />}
    >
      {(rows) => (
        <Rows<Row>
          label={frame.title}
          columns={shown.columns}
          rows={rows}
          rowKey={rowKey}
          actions={actions}
          card={card}
          selection={selection}
          sort={sort}
          busy={frame.query.isFetching}
        />
      )}
    </ListFrame>
  )
}
