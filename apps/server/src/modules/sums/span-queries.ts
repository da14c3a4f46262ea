/** Adds up the sums of bills of stores, each within days of its own. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { type Figures, figureNames } from './figures-model.ts'

/** Days of a store, both included. */
type Span = { store: string; from: string; to: string }

const sums = sql.join(figureNames.map((name) => sql`sum(t.${sql.ref(name)})::float8 as ${sql.ref(name)}`))

/** Figures by store and payment. Each store is read by its own days, instead of all stores by the days of all. */
export async function salesInSpans(
  { tx, tenantId }: TenantRef,
  spans: readonly Span[],
): Promise<(Figures & { store_id: string; client: string })[]> {
  if (spans.length === 0) return []
  const froms = spans.map(({ from }) => from)
  const tos = spans.map(({ to }) => to)
  const { rows } = await sql<Figures & { store_id: string; client: string }>`
    select s.store_id, f.*
      from unnest(${spans.map(({ store }) => store)}::bigint[], ${froms}::date[], ${tos}::date[]) as s (store_id, first, last)
     cross join lateral (
       select t.client, ${sums} from sales_store_day t
        where t.tenant_id = ${tenantId} and t.store_id = s.store_id and t.day >= s.first and t.day <= s.last
        group by t.client) f`.execute(tx)
  return rows
}
