/** A provider's statement that the operator has as a file. It is read twice: it is believed as a whole, or not at all. */
import { dayOf, type OnlineClient } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import { BadStatement } from '../../ports/payments/statements/bad-statement.ts'
import { readStatementFile, statementPieces } from '../../ports/payments/statements/statement-file.ts'
import { accountsOf, maskedId } from '../payaccounts/index.ts'
import { platformKey } from './account-model.ts'
import { type Reconciled, reconcile } from './reconcile-service.ts'
import { type Keys, reconcileOwn } from './twins-service.ts'

/** A merchant and the number of its own account at the provider. */
export type OwnStatement = { tenantId: string; accountNo: string }

type Given = {
  client: OnlineClient
  path: string
  /** Needed where the file has no line. */
  day?: string | undefined
  /** Left out, the statement is that of the platform's account. */
  own?: OwnStatement | undefined
}

export async function importStatement(deps: Deps, { client, path, day, own }: Given): Promise<Reconciled> {
  const keys = own && (await keysOfOwn(deps, client, own))
  const found = await dayOfFile(client, path, own?.accountNo ?? accountNoOf(deps, client))
  if (found !== undefined && day !== undefined && found !== day)
    throw new BadStatement(`the file is the statement of ${found}`)
  const whole = found ?? day
  if (whole === undefined) throw new BadStatement('the file has no line; --day says which day it is of')
  // A day that goes on would lack its last payments.
  if (whole >= dayOf(deps.now(), statementOffsetMinutes)) throw new BadStatement(`${whole} is not over`)
  const read = () => statementPieces(client, path)
  if (own && keys) return reconcileOwn(deps, { tenantId: own.tenantId, client, keys, day: whole }, read)
  return reconcile(deps, { client, accountKey: platformKey, day: whole, source: 'file', lines: read() })
}

async function keysOfOwn(
  deps: Deps,
  client: OnlineClient,
  { tenantId, accountNo }: OwnStatement,
): Promise<Keys> {
  const accounts = await inTenant(deps.db.main, tenantId, (tx) => accountsOf({ tx, tenantId }))
  const of = accounts.filter(({ provider }) => provider === client)
  const [first, ...twins] = of.filter(({ account_no: number }) => number === accountNo)
  if (first) return [first.pay_account_id, ...twins.map(({ pay_account_id: key }) => key)]
  const known = of.map(({ account_no: number }) => maskedId(number)).join(', ') || 'none'
  throw new BadStatement(`the merchant has no account ${accountNo} at ${client}; it has: ${known}`)
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
