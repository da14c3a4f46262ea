import type { List, OpenSession, ParsedInputOf, staffCalls } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { SessionCtx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { endOneSession } from '../account/index.ts'
import * as queries from './session-queries.ts'

type Input<Name extends keyof typeof staffCalls> = ParsedInputOf<(typeof staffCalls)[Name]>

export const getSessions = (
  ctx: SessionCtx,
  { condition, ...page }: Input<'getSessions'>,
): Promise<List<OpenSession>> => queries.listSessions(ctx, page, condition)

/** Ends the session of another user: that console is logged out by its live stream or at its next call. */
export async function endSession(
  ctx: SessionCtx,
  { session }: Input<'endSession'>,
): Promise<Record<string, never>> {
  const before = await queries.findOpenSession(ctx, session)
  if (!before) throw new AppError('notFound')
  await endOneSession(ctx, session)
  await audit(ctx, { call: 'endSession', object: 'session', objectId: session, before })
  return {}
}
