/**
 * Which bills a list, its totals or its export are about: the filter of a call, with names resolved to numbers, and the
 * caller's scope.
 *
 * The sums of bills know the place, the machine, the payment and the day of a bill. A selection by these alone is counted
 * and added up by sums; any other one has to read bills.
 */
import { addDays, type BuyBillFilter, countryFacts, startOfDay } from '@slotwise/contract'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { rangeOf } from '../../kernel/orderno.ts'
import { salesOf } from '../sums/index.ts'
import type { Selection } from './selected-queries.ts'

type Filter = z.output<typeof BuyBillFilter>

export async function selectionOf(ctx: Ctx, filter: Filter): Promise<Selection> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const { from, to, orderno } = filter
  const numbers = orderno === undefined ? undefined : rangeOf(orderno)
  const since = from === undefined ? undefined : startOfDay(from, utcOffsetMinutes)
  const before = to === undefined ? undefined : startOfDay(addDays(to, 1), utcOffsetMinutes)
  return {
    ...(await salesOf(ctx, filter)),
    since: latest(since, numbers?.since),
    before: earliest(before, numbers?.before),
    numbers,
    statuses: filter.status?.length ? [...new Set(filter.status)] : undefined,
    goods: filter.goods_id,
    min: filter.min,
    max: filter.max,
  }
}

const latest = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b))
const earliest = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b))
