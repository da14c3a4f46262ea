import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'

type Winner = { client: string; payer: Buffer }

/** Notes the last win of a payer. */
export async function putWin(
  { tx, tenantId }: TenantRef,
  { client, payer }: Winner,
  at: Date,
): Promise<void> {
  await sql`
    insert into game_win as w (tenant_id, client, payer, won_at) values (${tenantId}, ${client}, ${payer}, ${at})
    on conflict (tenant_id, client, payer) do update set won_at = greatest(w.won_at, excluded.won_at)`.execute(
    tx,
  )
}

export async function hasWonSince(
  { tx, tenantId }: TenantRef,
  { client, payer }: Winner,
  since: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('game_win')
    .select('won_at')
    .where('tenant_id', '=', tenantId)
    .where('client', '=', client)
    .where('payer', '=', payer)
    .where('won_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

export const deleteWinsBefore = ({ tx, tenantId }: TenantRef, won: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('game_win')
      .where('tenant_id', '=', tenantId)
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('client', 'payer'),
          'in',
          selectFrom('game_win')
            .select(['client', 'payer'])
            .where('tenant_id', '=', tenantId)
            .where('won_at', '<', won)
            .limit(atMost)
            .$asTuple('client', 'payer'),
        ),
      )
      // A payer who has won since the choice stays.
      .where('won_at', '<', won),
  )
