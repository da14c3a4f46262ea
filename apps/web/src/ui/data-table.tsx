import { Checkbox } from 'antd'
import type { ReactNode } from 'react'

import { useT } from '../lib/i18n.tsx'
import { type Column, type Sort, sortedNext, useColumnTitle } from './columns.ts'
import './data-table.css'
import { openRow } from './open-row.ts'
import { uiWords } from './ui-words.ts'
import type { Selection } from './selection.ts'

export type RowsProps<Row> = {
  label: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  actions?: ((row: Row) => ReactNode) | undefined
  /** What a card on a phone shows below the name, instead of all columns. */
  card?: ((row: Row) => ReactNode) | undefined
  /** Present when rows can be selected for an action on all of them. */
  selection?: Selection<Row> | undefined
  /** Present when the reader can sort the list. */
  sort?: Sort | undefined
  busy: boolean
}

const hasSum = <Row,>(columns: readonly Column<Row>[]): boolean =>
  columns.some(({ sum }) => sum !== undefined)

/**
 * One plain table, so that a screen reader finds headers and cells together. The frame scrolls, the header and the
 * first column stay; antd's own table would need two tables for that.
 */
export function DataTable<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowKey, actions, selection, sort, busy } = props
  const t = useT(uiWords)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <div className="sw-table-frame" role="region" aria-label={label} tabIndex={0}>
      <table className="sw-data-table" aria-busy={busy}>
        <thead>
          <tr>
            {selection && (
              <td className="sw-cell-choice">
                <ChoosePage rows={rows} selection={selection} />
              </td>
            )}
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} />
            ))}
            {actions && (
              <th scope="col" className="sw-cell-actions">
                {t('actions')}
              </th>
            )}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a row's name opens it by keyboard */}
        <tbody onClick={openRow}>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {selection && (
                <td className="sw-cell-choice">
                  <ChooseRow row={row} selection={selection} />
                </td>
              )}
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row" className={cellClass(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={cellClass(column)}>
                    {orDash(column.cell(row))}
                  </td>
                ),
              )}
              {actions && <td className="sw-cell-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
        {hasSum(columns) && (
          <tfoot>
            <tr>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row" className={cellClass(column)} colSpan={selection ? 2 : 1}>
                    {column.sum}
                  </th>
                ) : (
                  <td key={column.key} className={cellClass(column)}>
                    {column.sum}
                  </td>
                ),
              )}
              {actions && <td className="sw-cell-actions">{null}</td>}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

type HeaderProps<Row> = { column: Column<Row>; sort: Sort | undefined }

/** The name of a column; where the list sorts by it, a button that says the order. */
function Header<Row>({ column, sort }: HeaderProps<Row>) {
  const { sortBy } = column
  const title = useColumnTitle()(column)
  const isSorted = sort !== undefined && sortBy !== undefined && sort.by.replace('-', '') === sortBy
  const order = !isSorted ? undefined : sort.by.startsWith('-') ? 'descending' : 'ascending'
  return (
    <th scope="col" className={cellClass(column)} style={widthOf(column)} aria-sort={order}>
      {sort && sortBy ? (
        <button
          type="button"
          className="sw-sort-button"
          onClick={() => sort.onSort(sortedNext(column, sort.by))}
        >
          {title}
          <i aria-hidden="true" />
        </button>
      ) : (
        title
      )}
    </th>
  )
}

const cellClass = <Row,>(column: Column<Row>): string | undefined =>
  column.align === 'right' ? 'sw-cell-figures' : column.text ? 'sw-cell-text' : undefined

const isEmpty = (value: ReactNode): boolean => value === '' || value == null
const orDash = (value: ReactNode): ReactNode =>
  isEmpty(value) ? <span className="sw-cell-empty">–</span> : value

const widthOf = <Row,>(column: Column<Row>) => (column.width ? { minWidth: column.width } : undefined)

/** The same rows on a phone: the first column is the heading, the others are pairs of name and value. */
export function DataCards<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowKey, actions, card, selection, busy } = props
  const [first, ...others] = columns
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a card's name opens it by keyboard
    <ul className="sw-data-cards" aria-label={label} aria-busy={busy} onClick={openRow}>
      {rows.map((row) => (
        <li key={rowKey(row)} className="sw-data-card">
          <div className="sw-data-card-head">
            <h2 className="sw-data-card-name">{first?.cell(row)}</h2>
            {selection && <ChooseRow row={row} selection={selection} />}
          </div>
          {card ? card(row) : <Pairs columns={others} valueOf={({ cell }) => cell(row)} />}
          {actions && <div className="sw-data-card-actions">{actions(row)}</div>}
        </li>
      ))}
      {hasSum(columns) && (
        <li className="sw-data-card is-sum">
          <h2 className="sw-data-card-name">{first?.sum}</h2>
          <Pairs columns={others} valueOf={({ sum }) => sum} />
        </li>
      )}
    </ul>
  )
}

type PairsProps<Row> = { columns: Column<Row>[]; valueOf: (column: Column<Row>) => ReactNode }

/** Names and values of a card; those without a value are left out. */
function Pairs<Row>({ columns, valueOf }: PairsProps<Row>) {
  const titleOf = useColumnTitle()
  return (
    <dl>
      {columns.map((column) => {
        const value = valueOf(column)
        if (isEmpty(value)) return null
        return (
          <div key={column.key}>
            <dt>{titleOf(column)}</dt>
            <dd className={cellClass(column)}>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}

type Choosing<Row> = { selection: Selection<Row> }

export function ChooseRow<Row>({ row, selection }: Choosing<Row> & { row: Row }) {
  const t = useT(uiWords)
  return (
    <Checkbox
      className="sw-choice"
      aria-label={t('choose', { name: selection.nameOf(row) })}
      checked={selection.has(row)}
      onChange={({ target }) => selection.choose([row], target.checked)}
    />
  )
}

function ChoosePage<Row>({ rows, selection }: Choosing<Row> & { rows: Row[] }) {
  const t = useT(uiWords)
  const chosen = rows.filter(selection.has).length
  const all = rows.length > 0 && chosen === rows.length
  return (
    <Checkbox
      className="sw-choice"
      aria-label={t('choosePage')}
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={({ target }) => selection.choose(rows, target.checked)}
    />
  )
}

/** Has the size of the rows to come, so that nothing moves when they load. */
export function RowsSkeleton({ columns, rows, cards }: { columns: number; rows: number; cards: boolean }) {
  const t = useT(uiWords)
  return (
    <div
      className={cards ? 'sw-rows-skeleton is-cards' : 'sw-rows-skeleton'}
      role="status"
      aria-label={t('loading')}
    >
      {Array.from({ length: cards ? 3 : rows }, (_row, row) => (
        <div key={row}>
          {Array.from({ length: cards ? 4 : columns }, (_cell, cell) => (
            <span key={cell} className="sw-bone" />
          ))}
        </div>
      ))}
    </div>
  )
}
