/**
 * Makes requests repeatable. A client that got no answer sends the same request with the same key: the first one to
 * commit does the work, the others get its answer. A refused request leaves no row and may be tried again.
 */
import type { Ctx } from './ctx.ts'
import { AppError } from './errors.ts'
import { isWithin, rightsOf, type StoredRights } from './rights.ts'
import { hashCode } from './tokens.ts'

const keyPattern = /^[\w-]{8,64}$/

export function readKey(header: unknown): string | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !keyPattern.test(header))
    throw AppError.atField('x-idempotency-key', 'wrongType')
  return header
}

/** Does the work unless a request with this key has done it already; then returns that request's answer. */
export async function once(
  ctx: Ctx,
  key: string,
  call: string,
  input: unknown,
  work: () => Promise<unknown>,
): Promise<unknown> {
  // Hashed with the pepper, because an input of six digits could be guessed from a plain hash. The sign is left
  // out: a repeated request may carry a newer one.
  const unsigned = JSON.stringify(input, (key, value: unknown) => (key === 'sign' ? undefined : value))
  const inputHash = hashCode(ctx.deps.config.pepper, call, unsigned)
  const row = { tenant_id: ctx.tenant.id, account_id: ctx.user.id, key }
  // Waits here while another request with this key runs.
  const claimed = await ctx.tx
    .insertInto('repeated_call')
    .values({ ...row, call, input_hash: inputHash, rights: rightsOf(ctx), created_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) {
    const first = await ctx.tx
      .selectFrom('repeated_call')
      .select(['call', 'input_hash', 'rights', 'answer'])
      .where((eb) => eb.and(row))
      .executeTakeFirstOrThrow()
    if (first.call !== call || !inputHash.equals(first.input_hash)) throw new AppError('repeatedDifferently')
    // The answer was made with the rights of that time: refuse a caller who may see less now.
    if (first.rights !== null && !isWithin(JSON.parse(first.rights) as StoredRights, ctx))
      throw new AppError('outOfScope')
    ctx.audited = true
    return first.answer
  }
  const answer = await work()
  await ctx.tx
    .updateTable('repeated_call')
    .set({ answer: JSON.stringify(answer) })
    .where((eb) => eb.and(row))
    .execute()
  return answer
}
