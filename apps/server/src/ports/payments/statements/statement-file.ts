/** Statements of providers as files. */
import type { OnlineClient } from '@slotwise/contract'

import type { StatementLine } from '../payments.ts'
import { readAlipayStatement } from './alipay-statement.ts'
import { readGkashStatement } from './gkash-statement.ts'
import { linesOfFile } from './text-lines.ts'
import { readWechatStatement } from './wechat-statement.ts'

const pieceSize = 1_000

/**
 * The lines of a statement. A file that is not whole or not understood throws a `BadStatement`, in the end at the latest:
 * read it once before anything of it is used. So does a file that names another account than `accountNo`.
 */
export function readStatementFile(
  client: OnlineClient,
  path: string,
  accountNo?: string,
): AsyncGenerator<StatementLine> {
  switch (client) {
    case 'wechat':
      return readWechatStatement(linesOfFile(path, 'utf-8'), accountNo)
    case 'alipay':
      return readAlipayStatement(linesOfFile(path, 'gb18030'), accountNo)
    case 'gkash':
      return readGkashStatement(linesOfFile(path, 'utf-8'), accountNo)
  }
}

/** The same in portions. */
export async function* statementPieces(client: OnlineClient, path: string): AsyncGenerator<StatementLine[]> {
  let piece: StatementLine[] = []
  for await (const line of readStatementFile(client, path)) {
    piece.push(line)
    if (piece.length < pieceSize) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
