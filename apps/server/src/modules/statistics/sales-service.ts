/**
 * Lists of sales by area, store or machine: a row for everything that has sold in the range or in the days before it, and
 * the sum of all rows. All groups are added up and sorted here, which is a few thousand at most; what only the rows of a
 * page need is read for them alone.
 */
import {
  type ChannelSales,
  figuresOf,
  type Page,
  payClients,
  type SalesFigures,
  type StatisticsSort,
} from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { addFigures, countsOf, type Figures, salesBy } from '../sums/index.ts'
import { atPage, inOrder } from './order.ts'
import { type Filter, type Period, periodOf } from './period.ts'

type Before = { income: number; refund: number; count: number }

/** The figures of a row, and those of all rows. */
export type Sales = SalesFigures & { channels: ChannelSales[]; before: Before | null }

/** What a list has rows for. */
export type Kind<Row> = {
  by: 'store_id' | 'device_id'
  /** The groups of stores or machines, where a group is more than one of them; 0 is no group. */
  groupsOf?(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** For the order of the list. */
  namesOf(ctx: Ctx, groups: readonly string[]): Promise<ReadonlyMap<string, string>>
  rowsOf(ctx: Ctx, groups: readonly (Sales & { id: string })[]): Promise<Row[]>
}

/** A group of stores or machines with their figures. */
type Group = { id: string; members: string[]; now: Figures; before: Figures }

export type SalesList<Row> = { data: Row[]; count: number; total: Sales }

/** Without a page, all rows. */
export async function listSales<Row>(
  ctx: Ctx,
  kind: Kind<Row>,
  { sort, ...filter }: Filter & { sort: StatisticsSort },
  page?: Page,
): Promise<SalesList<Row>> {
  const period = await periodOf(ctx, filter)
  const groups = await groupsIn(ctx, kind, period)
  const ids = groups.map(({ id }) => id)
  const sorted = await inOrder(groups, sort, {
    value: valueOf,
    names: () => kind.namesOf(ctx, ids),
    locale: ctx.locale,
  })
  const shown = atPage(sorted, page)
  const channels = await channelsOf(ctx, kind, period, shown)
  const hasBefore = period.before !== undefined
  const data = shown.map((group) => ({
    id: group.id,
    ...salesOf(group.now, channels.get(group.id) ?? [], hasBefore ? group.before : null),
  }))
  return {
    data: await kind.rowsOf(ctx, data),
    count: groups.length,
    total: await totalOf(ctx, period, groups),
  }
}

async function groupsIn<Row>(
  ctx: Ctx,
  { by, groupsOf }: Kind<Row>,
  { sales, before }: Period,
): Promise<Group[]> {
  const now = await salesBy(ctx, sales, [by])
  const then = before ? await salesBy(ctx, before, [by]) : []
  const groupOf = await groupsOf?.(ctx, [...new Set([...now, ...then].map((row) => row[by]))])
  const rows = [
    ...now.map((figures) => ({ member: figures[by], figures, isNow: true })),
    ...then.map((figures) => ({ member: figures[by], figures, isNow: false })),
  ]
  const byGroup = Map.groupBy(rows, ({ member }) => (groupOf ? (groupOf.get(member) ?? '0') : member))
  return [...byGroup].map(([id, members]) => ({
    id,
    members: [...new Set(members.map(({ member }) => member))],
    now: addFigures(members.filter(({ isNow }) => isNow).map(({ figures }) => figures)),
    before: addFigures(members.filter(({ isNow }) => !isNow).map(({ figures }) => figures)),
  }))
}

function valueOf({ now, before }: Group, column: string): number {
  if (column === 'before') return before.income
  // The rate of the list is rounded.
  if (column === 'failRate') return (now.count - now.normal) / Math.max(1, now.count)
  return countsOf(now)[column as keyof ReturnType<typeof countsOf>]
}

type ClientSales = { client: string; income: number; refund: number; count: number }

async function channelsOf<Row>(
  ctx: Ctx,
  { by }: Kind<Row>,
  { sales }: Period,
  groups: readonly Group[],
): Promise<Map<string, ClientSales[]>> {
  if (groups.length === 0) return new Map()
  const members = groups.flatMap((group) => group.members)
  const places = by === 'store_id' ? { stores: members } : { devices: members }
  const rows = await salesBy(ctx, { ...sales, ...places }, [by, 'client'], ['count', 'income', 'refund'])
  const byMember = Map.groupBy(rows, (row) => row[by])
  return new Map(groups.map(({ id, members: own }) => [id, own.flatMap((one) => byMember.get(one) ?? [])]))
}

async function totalOf(ctx: Ctx, { sales, before }: Period, groups: readonly Group[]): Promise<Sales> {
  const clients = await salesBy(ctx, sales, ['client'])
  const then = addFigures(groups.map((group) => group.before))
  return salesOf(addFigures(clients), clients, before ? then : null)
}

const salesOf = (now: Figures, clients: readonly ClientSales[], before: Figures | null): Sales => ({
  ...figuresOf(countsOf(now)),
  channels: byClient(clients),
  before: before && { income: before.income, refund: before.refund, count: before.count },
})

/** One row for each payment that was used, in the order in which filters offer them. */
export const byClient = (rows: readonly ClientSales[]): ChannelSales[] =>
  payClients.flatMap((client) => {
    const own = rows.filter((row) => row.client === client)
    if (own.length === 0) return []
    const sum = (of: (row: ClientSales) => number): number => own.reduce((total, row) => total + of(row), 0)
    return [
      {
        client,
        income: sum((row) => row.income),
        refund: sum((row) => row.refund),
        count: sum((row) => row.count),
      },
    ]
  })
