/**
 * Alipay's list of transactions of a day (业务明细): GBK, comments begin with #, cells may end with a tab, and a comment
 * says where the list ends. A refund has the number of its request.
 */
import type { StatementLine } from '../payments.ts'
import { BadStatement, demandAccount } from './bad-statement.ts'
import { cellsOf, Columns, quotedCells, type Row } from './statement-cells.ts'
import type { TextLine } from './text-lines.ts'

const refundNumber = '退款批次号/请求号'
const goodsColumn = '商品名称'
const needed = [
  '支付宝交易号',
  '商户订单号',
  '业务类型',
  goodsColumn,
  '完成时间',
  '订单金额（元）',
  refundNumber,
]
/** An account is the number of its merchant (PID), with this behind it. */
const accountEnd = /(?<=^\d{16})0156$/

function lineOf(row: Row): StatementLine | undefined {
  const type = row.text('业务类型')
  // Fees and transfers belong to no order.
  if (type !== '交易' && type !== '退款') return undefined
  const line = {
    merchantOrder: row.name('商户订单号'),
    txn: row.name('支付宝交易号'),
    amount: row.cents('订单金额（元）'),
    at: row.time('完成时间'),
  }
  return type === '交易'
    ? { ...line, kind: 'pay', refundNo: '' }
    : { ...line, kind: 'refund', refundNo: row.name(refundNumber) }
}

/** The cells of a row. Goods may be named with commas and quotes that are not written as CSV demands it. */
function rowCells(columns: Columns, text: string): string[] {
  const cells = quotedCells(text)
  return cells?.length === columns.count ? cells : columns.joined(text.split(','), goodsColumn, ',')
}

export async function* readAlipayStatement(
  lines: AsyncIterable<TextLine>,
  accountNo?: string,
): AsyncGenerator<StatementLine> {
  let columns: Columns | undefined
  let isEnded = false
  const found = { 交易: 0, 退款: 0 }
  for await (const line of lines) {
    const text = line.text.replace(/^\uFEFF/, '')
    if (text.startsWith('#')) {
      isEnded ||= text.includes('业务明细列表结束')
      const [, account] = /^#账号[：:]\s*\[(\d+)\]/.exec(text) ?? []
      if (account !== undefined) demandAccount(account.replace(accountEnd, ''), accountNo, line.number)
      const [, type, count] = /(交易|退款)合计[：:]\s*(\d+)\s*笔/.exec(text) ?? []
      if (type !== undefined && Number(count) !== found[type as keyof typeof found])
        throw new BadStatement(`the file says that it has ${count} ${type}`, line.number)
      continue
    }
    if (isEnded) throw new BadStatement('the file goes on after its end', line.number)
    if (!columns) {
      columns = new Columns(cellsOf({ ...line, text }), needed, line.number)
      continue
    }
    const read = lineOf(columns.row(rowCells(columns, text), line.number))
    if (!read) continue
    found[read.kind === 'pay' ? '交易' : '退款'] += 1
    yield read
  }
  if (!columns) throw new BadStatement('the file has no header')
  if (!isEnded) throw new BadStatement('the file is not whole: its end is missing')
}
