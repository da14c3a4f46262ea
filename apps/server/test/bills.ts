import { inTenant } from '../src/kernel/db.ts'
import { ensureMonths } from '../src/kernel/months.ts'
import type { Bill, BookCtx } from '../src/modules/bills/bill-model.ts'
import { addBills } from '../src/modules/bills/book-service.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

export { billOf, type Seller } from './bill-of.ts'

/** Runs work as the server does when it books bills of a merchant. */
export const inBooks = <T>(
  app: TestApp,
  { tenantId }: Pick<Merchant, 'tenantId'>,
  work: (ctx: BookCtx) => Promise<T>,
): Promise<T> =>
  inTenant(app.deps.db.main, tenantId, (tx) => work({ deps: app.deps, tx, now: app.clock.now, tenantId }))

export async function makeBills(app: TestApp, merchant: Merchant, bills: readonly Bill[]): Promise<Bill[]> {
  await ensureMonths(
    app.deps.db.main,
    bills.map(({ create_at }) => create_at),
  )
  return inBooks(app, merchant, (ctx) => addBills(ctx, bills))
}
