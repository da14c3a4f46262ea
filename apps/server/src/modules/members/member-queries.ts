/** Members: the cards of one person, added up. The sums of a card move with its ledger, so none of that is read here. */
import type { List, Member, MemberFilter, Page } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { contains } from '../../kernel/search.ts'

type Filter = z.output<typeof MemberFilter>

const pieceSize = 2_000

const ifLive = sql`filter (where deleted_at is null)`

/** Groups cards by person. What was spent with a card that was replaced still counts; it has no points to spend. */
const grouped = (ctx: Ctx, { q }: Filter) =>
  ctx.tx
    .selectFrom('card')
    .where('tenant_id', '=', ctx.tenant.id)
    .groupBy(['openid', sql`case when openid = '' then card_id end`])
    .having(sql<boolean>`bool_or(deleted_at is null and ${contains(q, ['cardno', 'nickname', 'openid'])})`)

const shown = (ctx: Ctx, filter: Filter) =>
  grouped(ctx, filter).select([
    'openid',
    sql<string>`min(card_id)`.as('first_card'),
    sql<string>`(array_agg(nickname order by nickname = '', deleted_at is not null, card_id desc))[1]`.as(
      'nickname',
    ),
    sql<string[]>`(array_agg(cardno order by card_id desc) ${ifLive})[1:20]`.as('cards'),
    sql<number>`(count(*) ${ifLive})::int`.as('card_count'),
    sql<number>`(sum(point) ${ifLive})::float8`.as('point'),
    sql<number>`sum(spent)::float8`.as('spend'),
    sql<number>`sum(visits)::int`.as('visits'),
    sql<Date | null>`max(last_visit)`.as('last_visit'),
  ])

async function readMembers(ctx: Ctx, page: Page, filter: Filter): Promise<Member[]> {
  const rows = await shown(ctx, filter)
    .orderBy(filter.sort, (order) => order.desc().nullsLast())
    .orderBy('first_card', 'desc')
    .$call(atPage(page))
    .execute()
  return rows.map(({ first_card: first, last_visit: last, ...row }) => ({
    ...row,
    member: row.openid || `card:${first}`,
    last_visit: last?.toISOString() ?? null,
  }))
}

export async function listMembers(ctx: Ctx, page: Page, filter: Filter): Promise<List<Member>> {
  return { data: await readMembers(ctx, page, filter), count: await countMembers(ctx, filter) }
}

export const countMembers = (ctx: Ctx, filter: Filter): Promise<number> =>
  countOf(ctx.tx.selectFrom(grouped(ctx, filter).select('openid').as('member')))

/** All members of a filter in pieces, for exports. */
export async function* eachMember(ctx: Ctx, filter: Filter): AsyncGenerator<Member[]> {
  for (let pageNum = 1; ; pageNum += 1) {
    const piece = await readMembers(ctx, { pageNum, pageSize: pieceSize }, filter)
    if (piece.length > 0) yield piece
    if (piece.length < pieceSize) return
  }
}
