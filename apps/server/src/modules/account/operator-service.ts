/** What the operator does from the command line. Every change of a merchant is audited in the operator's name. */
import { randomBytes, randomInt } from 'node:crypto'

import { type Branding, type Custom, isGuessablePin } from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant, type Tx } from '../../kernel/db.ts'
import { release } from '../../kernel/limits.ts'
import { operator, operatorOrigin } from '../../kernel/operator.ts'
import { hashPassword, md5 } from '../../kernel/passwords.ts'
import { redrawLogo } from '../media/index.ts'
import { makeOperatorCode } from './codes.ts'
import { forgiveAll } from './login-limits.ts'
import { namesOf } from './login-service.ts'
import { phonesOf } from './phone-login-queries.ts'
import { operationKey } from './operation-service.ts'
import * as agents from './operator-queries.ts'
import * as queries from './account-queries.ts'

type Found = { tenantId: string; accountId: string; username: string }

async function withAccount<T>(
  deps: Deps,
  username: string,
  work: (tx: Tx, account: Found) => Promise<T>,
): Promise<T> {
  const found = await queries.findLogin(deps.db.main, namesOf(username))
  if (!found) throw new Error(`no account is called ${username}`)
  const account = { tenantId: found.tenant_id, accountId: found.account_id, username: found.username }
  return inTenant(deps.db.main, account.tenantId, (tx) => work(tx, account))
}

/** The merchant of an account. */
export const findTenant = (deps: Deps, username: string): Promise<string> =>
  withAccount(deps, username, async (_tx, { tenantId }) => tenantId)

/**
 * Sets a new password for a user who cannot receive a code, and ends every session. The password is returned once.
 */
export function resetPassword(deps: Deps, username: string): Promise<string> {
  const password = randomBytes(9).toString('base64url')
  return withAccount(deps, username, async (tx, { tenantId, accountId, username: name }) => {
    const passwordHash = await hashPassword(md5(password), deps.config)
    await queries.setHashes(tx, tenantId, accountId, { password_hash: passwordHash })
    await queries.endSessionsOf(tx, tenantId, accountId, deps.now())
    const phones = await phonesOf({ tx, tenantId }, accountId)
    await forgiveAll(tx, { tenantId, accountId }, [name, ...phones])
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: 'ops.password',
      object: 'account',
      objectId: accountId,
    })
    return password
  })
}

/**
 * Sets a new operation password for a main account that cannot receive a code, and ends every session. The password is
 * returned once. Sub-accounts are helped by their main account.
 */
export function resetOperation(deps: Deps, username: string): Promise<string> {
  let pin: string
  do pin = String(randomInt(1_000_000)).padStart(6, '0')
  while (isGuessablePin(pin))
  return withAccount(deps, username, async (tx, { tenantId, accountId }) => {
    const account = await queries.findAccount(tx, tenantId, accountId)
    if (!account?.is_main) throw new Error(`${username} is a sub-account; its main account resets it`)
    const operationHash = await hashPassword(md5(pin), deps.config)
    await queries.setHashes(tx, tenantId, accountId, {
      operation_hash: operationHash,
      operation_locked_at: null,
    })
    await queries.endSessionsOf(tx, tenantId, accountId, deps.now())
    const key = operationKey(tenantId, accountId)
    await release(tx, key, `${key}:day`)
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: 'ops.operation',
      object: 'account',
      objectId: accountId,
    })
    return pin
  })
}

/**
 * Makes a code by which a main account that forgot its operation password proves itself beside its login password, where
 * its phone gets no text messages. Unlike a new password, it is of no use without the login password.
 */
export function makeOperationCode(deps: Deps, username: string): Promise<string> {
  return withAccount(deps, username, async (tx, { tenantId, accountId, username: name }) => {
    const account = await queries.findAccount(tx, tenantId, accountId)
    if (!account?.is_main) throw new Error(`${username} is a sub-account; its main account resets it`)
    const code = await makeOperatorCode(deps, tx, name)
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: 'ops.operationCode',
      object: 'account',
      objectId: accountId,
    })
    return code
  })
}

/** Removes the lock after too many wrong operation passwords. */
export function unlockOperation(deps: Deps, username: string): Promise<void> {
  return withAccount(deps, username, async (tx, { tenantId, accountId }) => {
    await queries.setHashes(tx, tenantId, accountId, { operation_locked_at: null })
    const key = operationKey(tenantId, accountId)
    await release(tx, key, `${key}:day`)
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: 'ops.unlock',
      object: 'account',
      objectId: accountId,
    })
  })
}

/** `0.60%`, in hundredths of a percent. */
const percentOf = (rate: number): string => `${(rate / 100).toFixed(2)}%`

/** Sets what payments cost a merchant from now on; null for the rate of all. Orders keep the rate of their time. */
export function setFeeRate(deps: Deps, username: string, rate: number | null): Promise<void> {
  return withAccount(deps, username, async (tx, { tenantId }) => {
    const before = await agents.setFeeRate(tx, tenantId, rate)
    const read = (value: number | null) => ({ fee_rate: value === null ? null : percentOf(value) })
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: 'ops.fee',
      object: 'merchant',
      objectId: tenantId,
      before: read(before),
      after: read(rate),
    })
  })
}

async function storeLogo(deps: Deps, file: Buffer): Promise<string> {
  const { bytes, name } = await redrawLogo(file)
  await deps.blobs.write(`brand/${name}`, bytes, 'image/png')
  return `/img/brand/${name}`
}

export type CustomChange = { title?: string; copyright?: string; logo?: Buffer; icon?: Buffer }

/** Replaces title, logos and copyright line of a merchant's console; what is not given stays. */
export function setCustom(deps: Deps, username: string, change: CustomChange): Promise<Custom> {
  return withAccount(deps, username, async (tx, { tenantId }) => {
    const before = await agents.findCustom(tx, tenantId)
    const after: Custom = {
      ...before,
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.copyright === undefined ? {} : { cn_copy_right: change.copyright }),
      ...(change.logo ? { pc_cnlogo: await storeLogo(deps, change.logo) } : {}),
      ...(change.icon ? { logo_icon: await storeLogo(deps, change.icon) } : {}),
    }
    await agents.setCustom(tx, tenantId, after)
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: 'ops.custom',
      object: 'merchant',
      objectId: tenantId,
      before,
      after,
    })
    return after
  })
}

export function clearCustom(deps: Deps, username: string): Promise<void> {
  return withAccount(deps, username, async (tx, { tenantId }) => {
    const before = await agents.findCustom(tx, tenantId)
    await agents.setCustom(tx, tenantId, null)
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: 'ops.custom',
      object: 'merchant',
      objectId: tenantId,
      before,
    })
  })
}

export async function putAgent(
  deps: Deps,
  code: string,
  brand: { name: string; copyright?: string; logo?: Buffer },
): Promise<Branding> {
  const branding = {
    name: brand.name,
    copyright: brand.copyright ?? null,
    logo: brand.logo ? await storeLogo(deps, brand.logo) : null,
  }
  await agents.putAgent(deps.db.main, code, branding)
  return branding
}

export const listAgents = (deps: Deps) => agents.listAgents(deps.db.main)

export async function deleteAgent(deps: Deps, code: string): Promise<void> {
  if (!(await agents.deleteAgent(deps.db.main, code))) throw new Error(`no agent has the code ${code}`)
}
