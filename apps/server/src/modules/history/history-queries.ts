/** Commands, faults and changes of stock of one machine in one list, the newest first. */
import {
  addDays,
  countryFacts,
  type HistoryFilter,
  historyKinds,
  type LongList,
  type LongPage,
  startOfDay,
  type StockReason,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { olderThan, readLongPage, type Start } from '../../kernel/long-list.ts'
import { eachPiece } from '../../kernel/pieces.ts'

type Filter = Omit<z.output<typeof HistoryFilter>, 'sn'>

const pieceSize = 1_000

export type HistoryRow = {
  kind: 'command' | 'fault' | 'stock'
  id: string
  at: Date
  line: Record<string, unknown> & { reason?: StockReason }
}

/** Up to the end of a day in the merchant's time zone. */
const until = (ctx: Ctx, column: string, to: string | undefined) =>
  to === undefined
    ? sql``
    : sql`and ${sql.ref(column)} < ${startOfDay(addDays(to, 1), countryFacts[ctx.tenant.country].utcOffsetMinutes)}`

/** Commands about the slot: its pieces, its renumbering, or pulses, which have only slot 1. */
const concerns = (slot: number) => sql`and (args @? ${`$.items[*].ch ? (@ == ${slot})`}::jsonpath
  or args @? ${`$.slots[*] ? (@.from == ${slot} || @.to == ${slot})`}::jsonpath
  or (${slot === 1}::boolean and args ? 'pulses'))`

type Kind = HistoryRow['kind']
type Columns = { at: string; id: string }

/**
 * Rows of one kind beyond a place, the nearest first. The list is ordered by time; at the same time by kind, in
 * alphabetical order, then by number.
 */
function beyond(kind: Kind, { at, id }: Columns, start: Start) {
  const [time, number] = [sql.ref(at), sql.ref(id)]
  const order = sql.raw(start?.towards === 'newer' ? 'asc' : 'desc')
  const sorted = sql`order by ${time} ${order}, ${number} ${order}`
  if (!start) return sorted
  const { position, towards } = start
  const [compare, orSame] = towards === 'older' ? [sql`<`, sql`<=`] : [sql`>`, sql`>=`]
  if (position.key === null)
    return sql`and ${time} ${towards === 'older' ? compare : orSame} ${position.at} ${sorted}`
  const { kind: lastKind, id: lastId } = readKey(position.key)
  if (kind === lastKind) return sql`and (${time}, ${number}) ${compare} (${position.at}, ${lastId}) ${sorted}`
  const comesAfter = kind > lastKind
  return sql`and ${time} ${comesAfter === (towards === 'older') ? orSame : compare} ${position.at} ${sorted}`
}

const keyPattern = /^(command|fault|stock)-\d{1,18}$/
const keyOf = ({ kind, id }: Pick<HistoryRow, 'kind' | 'id'>): string => `${kind}-${id}`
function readKey(key: string): { kind: Kind; id: string } {
  const [kind = '', id = ''] = key.split('-')
  return { kind: kind as Kind, id }
}

const parts = {
  command: (ctx: Ctx, id: string, { channel_sn: slot, to }: Filter, start: Start) => sql`
    select 'command' as kind, command_id as id, created_at as at, jsonb_build_object(
             'command', command_id::text, 'op', op, 'state', state, 'fault', fault, 'why', why, 'attach', attach,
             'items', items, 'username', username, 'args', args - 'secret', 'finished_at', finished_at) as line
      from command where tenant_id = ${ctx.tenant.id} and device_id = ${id}
       ${slot === undefined ? sql`` : concerns(slot)}
       ${until(ctx, 'created_at', to)} ${beyond('command', { at: 'created_at', id: 'command_id' }, start)}`,
  fault: (ctx: Ctx, id: string, { channel_sn: slot, to }: Filter, start: Start) => sql`
    select 'fault' as kind, fault_id as id, since as at, jsonb_build_object(
             'code', code, 'channel_sn', nullif(channel_sn, 0), 'raw', raw, 'cleared_at', cleared_at) as line
      from device_fault where tenant_id = ${ctx.tenant.id} and device_id = ${id}
       ${slot === undefined ? sql`` : sql`and channel_sn = ${slot}`}
       ${until(ctx, 'since', to)} ${beyond('fault', { at: 'since', id: 'fault_id' }, start)}`,
  stock: (ctx: Ctx, id: string, { channel_sn: slot, to }: Filter, start: Start) => sql`
    select 'stock' as kind, m.move_id as id, m.at, jsonb_build_object(
             'channel_sn', m.channel_sn, 'goods', g.title, 'reason', m.reason, 'before', m.before, 'after', m.after,
             'username', m.username, 'orderno', m.orderno) as line
      from stock_move m left join goods g on g.tenant_id = ${ctx.tenant.id} and g.goods_id = m.goods_id
     where m.tenant_id = ${ctx.tenant.id} and m.device_id = ${id}
       ${slot === undefined ? sql`` : sql`and m.channel_sn = ${slot}`}
       ${until(ctx, 'm.at', to)} ${beyond('stock', { at: 'm.at', id: 'm.move_id' }, start)}`,
} as const

const kindsOf = ({ kind }: Filter) => (kind === undefined ? historyKinds : [kind])

/** Reads each kind of each binding by its own index, and no more rows than needed. */
const eachPart = (
  ctx: Ctx,
  bindings: readonly string[],
  filter: Filter,
  { start, limit }: { start?: Start; limit: number | null },
) => {
  const each = bindings.flatMap((id) =>
    kindsOf(filter).map((kind) => sql`(${parts[kind](ctx, id, filter, start)} limit ${limit})`),
  )
  return sql.join(each, sql` union all `)
}

const positionOf = (row: HistoryRow) => ({ at: row.at, key: keyOf(row) })

/** All lines in pieces, the newest first. */
export const eachHistory = (
  ctx: Ctx,
  bindings: readonly string[],
  filter: Filter,
): AsyncGenerator<HistoryRow[]> =>
  eachPiece<HistoryRow>((last) =>
    readHistory(ctx, bindings, filter, {
      start: last && olderThan(positionOf(last)),
      limit: pieceSize,
    }),
  )

export const listHistory = (
  ctx: Ctx,
  page: LongPage,
  bindings: readonly string[],
  filter: Filter,
): Promise<LongList<HistoryRow>> =>
  readLongPage<HistoryRow>(ctx, page, {
    keyPattern,
    positionOf,
    count: (limit) => countHistory(ctx, bindings, filter, limit),
    read: (start, limit, offset) => readHistory(ctx, bindings, filter, { start, limit, offset }),
  })

async function readHistory(
  ctx: Ctx,
  bindings: readonly string[],
  filter: Filter,
  { start, limit, offset = 0 }: { start: Start; limit: number; offset?: number },
): Promise<HistoryRow[]> {
  const order =
    start?.towards === 'newer'
      ? sql`order by at, kind desc, lines.id`
      : sql`order by at desc, kind, lines.id desc`
  const { rows } = await sql<HistoryRow>`
    select kind, id::text as id, at, line
      from (${eachPart(ctx, bindings, filter, { start, limit: limit + offset })}) lines
     ${order} limit ${limit} offset ${offset}`.execute(ctx.tx)
  return rows
}

/** Counts lines; counting stops at `most`, if given. */
export async function countHistory(
  ctx: Ctx,
  bindings: readonly string[],
  filter: Filter,
  most: number | null = null,
): Promise<number> {
  const lines = eachPart(ctx, bindings, filter, { limit: most })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${lines}) lines limit ${most}) counted`.execute(ctx.tx)
  return rows[0]?.count ?? 0
}
