/** What the operator does for agents that collect what customers of their merchants pay. */
import { randomBytes } from 'node:crypto'

import {
  AddPayAccount,
  check,
  type OnlineClient,
  payAccountSecrets,
  type PayAccountTrial,
  ruleText,
} from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { openForOperator, sealForOperator } from '../../kernel/vault.ts'
import { type AccountKeys, maskedId } from './account-model.ts'
import * as queries from './agent-account-queries.ts'
import { accountOf } from './keys-service.ts'
import { agentKeysAt, agentProvider } from './provider-service.ts'
import { tryProvider } from './trial-service.ts'

/** What identifies an agent's account, with its keys, as the operator has written them. */
export type AgentAccountInput = object

/** Stands for the authorization by an operation password: the operator has none. */
const byOperator = { sign: 'operator' }

/** What the operator has written, as an account; throws what is wrong with it. */
function enteredAccount(deps: Deps, provider: OnlineClient, input: AgentAccountInput) {
  const entered = check(AddPayAccount, { ...input, provider, ...byOperator }, 'en-US')
  if (!entered.ok)
    throw new Error(entered.errors.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  const { account_no, app_id } = entered.value
  const ids = { provider, account_no, app_id }
  const keys = Object.fromEntries(payAccountSecrets.map((name) => [name, entered.value[name]])) as AccountKeys
  const { account, faults } = accountOf(ids, keys, deps.now())
  if (faults.length > 0)
    throw new Error(faults.map(({ path, rule }) => `${path}: ${ruleText('en-US', rule)}`).join('\n'))
  if (!deps.payAccounts.offers(provider))
    throw new Error(
      `accounts at ${provider} need ${provider === 'gkash' ? 'GKASH_URL and ' : ''}an https PUBLIC_URL`,
    )
  return { ids, keys, account }
}

/** Tries an account before it is stored, so that a wrong key stops no merchant of the agent. */
export function tryEnteredAccount(
  deps: Deps,
  provider: OnlineClient,
  input: AgentAccountInput,
): Promise<PayAccountTrial> {
  const { account } = enteredAccount(deps, provider, input)
  return tryProvider(account && deps.payAccounts.make(account, 'trial'))
}

/** Stores an account and uses it for new orders of the agent's merchants; the one before stays for its own orders. */
export async function putAgentAccount(
  deps: Deps,
  agent: string,
  provider: OnlineClient,
  input: AgentAccountInput,
): Promise<void> {
  const { ids, keys } = enteredAccount(deps, provider, input)
  const { account_no, app_id } = ids
  const now = deps.now()
  await deps.db.main.transaction().execute(async (tx) => {
    const known = (await queries.accountsOfAgent(tx, agent)).find(
      (one) => one.provider === provider && one.account_no === account_no && one.app_id === app_id,
    )
    if (!known?.enabled) await queries.disableOfAgent(tx, agent, provider, now)
    const noticeKey = known?.notice_key ?? randomBytes(16).toString('hex')
    const sealed = sealForOperator(deps.config.vaultKeys, keys, agentKeysAt(noticeKey))
    // The same account with other keys stays the same, because orders name it.
    if (known) await queries.resealAgentAccount(tx, known, { ...sealed, enabled: true }, now)
    else await queries.insertAgentAccount(tx, { ...ids, ...sealed, agent, notice_key: noticeKey }, now)
  })
}

/** Uses the agent's account for no new orders. */
export async function stopAgentAccount(deps: Deps, agent: string, provider: OnlineClient): Promise<void> {
  if (!(await queries.disableOfAgent(deps.db.main, agent, provider, deps.now())))
    throw new Error(`agent ${agent} has no account at ${provider} in use`)
}

/** Accounts of all agents, one line each, with masked numbers. */
export async function agentAccountLines(deps: Deps): Promise<string[]> {
  const rows = await queries.listAgentAccounts(deps.db.main)
  return rows.map(
    ({ agent, provider, account_no: no, enabled, changed_at: at }) =>
      `${agent} ${provider} ${maskedId(no)} ${enabled ? 'in use' : 'not in use'}, changed ${at.toISOString()}`,
  )
}

export async function tryAgentAccount(
  deps: Deps,
  agent: string,
  provider: OnlineClient,
): Promise<PayAccountTrial> {
  const row = await queries.findEnabledOfAgent(deps.db.main, agent, provider)
  if (!row) throw new Error(`agent ${agent} has no account at ${provider} in use`)
  return tryProvider(await agentProvider(deps, row))
}

/** Seals the accounts of agents by the operator's current key, and returns how many were not. */
export async function resealAgentAccounts(deps: Deps): Promise<number> {
  const { vaultKeys } = deps.config
  const old = (await queries.listAgentAccounts(deps.db.main)).filter(
    ({ master }) => master !== vaultKeys[0].name,
  )
  // All are opened before one is changed, so that a missing key changes nothing.
  const anew = old.map((row) => {
    const at = agentKeysAt(row.notice_key)
    return { row, sealed: sealForOperator(vaultKeys, openForOperator<AccountKeys>(vaultKeys, row, at), at) }
  })
  for (const { row, sealed } of anew)
    await queries.resealAgentAccount(deps.db.main, row, sealed, row.changed_at)
  return old.length
}
