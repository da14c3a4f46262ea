import { accountPhone, type accountCalls, type Country, type ParsedInputOf } from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps, PublicCtx } from '../../kernel/ctx.ts'
import { inTenant, whenTaken } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { hashPassword } from '../../kernel/passwords.ts'
import { isCode, isSignOf, sendCode, useCode } from './codes.ts'
import { isCommonPassword } from './common-passwords.ts'
import * as queries from './account-queries.ts'

type SignUp = ParsedInputOf<(typeof accountCalls)['signUp']>

/** The account name of a phone, however it is written. */
export function phoneOf(country: Country, text: string): string {
  const phone = accountPhone(country, text)
  if (!phone) throw AppError.atField('phone', country === 'CN' ? 'mainlandPhone' : 'phone')
  return phone
}

export function refuseCommon(passwordMd5: string): void {
  if (isCommonPassword(passwordMd5)) throw AppError.atField('password', 'passwordCommon')
}

/** Sends the code to a phone that has no account. The sign later proves this request. */
export async function checkAccount(
  ctx: PublicCtx,
  country: Country,
  text: string,
): Promise<{ sign: string }> {
  const phone = phoneOf(country, text)
  if (await queries.findLogin(ctx.deps.db.main, [phone])) throw new AppError('phoneRegistered')
  return { sign: await sendCode(ctx.deps, ctx, phone, 'signup') }
}

export const checkSignedCode = async (
  ctx: PublicCtx,
  sign: string,
  code: string,
): Promise<{ isRight: boolean }> => ({
  isRight: await isCode(ctx.deps, ctx.now, 'signup', { sign }, code),
})

export async function checkPhoneCode(
  ctx: PublicCtx,
  text: string,
  code: string,
): Promise<{ isRight: boolean }> {
  const phone = phoneOf('MY', text)
  return { isRight: await isCode(ctx.deps, ctx.now, 'signup', { phone }, code) }
}

export async function signUp(ctx: PublicCtx, form: SignUp): Promise<Record<string, never>> {
  const { deps, now } = ctx
  const phone = phoneOf(form.country, form.phone)
  refuseCommon(form.password)
  if (form.country === 'CN' && !(await isSignOf(deps, 'signup', phone, form.sign ?? '')))
    throw new AppError('codeNotRequested')
  if (await queries.findLogin(deps.db.main, [phone])) throw new AppError('phoneRegistered')
  if (!(await useCode(deps, now, 'signup', phone, form.code)))
    throw new AppError('codeInvalid', {}, [{ path: 'code', rule: 'invalidCode' }])
  await createMerchant(deps, {
    username: phone,
    mchName: form.mchName,
    country: form.country,
    business: form.business,
    agent: form.agent ?? null,
    password: form.password,
    operation: null,
    origin: ctx,
  })
  return {}
}

type Merchant = {
  username: string
  mchName: string
  country: Country
  business: string
  agent: string | null
  /** md5 of the password, as clients send it. */
  password: string
  /** md5 of the operation password. */
  operation: string | null
  origin: Omit<PublicCtx, 'deps'>
}

export async function createMerchant(
  deps: Deps,
  merchant: Merchant,
): Promise<{ tenantId: string; accountId: string }> {
  const passwordHash = await hashPassword(merchant.password, deps.config)
  const operationHash =
    merchant.operation === null ? null : await hashPassword(merchant.operation, deps.config)
  const tenantId = await queries.nextTenantId(deps.db.main)
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const { username, mchName, country, business, agent, origin } = merchant
    const accountId = await queries.insertMerchant(tx, {
      tenantId,
      mchName,
      country,
      business,
      agent,
      username,
      passwordHash,
      operationHash,
      now: origin.now,
    })
    await writeAudit(tx, tenantId, { id: accountId, username }, origin, {
      call: 'signUp',
      object: 'merchant',
      objectId: tenantId,
      after: { mchName, country, business, agent, username },
    })
    return { tenantId, accountId }
  }).catch(whenTaken(() => new AppError('phoneRegistered')))
}
