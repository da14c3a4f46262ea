/**
 * The console's own inbox: the messages of each account, behind the bell. An account reads what is in its sight now; a
 * message of which nothing is in sight is neither listed nor counted.
 */
import type { InboxMessage, LongList, Notice, notifyCalls, ParsedInputOf } from '@slotwise/contract'

import { type Ctx, type Deps, refOf, type TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { emit } from '../../kernel/events.ts'
import type { ChatReceiver } from '../../ports/chat/chat.ts'
import { findIdentity } from '../account/index.ts'
import * as queries from './inbox-queries.ts'
import { aboutNotices } from './notice-service.ts'
import { queuePushes } from './push-send-service.ts'
import { sightOf } from './sight-model.ts'

type Input<Name extends keyof typeof notifyCalls> = ParsedInputOf<(typeof notifyCalls)[Name]>
type Unread = { unread: number }

export async function getInbox(
  ctx: Ctx,
  { condition, ...page }: Input<'getInbox'>,
): Promise<LongList<InboxMessage>> {
  const { data, ...rest } = await queries.listMessages(ctx, page, condition, sightOf(ctx))
  const about = await aboutNotices(
    refOf(ctx),
    data.map(({ notice }) => notice),
    sightOf(ctx),
  )
  const messages = data.map((row) => ({
    ...row,
    ...about(row.notice),
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
  }))
  return { data: messages, ...rest }
}

const readerOf = (ctx: Ctx): queries.Reader => ({ accountId: ctx.user.id, sight: sightOf(ctx) })

export const getInboxCount = async (ctx: Ctx): Promise<Unread> => ({
  unread: await queries.countUnread(refOf(ctx), readerOf(ctx)),
})

export async function readInbox(ctx: Ctx, { ids }: Input<'readInbox'>): Promise<Unread> {
  const isChanged = await queries.markRead(ctx, readerOf(ctx), ids)
  const unread = await queries.countUnread(refOf(ctx), readerOf(ctx))
  if (isChanged) await tellUnread(refOf(ctx), ctx.now, ctx.user.id, unread)
  return { unread }
}

/** The other consoles of the account show the number, too. */
const tellUnread = ({ tx, tenantId }: TenantRef, now: Date, account: string, unread: number): Promise<void> =>
  emit(tx, tenantId, now, { kind: 'inbox', data: { unread } }, { account })

/**
 * Puts a notice into the inbox of an account, once, and queues a message to each of its browsers. Returns false when the
 * account is gone.
 */
export const putInInbox =
  (deps: Deps) =>
  ({ tenantId, accountId }: ChatReceiver, { notice }: Notice): Promise<boolean> =>
    inTenant(deps.db.main, tenantId, async (tx) => {
      const ref = { tx, tenantId }
      const identity = accountId === null ? undefined : await findIdentity(tx, tenantId, accountId)
      if (accountId === null || !identity) return false
      const now = deps.now()
      if (!(await queries.insertMessage(ref, { accountId, noticeId: notice, now }))) return true
      const reader = { accountId, sight: sightOf({ ...identity, deps }) }
      await tellUnread(ref, now, accountId, await queries.countUnread(ref, reader))
      await queuePushes(ref, { accountId, noticeId: notice, now })
      return true
    })
