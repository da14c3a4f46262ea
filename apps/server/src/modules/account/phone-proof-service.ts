/**
 * An account that was made with a password proves its phone by a code, and logs in by it from then on, as an invited
 * one does. The code goes to the phone that the account has; only accounts that manage staff change it. Main accounts
 * have proven theirs when they signed up: it is their name.
 */
import { type accountCalls, accountPhone, type ParsedInputOf } from '@slotwise/contract'

import { audit, auditIn } from '../../kernel/audit.ts'
import { type Ctx, type OutsideCtx, refOf } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Prepared } from '../../kernel/handler.ts'
import { endCode, isCode, sendCode } from './codes.ts'
import { addPhoneLogin, findPhone, lockPhone, notePhoneProven } from './phone-login-queries.ts'

type Done = Record<string, never>

type Phone = { number: string; verified: boolean }

/** The phone of a sub-account, if it gets text messages. */
export const phoneIn = (
  { tenant }: Pick<Ctx, 'tenant'>,
  row: { phone: string; verified: boolean } | undefined,
): Phone | null => {
  const number = row && accountPhone(tenant.country, row.phone)
  return row && number !== undefined ? { number, verified: row.verified } : null
}

async function ownPhoneOf(ctx: OutsideCtx): Promise<Phone> {
  const phone = phoneIn(ctx, await inOwnTenant(ctx, (tx) => findPhone(refOf({ ...ctx, tx }), ctx.user.id)))
  if (!phone) throw new AppError('phoneMissing')
  return phone
}

const wrongCode = (): AppError => new AppError('codeWrong', {}, [{ path: 'code', rule: 'invalidCode' }])

export async function sendPhoneCode(ctx: OutsideCtx): Promise<Done> {
  const phone = await ownPhoneOf(ctx)
  await sendCode(ctx.deps, ctx, phone.number, 'phone')
  await inOwnTenant(ctx, (tx) =>
    auditIn(tx, ctx, { call: 'sendPhoneSms', object: 'account', objectId: ctx.user.id }),
  )
  return {}
}

export async function verifyPhone(
  outside: OutsideCtx,
  { code }: ParsedInputOf<(typeof accountCalls)['verifyPhone']>,
): Promise<Prepared<Done>> {
  const phone = await ownPhoneOf(outside)
  if (!(await isCode(outside.deps, outside.now, 'phone', { phone: phone.number }, code))) throw wrongCode()
  return async (ctx) => {
    // Locked, so that the phone is not replaced while its code is used.
    const present = phoneIn(ctx, await lockPhone(refOf(ctx), ctx.user.id))
    if (!present) throw new AppError('phoneMissing')
    if (!(await endCode(ctx, 'phone', present.number, code))) throw wrongCode()
    await notePhoneProven(refOf(ctx), ctx.user.id, ctx.now)
    await addPhoneLogin(refOf(ctx), ctx.user.id, present.number)
    await audit(ctx, { call: 'verifyPhone', object: 'account', objectId: ctx.user.id })
    return {}
  }
}
