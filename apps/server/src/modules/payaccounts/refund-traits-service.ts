/** What refunds of a merchant's payments can be, by client. */
import { type OnlineClient, onlineClients } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { countryAndAgentOf } from '../account/index.ts'
import { listAccounts } from './account-queries.ts'
import { accountsOfAgent } from './agent-account-queries.ts'

/** Clients whose payments can be given back, and whether a part of one can. */
export type RefundTraits = Readonly<Partial<Record<OnlineClient, { refundsParts: boolean }>>>

/** Every account at a provider can do the same. */
const refundsParts: Readonly<Record<OnlineClient, boolean>> = { wechat: true, alipay: true, gkash: false }

/** The providers of the platform, and those at which the merchant or its agent has or had an account. */
export async function refundTraits(
  { payments }: Pick<Deps, 'payments'>,
  ref: TenantRef,
): Promise<RefundTraits> {
  const missing = onlineClients.filter((client) => !payments[client])
  if (missing.length === 0) return payments
  const { agent } = await countryAndAgentOf(ref)
  const accounts = [
    ...(await listAccounts(ref)),
    ...(agent === null ? [] : await accountsOfAgent(ref.tx, agent)),
  ]
  const used = missing.filter((client) => accounts.some(({ provider }) => provider === client))
  return {
    ...payments,
    ...Object.fromEntries(used.map((client) => [client, { refundsParts: refundsParts[client] }])),
  }
}
