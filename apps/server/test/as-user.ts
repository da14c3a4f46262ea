import type { SessionCtx, TenantRef } from '../src/kernel/ctx.ts'
import { inTenant } from '../src/kernel/db.ts'
import { openSession } from '../src/modules/account/index.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

/** Runs work with the ctx of a signed-in user, as a call does. */
export const asUser = <T>(app: TestApp, who: Merchant, work: (ctx: SessionCtx) => Promise<T>): Promise<T> => {
  const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US', now: app.clock.now } as const
  return inTenant(app.deps.db.main, who.tenantId, async (tx) =>
    work(await openSession(app.deps, origin, tx, who.tenantId, who)),
  )
}

/** Runs work in a transaction of the merchant, as jobs do. */
export const asTenant = <T>(
  app: TestApp,
  { tenantId }: Pick<Merchant, 'tenantId'>,
  work: (ref: TenantRef) => Promise<T>,
): Promise<T> => inTenant(app.deps.db.main, tenantId, (tx) => work({ tx, tenantId }))
