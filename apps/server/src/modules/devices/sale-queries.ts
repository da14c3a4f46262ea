import type { MachineType } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { isOneOf } from '../../kernel/search.ts'

/** What a sale keeps of the machine at which it happened. */
export type SaleDevice = {
  device_id: string
  sn: string
  type: MachineType
  store_id: string | null
  /** The payout account: the machine's own, or that of its store. */
  merchant_id: string | null
  unbound_at: Date | null
  /** Since when its store and its payout account are these; null if they never changed. */
  placed_since: Date | null
}

/** Machines by their number; also those that have left the merchant, because their sales may come late. */
export async function devicesForSale(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, SaleDevice>> {
  const rows = await tx
    .selectFrom('device as d')
    .leftJoin('store as s', (join) =>
      join.on('s.tenant_id', '=', tenantId).onRef('s.store_id', '=', 'd.store_id'),
    )
    .select(['d.device_id', 'd.sn', 'd.type', 'd.store_id', 'd.unbound_at'])
    .select(sql<string | null>`coalesce(d.merchant_id, s.merchant_id)`.as('merchant_id'))
    .select(sql<Date | null>`greatest(d.placed_at, s.account_since)`.as('placed_since'))
    .where('d.tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'd.device_id'))
    .$castTo<SaleDevice>()
    .execute()
  return new Map(rows.map((row) => [row.device_id, row]))
}

/** All bindings of a machine to the merchant, former ones included, whatever the caller's scope: bills have their own. */
export async function deviceIdsOf(ctx: Ctx, sn: string): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select('device_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('sn', '=', sn)
    .execute()
  return rows.map((row) => row.device_id)
}
