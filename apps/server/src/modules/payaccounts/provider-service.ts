/**
 * Which account an order is paid into, and the adapter of that account. A new order uses the merchant's own account of
 * the provider, else that of its agent, else the platform's. The order remembers it, so that it is queried, closed and
 * refunded there, and only notices of that account are believed about it, whatever the merchant changes later.
 */
import { type Country, countryFacts, type Currency, type OnlineClient } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { openForOperator, openJson, type SealedAt } from '../../kernel/vault.ts'
import type { AccountProviders, PaymentProvider } from '../../ports/payments/payments.ts'
import { countryAndAgentOf } from '../account/index.ts'
import { type AccountKeys, type AccountRef, platformAccount } from './account-model.ts'
import { findAccount, findEnabled, type OwnRow, sealedOf } from './account-queries.ts'
import { type AgentRow, findAgentAccount, findEnabledOfAgent } from './agent-account-queries.ts'
import { accountOf } from './keys-service.ts'
import { limitOf } from './offer-queries.ts'

export const currencyOf: Readonly<Record<OnlineClient, Currency>> = {
  wechat: 'CNY',
  alipay: 'CNY',
  gkash: 'MYR',
}

/** Where the keys of an account are sealed. */
export const ownKeysAt = (noticeKey: string): SealedAt => ({ field: 'pay_account.sealed', record: noticeKey })
export const agentKeysAt = (noticeKey: string): SealedAt => ({
  field: 'agent_account.sealed',
  record: noticeKey,
})

/** Whether an account of a merchant of this country can be used at the provider. */
export const mayHaveAccount = (
  { payAccounts }: Pick<Deps, 'payAccounts'>,
  country: Country,
  provider: OnlineClient,
): boolean => payAccounts.offers(provider) && currencyOf[provider] === countryFacts[country].currency

/**
 * The account of a new order; undefined where the client is not offered, or not to this merchant. An own account that cannot be used does not
 * give way to the platform's: the merchant has decided where the money goes.
 */
export async function accountForOrder(
  deps: Deps,
  ref: TenantRef,
  client: OnlineClient,
): Promise<AccountRef | undefined> {
  const { country, agent } = await countryAndAgentOf(ref)
  const allowed = await limitOf(ref, agent)
  if (allowed && !allowed.includes(client)) return undefined
  const mayOwn = mayHaveAccount(deps, country, client)
  const own = await findEnabled(ref, client)
  if (own) return mayOwn ? { ...platformAccount, pay_account_id: own.pay_account_id } : undefined
  const ofAgent = agent === null ? undefined : await findEnabledOfAgent(ref.tx, agent, client)
  if (ofAgent) return mayOwn ? { ...platformAccount, agent_account_id: ofAgent.agent_account_id } : undefined
  return deps.payments[client]?.currency === countryFacts[country].currency ? platformAccount : undefined
}

/** The adapter of the account that an order was made with; undefined where it is not offered any more. */
export async function providerOf(
  deps: Deps,
  ref: TenantRef,
  { client, ...account }: AccountRef & { client: string },
): Promise<PaymentProvider | undefined> {
  if (account.pay_account_id !== null) {
    const row = await findAccount(ref, account.pay_account_id)
    return row && ownProvider(deps, ref, row)
  }
  if (account.agent_account_id !== null) {
    const row = await findAgentAccount(ref.tx, account.agent_account_id)
    return row && agentProvider(deps, row)
  }
  return deps.payments[client as OnlineClient]
}

export const ownProvider = (
  deps: Deps,
  ref: TenantRef,
  row: OwnRow,
): Promise<PaymentProvider | undefined> => {
  const { pay_account_id: id, rev, notice_key: key } = row
  const path = `m${ref.tenantId}-${id}-${key}`
  return cached(deps.payAccounts, `${path} ${rev}`, async () => {
    const vault = { ...ref, keys: deps.config.vaultKeys, now: deps.now() }
    const keys = await openJson<AccountKeys>(vault, await sealedOf(ref, id), ownKeysAt(key))
    const { account } = accountOf(row, keys, deps.now())
    return account && deps.payAccounts.make(account, path)
  })
}

export const agentProvider = (deps: Deps, row: AgentRow): Promise<PaymentProvider | undefined> => {
  const { agent_account_id: id, rev, notice_key: key } = row
  const path = `a${id}-${key}`
  return cached(deps.payAccounts, `${path} ${rev}`, async () => {
    const keys = openForOperator<AccountKeys>(deps.config.vaultKeys, row, agentKeysAt(key))
    const { account } = accountOf(row, keys, deps.now())
    return account && deps.payAccounts.make(account, path)
  })
}

/** Adapters of accounts by address and revision. Those that were not asked for longest are dropped. */
const caches = new WeakMap<AccountProviders, Map<string, PaymentProvider>>()
const cachedAtMost = 500

async function cached(
  makers: AccountProviders,
  key: string,
  make: () => Promise<PaymentProvider | undefined>,
): Promise<PaymentProvider | undefined> {
  const cache = caches.get(makers) ?? new Map<string, PaymentProvider>()
  caches.set(makers, cache)
  const provider = cache.get(key) ?? (await make())
  if (!provider) return undefined
  // Put in last again, because a map iterates in the order of insertion.
  cache.delete(key)
  cache.set(key, provider)
  const [oldest] = cache.keys()
  if (cache.size > cachedAtMost && oldest !== undefined) cache.delete(oldest)
  return provider
}

/** An account as a notice names it by its address. `tenantId`: the only merchant whose orders it may be about. */
export type NoticedAccount = {
  provider: PaymentProvider
  account: AccountRef
  tenantId: string | undefined
}

const merchantPath = /^m([1-9]\d{0,7})-([1-9]\d{0,17})-([\da-f]{32})$/
const agentPath = /^a([1-9]\d{0,17})-([\da-f]{32})$/

/** The account whose notices come to `/notify/{client}/{path}`, in use or not; undefined where there is none. */
export async function findNoticed(
  deps: Deps,
  client: string,
  path: string,
): Promise<NoticedAccount | undefined> {
  const [, tenantId, id, key] = merchantPath.exec(path) ?? []
  if (tenantId !== undefined && id !== undefined)
    return inTenant(deps.db.main, tenantId, async (tx) => {
      const ref = { tx, tenantId }
      const row = await findAccount(ref, id)
      if (row?.provider !== client || row.notice_key !== key) return undefined
      const provider = await ownProvider(deps, ref, row)
      return provider && { provider, tenantId, account: { ...platformAccount, pay_account_id: id } }
    })
  const [, agentId, agentKey] = agentPath.exec(path) ?? []
  const row = agentId === undefined ? undefined : await findAgentAccount(deps.db.main, agentId)
  if (!row || row.provider !== client || row.notice_key !== agentKey) return undefined
  const provider = await agentProvider(deps, row)
  const account = { ...platformAccount, agent_account_id: row.agent_account_id }
  return provider && { provider, tenantId: undefined, account }
}
