/** Commands, faults and changes of stock of one machine on one line of time, the newest first. */
import {
  addDays,
  countryFacts,
  type HistoryFilter,
  historyKinds,
  startOfDay,
  type StockReason,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { eachPiece, merged } from '../../kernel/pieces.ts'

type Filter = Omit<z.output<typeof HistoryFilter>, 'sn'>

const pieceSize = 1_000

export type HistoryRow = {
  kind: 'command' | 'fault' | 'stock'
  id: string
  at: Date
  line: Record<string, unknown> & { reason?: StockReason }
}

/** Until the end of a day of the merchant's. */
const until = (ctx: Ctx, column: string, to: string | undefined) =>
  to === undefined
    ? sql``
    : sql`and ${sql.ref(column)} < ${startOfDay(addDays(to, 1), countryFacts[ctx.tenant.country].utcOffsetMinutes)}`

/** Pieces of the slot, its new number, or pulses, of which there is one slot only. */
const concerns = (slot: number) => sql`and (args @? ${`$.items[*].ch ? (@ == ${slot})`}::jsonpath
  or args @? ${`$.slots[*] ? (@.from == ${slot} || @.to == ${slot})`}::jsonpath
  or (${slot === 1}::boolean and args ? 'pulses'))`

/** Where the next piece goes on. */
type Mark = Pick<HistoryRow, 'at' | 'id'>
const earlier = (column: string, than: Mark | undefined) =>
  than ? sql`and ${sql.ref(column)} < ${than.id}` : sql``

const parts = {
  command: (ctx: Ctx, id: string, { channel_sn: slot, to }: Filter, before?: Mark) => sql`
    select 'command' as kind, command_id as id, created_at as at, jsonb_build_object(
             'command', command_id::text, 'op', op, 'state', state, 'fault', fault, 'why', why, 'attach', attach,
             'items', items, 'username', username, 'args', args - 'secret', 'finished_at', finished_at) as line
      from command where tenant_id = ${ctx.tenant.id} and device_id = ${id}
       ${slot === undefined ? sql`` : concerns(slot)}
       ${until(ctx, 'created_at', to)} ${earlier('command_id', before)}
     order by command_id desc`,
  fault: (ctx: Ctx, id: string, { channel_sn: slot, to }: Filter, before?: Mark) => sql`
    select 'fault' as kind, fault_id as id, since as at, jsonb_build_object(
             'code', code, 'channel_sn', nullif(channel_sn, 0), 'raw', raw, 'cleared_at', cleared_at) as line
      from device_fault where tenant_id = ${ctx.tenant.id} and device_id = ${id}
       ${slot === undefined ? sql`` : sql`and channel_sn = ${slot}`}
       ${until(ctx, 'since', to)} ${earlier('fault_id', before)}
     order by fault_id desc`,
  stock: (ctx: Ctx, id: string, { channel_sn: slot, to }: Filter, before?: Mark) => sql`
    select 'stock' as kind, m.move_id as id, m.at, jsonb_build_object(
             'channel_sn', m.channel_sn, 'goods', g.title, 'reason', m.reason, 'before', m.before, 'after', m.after,
             'username', m.username) as line
      from stock_move m left join goods g on g.tenant_id = m.tenant_id and g.goods_id = m.goods_id
     where m.tenant_id = ${ctx.tenant.id} and m.device_id = ${id}
       ${slot === undefined ? sql`` : sql`and m.channel_sn = ${slot}`}
       ${until(ctx, 'm.at', to)}
       ${before ? sql`and (m.at, m.move_id) < (${before.at}, ${before.id})` : sql``}
     order by m.at desc, m.move_id desc`,
} as const

const kindsOf = ({ kind }: Filter) => (kind === undefined ? historyKinds : [kind])

/** Each kind and each time that the machine was his by its own index, as far as they are needed. */
const eachPart = (ctx: Ctx, bindings: readonly string[], filter: Filter, limit: number | null) => {
  const each = bindings.flatMap((id) =>
    kindsOf(filter).map((kind) => sql`(${parts[kind](ctx, id, filter)} limit ${limit})`),
  )
  return sql.join(each, sql` union all `)
}

/** All of it, the newest first. */
export const eachHistory = (
  ctx: Ctx,
  bindings: readonly string[],
  filter: Filter,
): AsyncGenerator<HistoryRow[]> =>
  merged(
    bindings.flatMap((id) =>
      kindsOf(filter).map((kind) =>
        eachPiece<HistoryRow>(async (last) => {
          const { rows } = await sql<HistoryRow>`
            select kind, id::text as id, at, line
              from (${parts[kind](ctx, id, filter, last)} limit ${pieceSize}) lines`.execute(ctx.tx)
          return rows
        }),
      ),
    ),
    (one, other) => one.at >= other.at,
  )

export async function readHistory(
  ctx: Ctx,
  bindings: readonly string[],
  filter: Filter,
  { from, size }: { from: number; size: number },
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select kind, id::text as id, at, line from (${eachPart(ctx, bindings, filter, from + size)}) lines
     order by at desc, kind, lines.id desc limit ${size} offset ${from}`.execute(ctx.tx)
  return rows
}

/** How many lines there are, counted no further than `most`, if that is given. */
export async function countHistory(
  ctx: Ctx,
  bindings: readonly string[],
  filter: Filter,
  most: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from (${eachPart(ctx, bindings, filter, most)}) lines limit ${most}) counted`.execute(
    ctx.tx,
  )
  return rows[0]?.count ?? 0
}
