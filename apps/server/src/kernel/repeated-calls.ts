/**
 * Makes requests repeatable. A client that got no answer sends the same request with the same key: the first one to
 * commit does the work, the others get its answer. A refused request leaves no row and may be tried again.
 */
import type { Ctx } from './ctx.ts'
import { AppError } from './errors.ts'
import { isWithin, type Rights, rightsOf } from './rights.ts'
import { hashCode } from './tokens.ts'

const keyPattern = /^[\w-]{8,64}$/

export function readKey(header: unknown): string | undefined {
  if (header === undefined || header === '') return undefined
  if (typeof header !== 'string' || !keyPattern.test(header))
    throw AppError.atField('x-idempotency-key', 'wrongType')
  return header
}

/** A request that may be repeated. */
export type Repeatable = { key: string; call: string; input: unknown }

const rowOf = ({ tenant, user }: Ctx, { key }: Repeatable) => ({
  tenant_id: tenant.id,
  account_id: user.id,
  key,
})

/**
 * Hashed with the pepper, because an input of six digits could be guessed from a plain hash. The sign is left out: a
 * repeated request may carry a newer one.
 */
function hashInput({ deps }: Ctx, { call, input }: Repeatable): Buffer {
  const unsigned = JSON.stringify(input, (key, value: unknown) => (key === 'sign' ? undefined : value))
  return hashCode(deps.config.pepper, call, unsigned)
}

/** The answer of the request that has done the work; undefined where none has. */
export async function answerOf(ctx: Ctx, request: Repeatable): Promise<{ answer: unknown } | undefined> {
  const first = await ctx.tx
    .selectFrom('repeated_call')
    .select(['call', 'input_hash', 'rights', 'answer'])
    .where((eb) => eb.and(rowOf(ctx, request)))
    .executeTakeFirst()
  if (!first) return undefined
  if (first.call !== request.call || !hashInput(ctx, request).equals(first.input_hash))
    throw new AppError('repeatedDifferently')
  // The answer was made with the rights of that time: refuse a caller who may see less now.
  if (!isWithin(JSON.parse(first.rights) as Rights, ctx)) throw new AppError('outOfScope')
  ctx.audited = true
  return { answer: first.answer }
}

/** Does the work unless a request with this key has done it already; then returns that request's answer. */
export async function once(ctx: Ctx, request: Repeatable, work: () => Promise<unknown>): Promise<unknown> {
  const row = rowOf(ctx, request)
  // Waits here while another request with this key runs.
  const claimed = await ctx.tx
    .insertInto('repeated_call')
    .values({
      ...row,
      call: request.call,
      input_hash: hashInput(ctx, request),
      rights: rightsOf(ctx),
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) {
    const first = await answerOf(ctx, request)
    if (!first) throw new Error('the first request has no row')
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
