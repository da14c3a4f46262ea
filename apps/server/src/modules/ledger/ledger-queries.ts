import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

export const ledgerAccounts = ['provider', 'funds', 'fee', 'settling', 'bank', 'own', 'direct'] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/** What a posting is about. It ends the posting's name, after a space. */
export const postingKinds = ['paid', 'refund', 'asked', 'confirmed', 'returned', 'assigned'] as const
export type PostingKind = (typeof postingKinds)[number]

/** A line of a posting. Positive: owed to us. */
export type LedgerLine = {
  posting: string
  at: Date
  account: LedgerAccount
  /** The bill; empty for what is about none. */
  orderno: string
  /** The payout account; 0 where none was assigned. */
  merchant_id: string
  client: string
  amount: number
  settle_id?: string | null
}

export async function insertLines({ tx, tenantId }: TenantRef, lines: readonly LedgerLine[]): Promise<void> {
  const column = <Name extends keyof LedgerLine>(name: Name): (LedgerLine[Name] | null)[] =>
    lines.map((line) => line[name] ?? null)
  await sql`
    insert into ledger_line (tenant_id, at, posting, account, orderno, merchant_id, client, amount, settle_id)
    select ${tenantId}::bigint, at, posting, account, orderno, merchant_id, client, amount, settle_id
      from unnest(${column('at')}::timestamptz[], ${column('posting')}::text[], ${column('account')}::text[],
                  ${column('orderno')}::text[], ${column('merchant_id')}::bigint[], ${column('client')}::text[],
                  ${column('amount')}::int[], ${column('settle_id')}::bigint[])
           as v (at, posting, account, orderno, merchant_id, client, amount, settle_id)
    returning posting`.execute(tx)
}

/** The lines of an order, in the order in which they were booked. */
export const linesOf = (
  { tx, tenantId }: TenantRef,
  orderno: string,
): Promise<Omit<LedgerLine, 'settle_id'>[]> =>
  tx
    .selectFrom('ledger_line')
    .select(['posting', 'at', 'orderno', 'merchant_id', 'client', 'amount'])
    .select(sql<LedgerAccount>`account`.as('account'))
    .where('tenant_id', '=', tenantId)
    .where('orderno', '=', orderno)
    .orderBy('at')
    .orderBy('posting')
    .orderBy(sql`array_position(array['provider', 'funds', 'fee', 'own', 'direct'], account)`)
    .execute()

/** The next lines of what providers have received, in any account, in the order of time. */
export async function providerLines(
  { tx, tenantId }: TenantRef,
  { since, before }: { since: Date; before: Date },
  last: Pick<LedgerLine, 'at' | 'posting'> | undefined,
  limit: number,
): Promise<LedgerLine[]> {
  const at = last?.at ?? since
  const { rows } = await sql<LedgerLine>`
    select l.posting, l.at, l.account, l.orderno, l.merchant_id, l.client, l.amount from ledger_line l
     where l.tenant_id = ${tenantId} and l.at >= ${at} and l.at < ${before}
       and (l.at, l.posting) > (${at}, ${last?.posting ?? ''}) and l.account in ('provider', 'own')
     order by l.at, l.posting limit ${limit}`.execute(tx)
  return rows
}
