/** A provider's statement that the operator has as a file. It is read twice: it is believed as a whole, or not at all. */
import { dayOf, type OnlineClient } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import { BadStatement } from '../../ports/payments/statements/bad-statement.ts'
import { readStatementFile, statementPieces } from '../../ports/payments/statements/statement-file.ts'
import { type Reconciled, reconcile } from './reconcile-service.ts'

/** `day` is needed where the file has no line. */
export async function importStatement(
  deps: Deps,
  { client, path, day }: { client: OnlineClient; path: string; day?: string | undefined },
): Promise<Reconciled> {
  const found = await dayOfFile(client, path, accountNoOf(deps, client))
  if (found !== undefined && day !== undefined && found !== day)
    throw new BadStatement(`the file is the statement of ${found}`)
  const whole = found ?? day
  if (whole === undefined) throw new BadStatement('the file has no line; --day says which day it is of')
  // A day that goes on would lack its last payments.
  if (whole >= dayOf(deps.now(), statementOffsetMinutes)) throw new BadStatement(`${whole} is not over`)
  return reconcile(deps, { client, day: whole, source: 'file', lines: statementPieces(client, path) })
}

/** The number of the platform's account; undefined where it has none, as with the sandbox. */
function accountNoOf({ config: { payments } }: Deps, client: OnlineClient): string | undefined {
  switch (client) {
    case 'wechat':
      return payments.wechat?.mchId
    case 'alipay':
      return payments.alipay?.sellerId
    case 'gkash':
      return payments.gkash?.cid
  }
}

/** The day of all lines; undefined where there is none. */
async function dayOfFile(
  client: OnlineClient,
  path: string,
  accountNo: string | undefined,
): Promise<string | undefined> {
  let day: string | undefined
  for await (const { at } of readStatementFile(client, path, accountNo)) {
    const other = dayOf(at, statementOffsetMinutes)
    if (day !== undefined && day !== other)
      throw new BadStatement(`the file has lines of ${day} and of ${other}; a statement is of one day`)
    day = other
  }
  return day
}
