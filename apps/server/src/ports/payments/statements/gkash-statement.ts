/**
 * GKash's list of transactions. Its public documentation names no format, so these columns are ours: the operator brings
 * an export of their portal into this shape (docs/providers.md). GKash numbers no refunds; a row has what was given back of it.
 */
import type { StatementLine } from '../payments.ts'
import { BadStatement, demandAccount } from './bad-statement.ts'
import { cellsOf, Columns, type Row } from './statement-cells.ts'
import type { TextLine } from './text-lines.ts'

/** The number of the account, where the export has it. */
const accountColumn = 'CID'
const needed = ['Date', 'PO ID', 'Cart ID', 'Currency', 'Amount', 'Status', 'Refunded']
const paid = '88'
const others = new Set(['66', '11'])

function* linesOf(row: Row): Generator<StatementLine> {
  // `88 - Transferred`, as their messages write it.
  const [status = ''] = row.text('Status').split(' ')
  if (status !== paid && !others.has(status)) throw new BadStatement('the status is not known', row.line)
  if (row.text('Currency') !== 'MYR') throw new BadStatement('the currency is not MYR', row.line)
  const line = {
    merchantOrder: row.name('Cart ID'),
    refundNo: '',
    txn: row.name('PO ID'),
    at: row.time('Date'),
  }
  const [amount, refunded] = [row.cents('Amount'), row.cents('Refunded')]
  if (status !== paid) return
  yield { ...line, kind: 'pay', amount }
  if (refunded > 0) yield { ...line, kind: 'refund', amount: refunded }
}

export async function* readGkashStatement(
  lines: AsyncIterable<TextLine>,
  accountNo?: string,
): AsyncGenerator<StatementLine> {
  let columns: Columns | undefined
  let rows = 0
  let isWhole = false
  for await (const line of lines) {
    const cells = cellsOf({ ...line, text: line.text.replace(/^\uFEFF/, '') })
    if (isWhole) throw new BadStatement('the file goes on after its end', line.number)
    if (!columns) columns = new Columns(cells, needed, line.number)
    else if (cells[0] === 'Total') {
      if (cells[1]?.trim() !== String(rows))
        throw new BadStatement(`the file has ${rows} rows and says ${cells[1] ?? 'nothing'}`, line.number)
      isWhole = true
    } else {
      rows += 1
      const row = columns.row(cells, line.number)
      if (columns.has(accountColumn)) demandAccount(row.text(accountColumn), accountNo, line.number)
      yield* linesOf(row)
    }
  }
  if (!isWhole) throw new BadStatement('the file is not whole: the line Total is missing')
}
