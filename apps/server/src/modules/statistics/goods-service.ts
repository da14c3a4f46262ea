/** Sales by goods: pieces that came out, and the amounts of bills divided over their goods. */
import {
  type GoodsSales,
  type GoodsSort,
  noPlace,
  type OutputOf,
  type Page,
  payClients,
  type statisticsCalls,
} from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { type GoodsFigures, salesByGoods, salesOfGoodsByClient } from '../sums/index.ts'
import { goodsTitlesOf } from '../goods/index.ts'
import { atPage, inOrder } from './order.ts'
import { type Filter, periodOf } from './period.ts'

export type GoodsTotal = Omit<GoodsSales, 'goods_id' | 'goods_name'>
type GoodsList = { data: GoodsSales[]; count: number; total: GoodsTotal }

type Group = { id: string; now: GoodsFigures; before: GoodsFigures }

const none: GoodsFigures = { count: 0, pieces: 0, income: 0, refund: 0 }

/** Without a page, all rows. */
export async function listGoodsSales(
  ctx: Ctx,
  { sort, ...filter }: Filter & { sort: GoodsSort },
  page?: Page,
): Promise<GoodsList> {
  const { sales, before } = await periodOf(ctx, filter)
  const now = new Map((await salesByGoods(ctx, sales)).map(({ goods_id: id, ...row }) => [id, row]))
  const then = new Map(
    (before ? await salesByGoods(ctx, before) : []).map(({ goods_id: id, ...row }) => [id, row]),
  )
  const groups = [...new Set([...now.keys(), ...then.keys()])].map((id) => ({
    id,
    now: now.get(id) ?? none,
    before: then.get(id) ?? none,
  }))
  const sorted = await inOrder(groups, sort, {
    value: valueOf,
    names: () => titlesOf(ctx, groups),
    locale: ctx.locale,
  })
  const shown = atPage(sorted, page)
  const titles = await titlesOf(ctx, shown)
  const figures = (group: Pick<Group, 'now' | 'before'>): GoodsTotal => ({
    count: group.now.pieces,
    lines: group.now.count,
    income: group.now.income,
    refund: group.now.refund,
    before: before
      ? { income: group.before.income, refund: group.before.refund, count: group.before.pieces }
      : null,
  })
  return {
    data: shown.map((group) => ({
      goods_id: group.id === '0' ? null : group.id,
      goods_name: titles.get(group.id) ?? null,
      ...figures(group),
    })),
    count: groups.length,
    total: figures({
      now: sumOf(groups.map((group) => group.now)),
      before: sumOf(groups.map((group) => group.before)),
    }),
  }
}

/** One row for each payment with which the goods were sold, in the order in which filters offer them. */
export async function getGoodsChannels(
  ctx: Ctx,
  { condition: { goods_id: goods, ...filter } }: { condition: Filter & { goods_id?: string | undefined } },
): Promise<OutputOf<typeof statisticsCalls.getGoodsChannels>> {
  const { sales } = await periodOf(ctx, filter)
  const rows = await salesOfGoodsByClient(ctx, sales, goods === noPlace ? '0' : goods)
  const byClient = new Map(rows.map((row) => [row.client, row]))
  const channels = payClients.flatMap((client) => {
    const row = byClient.get(client)
    return row
      ? [{ client, count: row.pieces, lines: row.count, income: row.income, refund: row.refund }]
      : []
  })
  return { channels }
}

const titlesOf = (ctx: Ctx, groups: readonly Group[]): Promise<Map<string, string>> =>
  goodsTitlesOf(
    refOf(ctx),
    groups.map(({ id }) => id),
  )

function valueOf({ now, before }: Group, column: string): number {
  if (column === 'before') return before.income
  if (column === 'count') return now.pieces
  return column === 'lines' ? now.count : now[column as 'income' | 'refund']
}

function sumOf(rows: readonly GoodsFigures[]): GoodsFigures {
  const sum = (of: (row: GoodsFigures) => number): number => rows.reduce((total, row) => total + of(row), 0)
  return {
    count: sum((row) => row.count),
    pieces: sum((row) => row.pieces),
    income: sum((row) => row.income),
    refund: sum((row) => row.refund),
  }
}
