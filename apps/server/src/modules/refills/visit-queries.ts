/** Visits at machines, by the id that the phone made. */
import type { RefillVisit, VisitResult } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { countDeleted } from '../../kernel/rows.ts'

/** Visits that were booked before refills of visits could be undone have no `refill`. */
type StoredVisit = {
  accountId: string
  sn: string
  slots: RefillVisit['slots']
  result: Omit<VisitResult, 'refill'> & Partial<Pick<VisitResult, 'refill'>>
}

/** The visit, if it is booked. */
export async function findVisit(ctx: Ctx, visit: string): Promise<StoredVisit | undefined> {
  return ctx.tx
    .selectFrom('refill_visit')
    .select([
      'account_id as accountId',
      'sn',
      sql<StoredVisit['slots']>`slots`.as('slots'),
      sql<StoredVisit['result']>`result`.as('result'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_id', '=', visit)
    .executeTakeFirst()
}

type ClaimedVisit = { visit: string; deviceId: string; sn: string; readAt: Date; slots: unknown }

/** Waits while another request books the visit. Returns false when it is booked already. */
export async function claimVisit(
  ctx: Ctx,
  { visit, deviceId, sn, readAt, slots }: ClaimedVisit,
): Promise<boolean> {
  const claimed = await ctx.tx
    .insertInto('refill_visit')
    .values({
      tenant_id: ctx.tenant.id,
      visit_id: visit,
      account_id: ctx.user.id,
      device_id: deviceId,
      sn,
      read_at: readAt,
      at: ctx.now,
      slots: JSON.stringify(slots),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('visit_id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function keepResult(ctx: Ctx, result: VisitResult): Promise<void> {
  await ctx.tx
    .updateTable('refill_visit')
    .set({ result: JSON.stringify(result) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_id', '=', result.visit)
    .execute()
}

export const forgetVisits = (tx: Tx, tenantId: string, before: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('refill_visit')
      .where('tenant_id', '=', tenantId)
      .where('visit_id', 'in', (eb) =>
        eb
          .selectFrom('refill_visit')
          .select('visit_id')
          .where('tenant_id', '=', tenantId)
          .where('at', '<', before)
          .limit(atMost),
      ),
  )
