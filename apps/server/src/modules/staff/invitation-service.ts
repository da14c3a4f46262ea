import type { ParsedInputOf, staffCalls, SubUser } from '@slotwise/contract'

import { audit, auditIn } from '../../kernel/audit.ts'
import { type Ctx, type OutsideCtx, refOf } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { deleteInvitation, sendInvitation } from '../account/index.ts'
import { demandMobile, demandSubUser, describe } from './sub-user-service.ts'

type Input<Name extends keyof typeof staffCalls> = ParsedInputOf<(typeof staffCalls)[Name]>

/**
 * Sends an invitation to an account that has no password yet; a later one makes the earlier one invalid. An account with
 * a password cannot be invited: that would be a way around the sign that a new password needs.
 */
export async function inviteSubUser(
  ctx: OutsideCtx,
  { sub_userid: id }: Input<'inviteSubUser'>,
): Promise<SubUser> {
  const { row, phone } = await inOwnTenant(ctx, async (tx) => {
    const found = await demandSubUser({ ...ctx, tx }, id)
    if (found.joined) throw new AppError('alreadyJoined')
    if (found.suspended) throw new AppError('accountSuspended')
    return { row: found, phone: demandMobile(ctx, found.phone) }
  })
  await sendInvitation(ctx, id, phone)
  return inOwnTenant(ctx, async (tx) => {
    await auditIn(tx, ctx, {
      call: 'inviteSubUser',
      object: 'subUser',
      objectId: id,
      after: { sub_username: row.sub_username, nickname: row.nickname, phone: row.phone },
    })
    return describe({ ...ctx, tx }, id)
  })
}

export async function withdrawInvitation(
  ctx: Ctx,
  { sub_userid: id }: Input<'withdrawInvitation'>,
): Promise<SubUser> {
  const row = await demandSubUser(ctx, id)
  if (!(await deleteInvitation(refOf(ctx), id))) throw new AppError('notFound')
  await audit(ctx, {
    call: 'withdrawInvitation',
    object: 'subUser',
    objectId: id,
    before: { sub_username: row.sub_username, nickname: row.nickname, phone: row.phone },
  })
  return describe(ctx, id)
}
