/**
 * Accounts of a merchant at payment providers. An account is added out of use, tried, and then switched on; it replaces
 * the one of the same provider. Its number never changes, because orders that were made with it are asked for there; its
 * keys can be replaced, and are never shown.
 */
import { randomBytes } from 'node:crypto'

import {
  countryFacts,
  onlineClients,
  type ParsedInputOf,
  type PayAccount,
  type payAccountCalls,
  payAccountsAtMost,
  payAccountSecrets,
  type PayAccountTrial,
  type PayCollector,
  type OfferedProvider,
} from '@slotwise/contract'

import { audit, type AuditEntry } from '../../kernel/audit.ts'
import { type Ctx, type OutsideCtx, refOf, type TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { openJson, sealJson, vaultOf } from '../../kernel/vault.ts'
import { type AccountIds, type AccountKeys, maskedId } from './account-model.ts'
import * as queries from './account-queries.ts'
import { accountsOfAgent } from './agent-account-queries.ts'
import { accountOf } from './keys-service.ts'
import { currencyOf, mayHaveAccount, ownKeysAt, ownProvider } from './provider-service.ts'
import { tryProvider } from './trial-service.ts'

type Input<Name extends keyof typeof payAccountCalls> = ParsedInputOf<(typeof payAccountCalls)[Name]>

const shown = (row: queries.OwnRow): PayAccount => ({
  pay_account_id: row.pay_account_id,
  provider: row.provider,
  account_no: maskedId(row.account_no),
  app_id: maskedId(row.app_id),
  enabled: row.enabled,
  rev: row.rev,
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_at.toISOString(),
})

const audited = ({ provider, account_no, app_id, enabled }: queries.OwnRow) => ({
  provider,
  account_no: maskedId(account_no),
  app_id: maskedId(app_id),
  enabled,
})

export async function getPayAccounts(ctx: Ctx): Promise<{ data: PayAccount[]; ways: OfferedProvider[] }> {
  const rows = await queries.listAccounts(refOf(ctx))
  return { data: rows.map(shown), ways: await offeredProviders(ctx, rows) }
}

/** The payments of the merchant's country, and who receives them now. */
async function offeredProviders(ctx: Ctx, rows: readonly queries.OwnRow[]): Promise<OfferedProvider[]> {
  const { agent, country } = ctx.tenant
  const ofAgent = agent === null ? [] : await accountsOfAgent(ctx.tx, agent)
  return onlineClients
    .filter((provider) => currencyOf[provider] === countryFacts[country].currency)
    .map((provider) => {
      const isUsed = (one: { provider: string; enabled: boolean }): boolean =>
        one.provider === provider && one.enabled
      const mayOwn = mayHaveAccount(ctx.deps, country, provider)
      const byPlatform: PayCollector = ctx.deps.payments[provider] ? 'platform' : 'none'
      const own: PayCollector | undefined = rows.some(isUsed) ? 'own' : undefined
      const agents: PayCollector | undefined = ofAgent.some(isUsed) ? 'agent' : undefined
      const chosen = own ?? agents
      // An own account that cannot be used does not give way to the platform's.
      return { provider, mayOwn, collector: chosen ? (mayOwn ? chosen : 'none') : byPlatform }
    })
}

/** Checks the keys as an adapter would read them. */
function demandKeys(ids: AccountIds, keys: AccountKeys, now: Date): void {
  const { faults } = accountOf(ids, keys, now)
  if (faults.length > 0) throw new AppError('invalid', {}, faults)
}

const keysIn = (input: AccountKeys): AccountKeys =>
  Object.fromEntries(payAccountSecrets.map((name) => [name, input[name]])) as AccountKeys

export async function addPayAccount(ctx: Ctx, input: Input<'addPayAccount'>): Promise<PayAccount> {
  const { provider, account_no, app_id } = input
  const ids = { provider, account_no, app_id }
  if (!mayHaveAccount(ctx.deps, ctx.tenant.country, provider))
    throw AppError.atField('provider', 'payNotOffered')
  const keys = keysIn(input)
  demandKeys(ids, keys, ctx.now)
  const ref = refOf(ctx)
  if ((await queries.listAccounts(ref)).length >= payAccountsAtMost)
    throw new AppError('tooManyPayAccounts', { max: payAccountsAtMost })
  const noticeKey = randomBytes(16).toString('hex')
  const sealed = await sealJson(vaultOf(ctx), keys, ownKeysAt(noticeKey))
  const id = await queries.insertAccount(ref, { ...ids, sealed, notice_key: noticeKey }, ctx.now)
  const row = await demandAccount(ref, id)
  await audit(ctx, { call: 'addPayAccount', object: 'pay_account', objectId: id, after: audited(row) })
  return shown(row)
}

async function demandAccount(ref: TenantRef, id: string): Promise<queries.OwnRow> {
  const row = await queries.findAccount(ref, id)
  if (!row) throw new AppError('notFound')
  return row
}

export async function editPayAccount(ctx: Ctx, input: Input<'editPayAccount'>): Promise<PayAccount> {
  const ref = refOf(ctx)
  const row = await demandAccount(ref, input.pay_account_id)
  if (row.provider !== input.provider) throw new AppError('notFound')
  const at = ownKeysAt(row.notice_key)
  const sealedNow = await queries.sealedOf(ref, row.pay_account_id)
  const before = await openJson<AccountKeys>(vaultOf(ctx), sealedNow, at)
  const given = Object.entries(keysIn(input)).filter(([, value]) => value !== '')
  const keys: AccountKeys = { ...before, ...Object.fromEntries(given) }
  demandKeys(row, keys, ctx.now)
  const sealed = await sealJson(vaultOf(ctx), keys, at)
  if (!(await queries.changeAccount(ref, { ...row, rev: input.rev }, { sealed }, ctx.now)))
    throw new AppError('changedMeanwhile')
  await audit(ctx, {
    call: 'editPayAccount',
    object: 'pay_account',
    objectId: row.pay_account_id,
    before: { ...audited(row), keys: false },
    after: { ...audited(row), keys: true },
  })
  return shown(await demandAccount(ref, row.pay_account_id))
}

export async function switchPayAccount(
  ctx: Ctx,
  { pay_account_id: id, rev, enabled }: Input<'switchPayAccount'>,
): Promise<PayAccount> {
  const ref = refOf(ctx)
  const { provider } = await demandAccount(ref, id)
  if (enabled && !mayHaveAccount(ctx.deps, ctx.tenant.country, provider))
    throw AppError.atField('enabled', 'payNotOffered')
  await queries.lockProvider(ref, provider)
  const before = await demandAccount(ref, id)
  const replaced = enabled && !before.enabled ? await queries.findEnabled(ref, provider) : undefined
  if (replaced) await queries.disableEnabled(ref, provider, ctx.now)
  if (!(await queries.changeAccount(ref, { ...before, rev }, { enabled }, ctx.now)))
    throw new AppError('changedMeanwhile')
  const after = await demandAccount(ref, id)
  const entryOf = (from: queries.OwnRow, to: Pick<queries.OwnRow, 'enabled'>): AuditEntry => ({
    call: 'switchPayAccount',
    object: 'pay_account',
    objectId: from.pay_account_id,
    before: audited(from),
    after: audited({ ...from, enabled: to.enabled }),
  })
  await audit(ctx, ...(replaced ? [entryOf(replaced, { enabled: false })] : []), entryOf(before, after))
  return shown(after)
}

/** Asks the provider outside of a transaction, because it may take seconds to answer. */
export async function tryPayAccount(
  ctx: OutsideCtx,
  { pay_account_id: id }: Input<'tryPayAccount'>,
): Promise<PayAccountTrial> {
  const { deps, tenant } = ctx
  const provider = await inTenant(deps.db.main, tenant.id, async (tx) => {
    const ref = { tx, tenantId: tenant.id }
    return ownProvider(deps, ref, await demandAccount(ref, id))
  })
  return tryProvider(provider)
}
