import type { List, OpenSession, ParsedInputOf, staffCalls } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { SessionCtx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { endOneSession } from '../account/index.ts'
import * as store from './session-store.ts'

type Input<Name extends keyof typeof staffCalls> = ParsedInputOf<(typeof staffCalls)[Name]>

export const getSessions = (
  ctx: SessionCtx,
  { condition, ...page }: Input<'getSessions'>,
): Promise<List<OpenSession>> => store.listSessions(ctx, page, condition)

/** Logs somebody out: the next thing that console does, or hears over its live line, is that it has ended. */
export async function endSession(
  ctx: SessionCtx,
  { session }: Input<'endSession'>,
): Promise<Record<string, never>> {
  const before = await store.findOpenSession(ctx, session)
  if (!before) throw new AppError('notFound')
  await endOneSession(ctx, session)
  await audit(ctx, { call: 'endSession', object: 'session', objectId: session, before })
  return {}
}
