import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'

import { type Column, sortedNext } from './columns.ts'
import { DataCards, DataTable } from './data-table.tsx'

type Row = { name: string; income: number }

const name: Column<Row> = {
  key: 'name',
  title: 'Store',
  sortBy: 'name',
  cell: (row) => row.name,
  sum: 'Total',
}
const income: Column<Row> = {
  key: 'income',
  title: 'Income',
  align: 'right',
  sortBy: 'income',
  cell: (row) => row.income,
  sum: 12,
}
const address: Column<Row> = { key: 'address', title: 'Address', cell: () => 'Road 1' }

const props = (columns: Column<Row>[], by: string) => ({
  label: 'Stores',
  columns,
  rows: [{ name: 'North', income: 5 }],
  rowKey: (row: Row) => row.name,
  actions: () => 'Open',
  sort: { by, onSort: () => undefined },
  busy: false,
})
const table = (columns: Column<Row>[], by = '-income') =>
  renderToStaticMarkup(<DataTable<Row> {...props(columns, by)} />)
const cells = (html: string) => [...html.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell)

describe('a list that sorts', () => {
  test('begins with the largest figure and with the first name, and turns round with the next click', () => {
    expect(sortedNext(income, 'name')).toBe('-income')
    expect(sortedNext(income, '-income')).toBe('income')
    expect(sortedNext(income, 'income')).toBe('-income')
    expect(sortedNext(name, '-income')).toBe('name')
    expect(sortedNext(name, 'name')).toBe('-name')
  })

  test('says by which column it sorts and in which direction; other columns have no button', () => {
    const headers = (by: string) => [
      ...table([name, income, address], by).matchAll(/aria-sort="(\w+)"[^>]*><button[^>]*>(\w+)/g),
    ]
    expect(headers('-income').map(([, order, title]) => [order, title])).toEqual([['descending', 'Income']])
    expect(headers('name').map(([, order, title]) => [order, title])).toEqual([['ascending', 'Store']])
    expect(table([name, income, address]).match(/<button/g)).toHaveLength(2)
  })
})

describe('the sum of a list', () => {
  test('is the last row, with a cell below each column', () => {
    const [, foot = ''] = table([name, address, income]).split('<tfoot>')
    expect(cells(foot)).toEqual(['Total', '', '12', ''])
  })

  test('is the last card on a phone, without empty lines', () => {
    const html = renderToStaticMarkup(<DataCards<Row> {...props([name, address, income], 'name')} />)
    const last = html.split('<li').at(-1)
    expect(last).toContain('Total')
    expect(last).toContain('<dt>Income</dt><dd class="sw-cell-figures">12</dd>')
    expect(last).not.toContain('Address')
  })

  test('is left out where no column has one', () => {
    expect(table([address])).not.toContain('tfoot')
  })
})
