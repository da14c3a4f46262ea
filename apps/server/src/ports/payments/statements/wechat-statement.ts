/**
 * WeChat Pay's bill of all trades of a day (type ALL), as the merchant platform and the interface give it out: UTF-8, each
 * cell of a row begins with a backtick, and two lines with sums end the file. A refund stands in the bill of the day on
 * which it was accepted.
 */
import type { StatementLine } from '../payments.ts'
import { BadStatement, demandAccount } from './bad-statement.ts'
import { Columns, type Row } from './statement-cells.ts'
import type { TextLine } from './text-lines.ts'

const accountColumn = '商户号'
const goodsColumn = '商品名称'
const needed = [
  '交易时间',
  accountColumn,
  '微信订单号',
  '商户订单号',
  '交易状态',
  '货币种类',
  '微信退款单号',
  '商户退款单号',
  '退款状态',
  '订单金额',
  '申请退款金额',
  goodsColumn,
]
const sumNames = ['总交易单数', '申请退款总金额']

/** Goods may be named with commas, so that a cell ends where the next one begins. */
const cellsOf = (text: string, number: number): string[] => {
  if (!text.startsWith('`')) throw new BadStatement('the line does not begin with a backtick', number)
  return text.slice(1).split(',`')
}

function lineOf(row: Row): StatementLine | undefined {
  const status = row.text('交易状态')
  const [merchantOrder, at] = [row.name('商户订单号'), row.time('交易时间')]
  if (row.text('货币种类') !== 'CNY') throw new BadStatement('the currency is not CNY', row.line)
  if (status === 'SUCCESS')
    return {
      kind: 'pay',
      merchantOrder,
      refundNo: '',
      txn: row.name('微信订单号'),
      amount: row.cents('订单金额'),
      at,
    }
  if (status !== 'REFUND' && status !== 'REVOKED')
    throw new BadStatement(`the state ${status} is not known`, row.line)
  const amount = row.cents('申请退款金额')
  if (row.text('退款状态') === 'FAIL') return undefined
  return {
    kind: 'refund',
    merchantOrder,
    refundNo: row.name('商户退款单号'),
    txn: row.name('微信退款单号'),
    amount,
    at,
  }
}

export async function* readWechatStatement(
  lines: AsyncIterable<TextLine>,
  accountNo?: string,
): AsyncGenerator<StatementLine> {
  let columns: Columns | undefined
  let sums: Columns | undefined
  let isWhole = false
  let rows = 0
  let refunded = 0
  for await (const { text, number } of lines) {
    if (isWhole) throw new BadStatement('the file goes on after its sums', number)
    if (!columns) columns = new Columns(text.replace(/^\uFEFF/, '').split(','), needed, number)
    else if (sums) {
      const sum = sums.row(cellsOf(text, number), number)
      if (Number(sum.text('总交易单数')) !== rows)
        throw new BadStatement(`the file has ${rows} rows and says ${sum.text('总交易单数')}`, number)
      if (sum.cents('申请退款总金额') !== refunded)
        throw new BadStatement('its refunds do not add up to the sum', number)
      isWhole = true
    } else if (text.startsWith(sumNames[0] ?? '')) sums = new Columns(text.split(','), sumNames, number)
    else {
      rows += 1
      const row = columns.row(columns.joined(cellsOf(text, number), goodsColumn, ',`'), number)
      demandAccount(row.text(accountColumn), accountNo, number)
      const line = lineOf(row)
      refunded += row.cents('申请退款金额')
      if (line) yield line
    }
  }
  if (!isWhole) throw new BadStatement('the file is not whole: its sums are missing')
}
