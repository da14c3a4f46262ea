/** Which days were compared with statements, for the operator. */
import { addDays, dayOf, type OnlineClient } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { accountsOf, maskedId } from '../payaccounts/index.ts'
import { platformKey } from './account-model.ts'
import { runsSince } from './statement-queries.ts'

const shownDays = 40

type StatementDay = {
  day: string
  client: OnlineClient
  /** Null for the account of the platform. */
  accountNo: string | null
  /** All that had payments, those whose books differ, and those without a statement. */
  merchants: string[]
  differs: string[]
  missing: string[]
}

/** The newest day first, of all merchants or of one. */
export async function statementDays(deps: Deps, only?: string): Promise<StatementDay[]> {
  const since = addDays(dayOf(deps.now(), statementOffsetMinutes), -shownDays)
  const days = new Map<string, StatementDay>()
  for (const tenantId of only === undefined ? await tenantIds(deps.db.main) : [only])
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const ref = { tx, tenantId }
      const numbers = new Map(
        (await accountsOf(ref)).map(({ pay_account_id: id, account_no: number }) => [id, maskedId(number)]),
      )
      for (const { day, client, account_key: accountKey, state } of await runsSince(ref, since)) {
        const accountNo = accountKey === platformKey ? null : (numbers.get(accountKey) ?? accountKey)
        const key = JSON.stringify([day, client, accountNo === null ? null : [tenantId, accountKey]])
        const one = days.get(key) ?? { day, client, accountNo, merchants: [], differs: [], missing: [] }
        days.set(key, one)
        one.merchants.push(tenantId)
        if (state !== 'same') one[state].push(tenantId)
      }
    })
  const sortKey = ({ day, client, accountNo }: StatementDay): string => `${day} ${client} ${accountNo ?? ''}`
  return [...days.values()].toSorted((one, other) => (sortKey(one) < sortKey(other) ? 1 : -1))
}
