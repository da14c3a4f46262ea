import type { List, OpenSession, Page, SessionFilter } from '@slotwise/contract'
import type { z } from 'zod'

import type { Ctx, SessionCtx } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { contains } from '../../kernel/search.ts'

function open(ctx: Ctx, filter: z.output<typeof SessionFilter>) {
  const query = ctx.tx
    .selectFrom('session as s')
    .innerJoin('account as a', (join) =>
      join.on('a.tenant_id', '=', ctx.tenant.id).onRef('a.account_id', '=', 's.account_id'),
    )
    .where('s.tenant_id', '=', ctx.tenant.id)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', ctx.now)
    .where('a.deleted_at', 'is', null)
    .where(contains(filter.q, ['a.nickname', 'a.username', 's.address']))
  const ofAccount = filter.account === undefined ? query : query.where('s.account_id', '=', filter.account)
  return filter.isMain === undefined ? ofAccount : ofAccount.where('a.is_main', '=', filter.isMain)
}

export async function listSessions(
  ctx: SessionCtx,
  page: Page,
  filter: z.output<typeof SessionFilter>,
): Promise<List<OpenSession>> {
  const rows = await open(ctx, filter)
    .select([
      's.session_id as session',
      's.account_id as account',
      'a.username',
      'a.nickname',
      'a.is_main as isMain',
      's.address',
      's.user_agent',
      's.created_at',
      's.expires_at',
    ])
    .orderBy('s.session_id', 'desc')
    .$call(atPage(page))
    .execute()
  const data = rows.map(({ created_at: created, expires_at: expires, ...row }) => ({
    ...row,
    created_at: created.toISOString(),
    exp: expires.toISOString(),
    current: row.session === ctx.session.id,
  }))
  return { data, count: await countOf(open(ctx, filter)) }
}

/** The user of a session, if it is still open. */
export const findOpenSession = (ctx: Ctx, id: string) =>
  open(ctx, {})
    .select(['a.username', 'a.nickname', 's.address', 's.user_agent'])
    .where('s.session_id', '=', id)
    .executeTakeFirst()
