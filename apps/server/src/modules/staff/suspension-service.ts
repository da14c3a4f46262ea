import type { ParsedInputOf, staffCalls, SubUser } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { deleteInvitation, endSessionsOf, setSuspended } from '../account/index.ts'
import { demandSubUser, describe } from './sub-user-service.ts'

type Input<Name extends keyof typeof staffCalls> = ParsedInputOf<(typeof staffCalls)[Name]>

/** Stops the account at once and ends its sessions, or lets it log in again. All that it has stays. */
async function setSubUserSuspended(ctx: Ctx, id: string, suspended: boolean): Promise<SubUser> {
  const row = await demandSubUser(ctx, id)
  if (!(await setSuspended(ctx, id, suspended))) throw new AppError('changedMeanwhile')
  if (suspended) {
    await endSessionsOf(ctx.tx, ctx.tenant.id, id, ctx.now)
    // The code may be with the wrong person, which is why the account is suspended.
    await deleteInvitation(refOf(ctx), id)
  }
  const who = { sub_username: row.sub_username, nickname: row.nickname }
  await audit(ctx, {
    call: suspended ? 'suspendSubUser' : 'resumeSubUser',
    object: 'subUser',
    objectId: id,
    before: { ...who, suspended: !suspended },
    after: { ...who, suspended },
  })
  return describe(ctx, id)
}

export const suspendSubUser = (ctx: Ctx, { sub_userid: id }: Input<'suspendSubUser'>): Promise<SubUser> =>
  setSubUserSuspended(ctx, id, true)

export const resumeSubUser = (ctx: Ctx, { sub_userid: id }: Input<'resumeSubUser'>): Promise<SubUser> =>
  setSubUserSuspended(ctx, id, false)
