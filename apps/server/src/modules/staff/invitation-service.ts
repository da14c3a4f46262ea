import type { ParsedInputOf, staffCalls, SubUser } from '@slotwise/contract'

import { audit, auditIn } from '../../kernel/audit.ts'
import { type Ctx, type OutsideCtx, refOf } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { deleteInvitation, sendInvitation } from '../account/index.ts'
import type { SubUserRow } from './sub-user-queries.ts'
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
  const { mobile } = await inOwnTenant(ctx, (tx) => demandInvitable({ ...ctx, tx }, id))
  await sendInvitation(ctx, id, mobile, async (tx) => {
    const present = await demandInvitable({ ...ctx, tx }, id)
    if (present.mobile !== mobile) throw new AppError('changedMeanwhile')
    const { sub_username, nickname, phone } = present
    const after = { sub_username, nickname, phone }
    await auditIn(tx, ctx, { call: 'inviteSubUser', object: 'subUser', objectId: id, after })
  })
  return inOwnTenant(ctx, (tx) => describe({ ...ctx, tx }, id))
}

/** Locks an account that may be invited, with the number that gets the message. */
async function demandInvitable(ctx: Ctx, id: string): Promise<SubUserRow & { mobile: string }> {
  const row = await demandSubUser(ctx, id)
  if (row.joined) throw new AppError('alreadyJoined')
  if (row.suspended) throw new AppError('resumeFirst')
  return { ...row, mobile: demandMobile(ctx, row.phone) }
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
