/**
 * Sales are stored merchant by merchant: those that arrive while a transaction of the merchant runs are stored together
 * by the next one. So a sale that comes alone waits for nothing, and a rush costs few transactions. A batch that fails
 * is stored one by one, so that one bad sale does not spoil its neighbours.
 */
import type { Deps } from '../kernel/ctx.ts'
import { inTenant, isDatabaseAway } from '../kernel/db.ts'
import { ensureMonths } from '../kernel/months.ts'
import { bookSales, type Sale, type SaleOutcome } from '../modules/bills/index.ts'

const mostAtOnce = 200

type Waiting = { sale: Sale; done: PromiseWithResolvers<SaleOutcome> }

export function gatherSales(deps: Deps, inTurn: <T>(work: () => Promise<T>) => Promise<T>) {
  const waiting = new Map<string, Waiting[]>()
  const running = new Set<string>()

  async function store(tenantId: string, sales: readonly Sale[]): Promise<SaleOutcome[]> {
    const moments = sales.map(({ dated }) => dated.at)
    return inTurn(async () => {
      await ensureMonths(deps.db.main, moments)
      return inTenant(deps.db.main, tenantId, (tx) =>
        bookSales({ deps, tx, tenantId, now: deps.now() }, sales),
      )
    })
  }

  async function storeBatch(tenantId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const sales = batch.map(({ sale }) => sale)
      const outcomes = await store(tenantId, sales)
      for (const [index, { done }] of batch.entries()) done.resolve(outcomes[index] as SaleOutcome)
    } catch (error) {
      // Without a database, one by one would fail, too.
      if (batch.length === 1 || isDatabaseAway(error)) for (const { done } of batch) done.reject(error)
      else for (const one of batch) await storeBatch(tenantId, [one])
    }
  }

  async function run(tenantId: string): Promise<void> {
    running.add(tenantId)
    for (let batch = take(tenantId); batch.length > 0; batch = take(tenantId))
      await storeBatch(tenantId, batch)
    running.delete(tenantId)
  }

  function take(tenantId: string): Waiting[] {
    const all = waiting.get(tenantId) ?? []
    const batch = all.splice(0, mostAtOnce)
    if (all.length === 0) waiting.delete(tenantId)
    return batch
  }

  /** Returns when the sale is committed. */
  return (tenantId: string, sale: Sale): Promise<SaleOutcome> => {
    const done = Promise.withResolvers<SaleOutcome>()
    waiting.set(tenantId, [...(waiting.get(tenantId) ?? []), { sale, done }])
    if (!running.has(tenantId)) void run(tenantId)
    return done.promise
  }
}
