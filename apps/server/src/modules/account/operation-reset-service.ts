/**
 * A main account that forgot its operation password. A session alone is not enough, because it may be stolen: the call
 * needs the login password and a code: sent to the account's phone, in whatever country it is, or made by the operator
 * where no text messages reach it. The login password is checked first, so that a caller without it learns nothing about
 * the code; wrong ones count together with those of checkPwd. The reset ends the account's other sessions and every sign,
 * and forgets the wrong operation passwords.
 */
import type { accountCalls, ParsedInputOf } from '@slotwise/contract'

import { audit, auditIn } from '../../kernel/audit.ts'
import type { Ctx, OutsideCtx } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Prepared } from '../../kernel/handler.ts'
import { endCode, isCode, sendCode } from './codes.ts'
import { newHashes, restartOperation } from './credentials-service.ts'
import { isOwnPassword } from './login-service.ts'
import * as queries from './account-queries.ts'

type Done = Record<string, never>

export async function sendOperationCode(ctx: OutsideCtx): Promise<Done> {
  await sendCode(ctx.deps, ctx, ctx.user.username, 'operation')
  await inOwnTenant(ctx, (tx) =>
    auditIn(tx, ctx, { call: 'sendOprPwdSms', object: 'account', objectId: ctx.user.id }),
  )
  return {}
}

/** Codes of both kinds are accepted; a wrong one costs a try of each. */
const purposes = ['operation', 'operator'] as const

async function isEitherCode({ deps, now }: OutsideCtx, phone: string, code: string): Promise<boolean> {
  const found = await Promise.all(purposes.map((purpose) => isCode(deps, now, purpose, { phone }, code)))
  return found.includes(true)
}

const endEitherCode = async (ctx: Ctx, phone: string, code: string): Promise<boolean> =>
  (await endCode(ctx, 'operation', phone, code)) || endCode(ctx, 'operator', phone, code)

const wrongCode = (): AppError => new AppError('codeWrong', {}, [{ path: 'code', rule: 'invalidCode' }])

export async function resetOprPwd(
  ctx: OutsideCtx,
  input: ParsedInputOf<(typeof accountCalls)['resetOprPwd']>,
): Promise<Prepared<Done>> {
  const { tenant, user } = ctx
  // The name of a main account is its phone.
  const phone = user.username
  const account = await inOwnTenant(ctx, (tx) => queries.findAccount(tx, tenant.id, user.id))
  if (!(await isOwnPassword(ctx, account?.password_hash, input.password)))
    throw new AppError('ownPasswordWrong', {}, [{ path: 'password', rule: 'ownPasswordWrong' }])
  if (!(await isEitherCode(ctx, phone, input.code))) throw wrongCode()
  const { operation_hash: next = '' } = await newHashes(
    ctx,
    { pin: input.new_oper_pwd },
    account ?? {},
    'new_oper_pwd',
  )
  const present = account?.operation_hash ?? null
  return async (ctx) => {
    if (!(await endEitherCode(ctx, phone, input.code))) throw wrongCode()
    if (!(await queries.replaceOperation(ctx.tx, tenant.id, user.id, present, next)))
      throw new AppError('changedMeanwhile')
    await queries.endOtherSessions(ctx)
    await restartOperation(ctx, user.id)
    await audit(ctx, { call: 'resetOprPwd', object: 'account', objectId: user.id })
    return {}
  }
}
