/** The days of a list and the same number of days just before. */
import { addDays, countryFacts, dayOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { daysIn } from '../../kernel/month-days.ts'
import type { SalesOf } from '../../kernel/sold-by.ts'
import { salesOf } from '../sums/index.ts'

/** What a list of statistics is about; both ends are included. */
export type Filter = {
  from?: string | undefined
  to?: string | undefined
  area?: string | undefined
  store?: string | undefined
  sn?: string | undefined
  device?: string | undefined
}

/** `before` is undefined where the range has no beginning. */
export type Period = { sales: SalesOf; before: SalesOf | undefined }

export const todayOf = ({ now, tenant }: Pick<Ctx, 'now' | 'tenant'>): string =>
  dayOf(now, countryFacts[tenant.country].utcOffsetMinutes)

/** The last day of a range. Without an end it is today, or the first day where that is still to come. */
export const endOf = (from: string, to: string | undefined, today: string): string =>
  to ?? (from > today ? from : today)

export async function periodOf(ctx: Ctx, { from, to, ...places }: Filter): Promise<Period> {
  const sales = await salesOf(ctx, { from, to, ...places })
  if (from === undefined) return { sales, before: undefined }
  const days = daysIn(from, endOf(from, to, todayOf(ctx)))
  return { sales, before: { ...sales, from: addDays(from, -days), to: addDays(from, -1) } }
}
