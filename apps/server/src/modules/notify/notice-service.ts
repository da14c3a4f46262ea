/** Notices as the merchant sees them, delivered or not. */
import {
  type Delivery,
  type LongList,
  type Notice,
  noticeGroupsMost,
  noticeReasonText,
  type NoticeSum,
  type notifyCalls,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf, type TenantRef } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import * as queries from './notice-queries.ts'
import { demandReceiver } from './receiver-service.ts'
import { type Sight, sightOf } from './sight-model.ts'

type Input<Name extends keyof typeof notifyCalls> = ParsedInputOf<(typeof notifyCalls)[Name]>
type About = Pick<Notice, 'count' | 'sums' | 'groups' | 'items'>

/** What each notice is about, by its number: what is in the sight of its reader now. */
export async function aboutNotices(
  ref: TenantRef,
  ids: readonly string[],
  sight: Sight | undefined,
): Promise<(id: string) => About> {
  const groups = Map.groupBy(await queries.groupsOf(ref, ids, sight), ({ notice_id: id }) => id)
  const items = Map.groupBy(await queries.itemsOf(ref, ids, sight), ({ notice_id: id }) => id)
  return (id) => {
    const all = groups.get(id) ?? []
    return {
      count: all.reduce((sum, { count }) => sum + count, 0),
      sums: sumsOf(all),
      groups: all.slice(0, noticeGroupsMost),
      items: items.get(id) ?? [],
    }
  }
}

const sumsOf = (groups: readonly NoticeSum[]): NoticeSum[] =>
  [...Map.groupBy(groups, ({ kind, phase }) => `${kind}.${phase}`).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const { kind, phase, amount } = first
    const add = (of: (group: NoticeSum) => number): number => same.reduce((sum, one) => sum + of(one), 0)
    return {
      kind,
      phase,
      count: add(({ count }) => count),
      amount: amount === null ? null : add((one) => one.amount ?? 0),
    }
  })

async function deliveriesOf(ctx: Ctx, rows: readonly queries.NoticeRow[]): Promise<Delivery[]> {
  const about = await aboutNotices(
    refOf(ctx),
    rows.map(({ notice }) => notice),
    sightOf(ctx),
  )
  return rows.map((row) => ({
    ...row,
    ...about(row.notice),
    why: noticeReasonText(ctx.locale, row.why),
    created_at: row.created_at.toISOString(),
    next_at: row.next_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
  }))
}

export async function getNotices(
  ctx: Ctx,
  { condition, ...page }: Input<'getNotices'>,
): Promise<LongList<Delivery>> {
  const { data, ...rest } = await queries.listNotices(ctx, page, condition)
  return { data: await deliveriesOf(ctx, data), ...rest }
}

async function demandDelivery(ctx: Ctx, id: string): Promise<Delivery> {
  const row = await queries.findNotice(ctx, id)
  const [delivery] = row ? await deliveriesOf(ctx, [row]) : []
  if (!delivery) throw new AppError('notFound')
  return delivery
}

/** Sends a message that says that messages arrive, also to a receiver that is not active, and in its quiet hours. */
export async function testNotify(ctx: Ctx, { notify_id: notifyId }: Input<'testNotify'>): Promise<Delivery> {
  const { receiver, suspended, stopped } = await demandReceiver(ctx, notifyId)
  if (suspended) throw new AppError('resumeFirst')
  if (stopped) throw new AppError('bindAgain')
  const id = await queries.insertTest(ctx, notifyId)
  await queries.runNoticeAt(refOf(ctx), id, ctx.now)
  await audit(ctx, { call: 'testNotify', object: 'notify', objectId: notifyId, after: { receiver } })
  return demandDelivery(ctx, id)
}

/** Tries a notice again that was given up. */
export async function resendNotice(ctx: Ctx, { notice: id }: Input<'resendNotice'>): Promise<Delivery> {
  if (!(await queries.reviveNotice(ctx, id))) throw new AppError('notFound')
  await queries.runNoticeAt(refOf(ctx), id, ctx.now)
  const delivery = await demandDelivery(ctx, id)
  const { receiver, notify_id: notifyId } = delivery
  await audit(ctx, { call: 'resendNotice', object: 'notify', objectId: notifyId, after: { receiver } })
  return delivery
}
