import type { Country } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'

/** The country of a merchant, where no session names it. */
export async function countryOf({ tx, tenantId }: TenantRef): Promise<Country> {
  const { country } = await tx
    .selectFrom('tenant')
    .select('country')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return country as Country
}
