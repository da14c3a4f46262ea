import { isMainlandMobile } from '@slotwise/contract'

import { audit, auditIn, writeAudit } from '../../kernel/audit.ts'
import type { Deps, OutsideCtx, PublicCtx } from '../../kernel/ctx.ts'
import { inOwnTenant, inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Prepared } from '../../kernel/handler.ts'
import { hashPassword, isPassword } from '../../kernel/passwords.ts'
import { endCode, isCode, sendCode, useCode } from './codes.ts'
import { forgiveFailures } from './login-limits.ts'
import { phoneOf, refuseCommon } from './signup-service.ts'
import * as queries from './account-queries.ts'

type Done = Record<string, never>
type Main = { tenantId: string; accountId: string; operationHash: string | null | undefined }

/** The main account of a phone. Sub-accounts are not found, because their main account resets their passwords. */
async function findMain(deps: Deps, phone: string): Promise<Main | undefined> {
  const found = await queries.findLogin(deps.db.main, [phone])
  if (!found) return undefined
  const account = await inTenant(deps.db.main, found.tenant_id, (tx) =>
    queries.findAccount(tx, found.tenant_id, found.account_id),
  )
  if (!account?.is_main) return undefined
  return { tenantId: found.tenant_id, accountId: found.account_id, operationHash: account.operation_hash }
}

/** Hashes a new password. Refuses one that equals the operation password. */
async function newPassword(
  deps: Deps,
  { operationHash }: Pick<Main, 'operationHash'>,
  password: string,
): Promise<string> {
  if (operationHash && (await isPassword(password, deps.config, operationHash)))
    throw AppError.atField('password', 'sameAsOperation')
  return hashPassword(password, deps.config)
}

export async function sendResetCode(ctx: PublicCtx, typed: string): Promise<Done> {
  const phone = phoneOf('CN', typed)
  if (!(await findMain(ctx.deps, phone))) throw new AppError('phoneUnknown')
  await sendCode(ctx.deps, ctx, phone, 'reset')
  return {}
}

/** Forgotten password: uses the code up and ends every session of the account. */
export async function resetPwd(
  ctx: PublicCtx,
  input: { phone: string; password: string; code: string },
): Promise<Done> {
  refuseCommon(input.password)
  const { deps, now } = ctx
  const phone = phoneOf('CN', input.phone)
  const main = await findMain(deps, phone)
  if (!main || !(await isCode(deps, now, 'reset', { phone }, input.code))) throw new AppError('codeWrong')
  const passwordHash = await newPassword(deps, main, input.password)
  if (!(await useCode(deps, now, 'reset', phone, input.code))) throw new AppError('codeWrong')
  await inTenant(deps.db.main, main.tenantId, async (tx) => {
    await queries.setHashes(tx, main.tenantId, main.accountId, { password_hash: passwordHash })
    await queries.endSessionsOf(tx, main.tenantId, main.accountId, now)
    await writeAudit(tx, main.tenantId, { id: main.accountId, username: phone }, ctx, {
      call: 'resetPwd',
      object: 'account',
      objectId: main.accountId,
    })
  })
  await forgiveFailures(ctx, main, phone)
  return {}
}

/** The phone of the caller's account. The specification gives this code to mainland numbers alone. */
function ownPhone(ctx: OutsideCtx): string {
  if (!isMainlandMobile(ctx.user.username)) throw new AppError('cannotReset')
  return ctx.user.username
}

export async function sendHeaderCode(ctx: OutsideCtx): Promise<Done> {
  await sendCode(ctx.deps, ctx, ownPhone(ctx), 'header')
  await inOwnTenant(ctx, (tx) =>
    auditIn(tx, ctx, { call: 'sendPwdSMS', object: 'account', objectId: ctx.user.id }),
  )
  return {}
}

/** Changes the password from the console's header, and ends every session, this one too. */
export async function changePwd(
  ctx: OutsideCtx,
  input: { code: string; password: string },
): Promise<Prepared<Done>> {
  refuseCommon(input.password)
  const phone = ownPhone(ctx)
  if (!(await isCode(ctx.deps, ctx.now, 'header', { phone }, input.code))) throw new AppError('codeWrong')
  const account = await inOwnTenant(ctx, (tx) => queries.findAccount(tx, ctx.tenant.id, ctx.user.id))
  const passwordHash = await newPassword(ctx.deps, { operationHash: account?.operation_hash }, input.password)
  return async (ctx) => {
    if (!(await endCode(ctx, 'header', phone, input.code))) throw new AppError('codeWrong')
    await queries.setHashes(ctx.tx, ctx.tenant.id, ctx.user.id, { password_hash: passwordHash })
    await queries.endSessionsOf(ctx.tx, ctx.tenant.id, ctx.user.id, ctx.now)
    await audit(ctx, { call: 'changePwd', object: 'account', objectId: ctx.user.id })
    return {}
  }
}
