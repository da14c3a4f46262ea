/**
 * The operator decides which providers a merchant, or the merchants of an agent, may use. A limit holds for new orders,
 * also for those into accounts of their own; what was ordered before is paid, queried and refunded as ever.
 */
import type { OnlineClient } from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant, type Tx } from '../../kernel/db.ts'
import { operator, operatorOrigin } from '../../kernel/operator.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { countryAndAgentOf } from '../account/index.ts'
import * as queries from './offer-queries.ts'

/** The providers that are allowed; null where the limit is lifted. */
export type Allowed = readonly OnlineClient[] | null

export const allowForMerchant = (deps: Deps, tenantId: string, allowed: Allowed): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const before = await queries.setLimit({ tx, tenantId }, allowed)
    await note(deps, tx, tenantId, { before, after: allowed })
  })

/** Each merchant of the agent has the change in its audit. Returns how many there are. */
export async function allowForAgent(deps: Deps, agent: string, allowed: Allowed): Promise<number> {
  const before = await queries.setAgentLimit(deps.db.main, agent, allowed)
  let merchants = 0
  for (const tenantId of await tenantIds(deps.db.main))
    await inTenant(deps.db.main, tenantId, async (tx) => {
      if ((await countryAndAgentOf({ tx, tenantId })).agent !== agent) return
      await note(deps, tx, tenantId, { before, after: allowed, agent })
      merchants += 1
    })
  return merchants
}

type Change = { before: Allowed; after: Allowed; agent?: string }

function note(deps: Deps, tx: Tx, tenantId: string, { before, after, agent }: Change): Promise<void> {
  const read = (allowed: Allowed) => ({ clients: allowed && allowed.join(',') })
  return writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
    call: 'ops.providers',
    object: 'merchant',
    objectId: tenantId,
    before: read(before),
    after: { ...read(after), ...(agent === undefined ? {} : { agent }) },
  })
}
