/** What the operator's settings give or take from a merchant. */
import type { Me } from '@slotwise/contract'

import { type Ctx, type Deps, grantsIn } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { mainUsernameOf } from './people-queries.ts'

type Account = Pick<Ctx, 'tenant' | 'user' | 'permissions'> & { tx: Tx; deps: Deps }

/** Whether a list names the merchant, by its main account or by its agent. Sub-accounts follow their main account. */
export async function isListed({ tx, tenant, user }: Account, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return false
  if (tenant.agent !== null && names.includes(tenant.agent)) return true
  return names.includes(user.isMain ? user.username : await mainUsernameOf({ tx, tenantId: tenant.id }))
}

/** Whether the account sees how sales were paid. */
export const seesPayments = async (account: Account): Promise<boolean> =>
  !(await isListed(account, account.deps.config.paymentPieBlacklist))

export const featuresOf = async (account: Account): Promise<NonNullable<Me['features']>> => ({
  activity: grantsIn(account).activity,
  paymentPie: await seesPayments(account),
})
