/** The figures of a day, beside those of the day before up to the same time. */
import { addDays, figuresOf, type Overview, type overviewCalls, type ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { seesPayments } from '../account/index.ts'
import { salesUntil } from '../bills/index.ts'
import { countOnline } from '../devices/index.ts'
import { byClient, todayOf } from '../statistics/index.ts'
import { addFigures, amountNames, countsOf, salesBy, salesOf } from '../sums/index.ts'

type Input = ParsedInputOf<(typeof overviewCalls)['overview']>

export async function overview(ctx: Ctx, { day }: Input): Promise<Overview> {
  const today = todayOf(ctx)
  const chosen = day === 'today' ? today : addDays(today, -1)
  const clients = await salesOfDay(ctx, chosen)
  const then =
    day === 'today'
      ? await yesterdaySoFar(ctx, today)
      : addFigures(await salesOfDay(ctx, addDays(chosen, -1)))
  return {
    overview: figuresOf(countsOf(addFigures(clients))),
    payment: (await seesPayments(ctx)) ? byClient(clients) : null,
    device: await countOnline(ctx),
    before: { income: then.income, refund: then.refund, count: then.count },
  }
}

const salesOfDay = async (ctx: Ctx, day: string) =>
  salesBy(ctx, await salesOf(ctx, { from: day, to: day }), ['client'])

async function yesterdaySoFar(ctx: Ctx, today: string) {
  const until = { day: addDays(today, -1), before: daysBefore(ctx.now, 1) }
  return salesUntil(ctx, await salesOf(ctx, {}), until, amountNames)
}
