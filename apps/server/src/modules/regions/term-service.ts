import { countryFacts, dayOf, type Terms } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { listPastTerms, lockTerms, replacePastTerms } from './term-queries.ts'

const isSame = (a: Terms, b: Terms): boolean => a.coo_share === b.coo_share && a.coo_rent === b.coo_rent
const isAgreed = ({ coo_share: share, coo_rent: rent }: Terms): boolean => share !== null || rent !== null

/**
 * Keeps what was agreed with the owner of a store for the days before the new terms, so that statements of those days do
 * not change. To be called before the store is updated.
 */
export async function keepPastTerms(
  ctx: Ctx,
  id: string,
  next: Terms,
  since: string | null | undefined,
): Promise<void> {
  const present = await lockTerms(ctx, id)
  if (!present || (!since && isSame(present, next))) return
  const past = await listPastTerms(ctx, id)
  // What is agreed for the first time holds since the cooperation began.
  if (!since && past.length === 0 && !isAgreed(present)) return
  const first = since ?? dayOf(ctx.now, countryFacts[ctx.tenant.country].utcOffsetMinutes)
  const { coo_share, coo_rent } = past.find(({ until }) => until >= first) ?? present
  await replacePastTerms(ctx, id, { until: first, coo_share, coo_rent })
}
