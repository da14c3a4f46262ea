/** Statements of providers as files. */
import type { OnlineClient } from '@slotwise/contract'

import type { StatementLine } from '../payments.ts'
import { readAlipayStatement } from './alipay-statement.ts'
import { readGkashStatement } from './gkash-statement.ts'
import { type FileSource, linesOfFile } from './text-lines.ts'
import { readWechatStatement } from './wechat-statement.ts'

const pieceSize = 1_000

/**
 * The lines of a statement. A file that is not whole or not understood throws a `BadStatement`, in the end at the latest:
 * read it once before anything of it is used. So does a file that names another account than `accountNo`.
 */
export function readStatementFile(
  client: OnlineClient,
  file: FileSource,
  accountNo?: string,
): AsyncGenerator<StatementLine> {
  switch (client) {
    case 'wechat':
      return readWechatStatement(linesOfFile(file, 'utf-8'), accountNo)
    case 'alipay':
      return readAlipayStatement(linesOfFile(file, 'gb18030'), accountNo)
    case 'gkash':
      return readGkashStatement(linesOfFile(file, 'utf-8'), accountNo)
  }
}

/** Whose file it is, as far as its header tells. */
export function providerOfFile(file: Uint8Array): OnlineClient | undefined {
  const head = file.subarray(0, 4_096)
  const text = new TextDecoder('utf-8').decode(head)
  if (text.includes('微信订单号')) return 'wechat'
  if (text.includes('Cart ID')) return 'gkash'
  return new TextDecoder('gb18030').decode(head).includes('支付宝交易号') ? 'alipay' : undefined
}

/** The same in portions. */
export async function* statementPieces(
  client: OnlineClient,
  file: FileSource,
  accountNo?: string,
): AsyncGenerator<StatementLine[]> {
  let piece: StatementLine[] = []
  for await (const line of readStatementFile(client, file, accountNo)) {
    piece.push(line)
    if (piece.length < pieceSize) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
