import type { Country } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'

/** What a payment costs this merchant, in hundredths of a percent; undefined where the rate of all holds. */
export async function feeRateOf({ tx, tenantId }: TenantRef): Promise<number | undefined> {
  const { fee_rate: rate } = await tx
    .selectFrom('tenant')
    .select('fee_rate')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return rate ?? undefined
}

/** The country of a merchant, and the code of the agent who brought it; null where none did. */
export async function countryAndAgentOf({
  tx,
  tenantId,
}: TenantRef): Promise<{ country: Country; agent: string | null }> {
  const { country, agent } = await tx
    .selectFrom('tenant')
    .select(['country', 'agent'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return { country: country as Country, agent }
}

/** What buyers see of a merchant; undefined where there is none. */
export async function merchantOf({
  tx,
  tenantId,
}: TenantRef): Promise<{ name: string; country: Country } | undefined> {
  const row = await tx
    .selectFrom('tenant')
    .select(['mch_name', 'country'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row && { name: row.mch_name, country: row.country as Country }
}

/** The country of a merchant, where no session names it. */
export async function countryOf({ tx, tenantId }: TenantRef): Promise<Country> {
  const { country } = await tx
    .selectFrom('tenant')
    .select('country')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return country as Country
}
