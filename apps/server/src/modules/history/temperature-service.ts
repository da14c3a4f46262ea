import { countryFacts, type historyCalls, type ParsedInputOf, type Temperature } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { daysBefore, hoursBefore } from '../../kernel/moments.ts'
import { bindingsOf } from '../devices/index.ts'
import { temperaturesSince } from './temperature-queries.ts'

type Input = ParsedInputOf<(typeof historyCalls)['getDevTemperature']>

/** Within 24 hours by the hour, within 31 days by the merchant's day, the oldest first. */
export async function getDevTemperature(ctx: Ctx, { sn, span }: Input): Promise<{ data: Temperature[] }> {
  const bindings = await bindingsOf(ctx, sn)
  if (bindings.length === 0) throw new AppError('notFound')
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const since = span === 'day' ? hoursBefore(ctx.now, 24) : daysBefore(ctx.now, 31)
  const unit = span === 'day' ? 'hour' : 'day'
  const rows = await temperaturesSince(ctx, bindings, { since, unit, utcOffsetMinutes })
  return { data: rows.map(({ at, ...range }) => ({ at: at.toISOString(), ...range })) }
}
