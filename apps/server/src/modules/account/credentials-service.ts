/**
 * Passwords that one account sets for another. The rules are the same as for one's own: not common, and login and
 * operation password differ from each other and from the ones before.
 */
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { release } from '../../kernel/limits.ts'
import { hashPassword, isPassword, md5 } from '../../kernel/passwords.ts'
import { operationKey } from './operation-service.ts'
import { refuseCommon } from './signup-service.ts'
import * as queries from './account-queries.ts'

/** The hashes an account has already, if it exists. */
export type Present = { password_hash?: string; operation_hash?: string | null }
export type Wanted = { password?: string | undefined; pin?: string | undefined }

/**
 * The hashes to store for the wanted passwords; passwords that stay have none. `pinField` is the form's name of the
 * operation password.
 */
export async function newHashes(
  { deps: { config } }: Pick<Ctx, 'deps'>,
  { password, pin }: Wanted,
  present: Present,
  pinField: string,
): Promise<{ password_hash?: string; operation_hash?: string }> {
  const digits = pin === undefined ? undefined : md5(pin)
  if (password !== undefined) {
    refuseCommon(password)
    const operation = digits === undefined ? present.operation_hash : undefined
    if (operation && (await isPassword(password, config, operation)))
      throw AppError.atField('password', 'sameAsOperation')
  }
  if (digits !== undefined) {
    if (present.operation_hash && (await isPassword(digits, config, present.operation_hash)))
      throw AppError.atField(pinField, 'sameOperation')
    const isLogin =
      password === undefined
        ? present.password_hash !== undefined && (await isPassword(digits, config, present.password_hash))
        : password === digits
    if (isLogin) throw AppError.atField(pinField, 'sameAsLogin')
  }
  return {
    ...(password === undefined ? {} : { password_hash: await hashPassword(password, config) }),
    ...(digits === undefined ? {} : { operation_hash: await hashPassword(digits, config) }),
  }
}

/** After a new operation password: ends the signs given for the old one and forgets its wrong tries. */
export async function restartOperation(ctx: Ctx, accountId: string): Promise<void> {
  await queries.deleteSignsOf(ctx.tx, ctx.tenant.id, accountId)
  const key = operationKey(ctx.tenant.id, accountId)
  await release(ctx.tx, key, `${key}:day`)
}
