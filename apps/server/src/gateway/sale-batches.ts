/**
 * Sales are stored merchant by merchant: those that arrive while a transaction of the merchant runs are stored together
 * by the next one. So a sale that comes alone waits for nothing, and a rush costs few transactions.
 *
 * Sales of one machine keep their order. A batch that fails is stored one by one, so that one bad sale does not spoil its
 * neighbours; only sales of the same machine behind it are sent back with it. The next batch begins when the callers have
 * heard of a failure, because they do not want what is behind it any more. While the database is away, batches wait.
 */
import { setImmediate as afterCallers } from 'node:timers/promises'

import type { Deps } from '../kernel/ctx.ts'
import { inTenant, untilDatabaseIsBack } from '../kernel/db.ts'
import { ensureMonths } from '../kernel/months.ts'
import { bookSales, OrderJustReported, type Sale, type SaleOutcome } from '../modules/sales/index.ts'

const mostAtOnce = 500
/** Of one machine; the rest of its outbox waits as it came, because read messages take more memory. */
const mostOfOne = 20

type Waiting = {
  sale: Sale
  /** Says no once the machine sends the sale again. */
  isWanted: () => boolean
  done: PromiseWithResolvers<SaleOutcome>
}

type Options = { inTurn: <T>(work: () => Promise<T>) => Promise<T>; isClosing: () => boolean }

export function gatherSales(deps: Deps, { inTurn, isClosing }: Options) {
  const waiting = new Map<string, Waiting[]>()
  const running = new Set<string>()
  /** What is queued or being stored of each machine, the oldest first. */
  const ofMachines = new Map<string, Promise<unknown>[]>()

  async function store(tenantId: string, sales: readonly Sale[]): Promise<SaleOutcome[]> {
    const moments = sales.map(({ dated }) => dated.at)
    return untilDatabaseIsBack(
      () =>
        inTurn(async () => {
          await ensureMonths(deps.db.main, moments)
          return book(tenantId, sales)
        }),
      isClosing,
    )
  }

  /** Begins anew when another gateway was faster with an order. This ends, because an order is reported once. */
  async function book(tenantId: string, sales: readonly Sale[]): Promise<SaleOutcome[]> {
    try {
      return await inTenant(deps.db.main, tenantId, (tx) =>
        bookSales({ deps, tx, tenantId, now: deps.now() }, sales),
      )
    } catch (error) {
      if (!(error instanceof OrderJustReported)) throw error
      return book(tenantId, sales)
    }
  }

  async function storeBatch(tenantId: string, batch: readonly Waiting[]): Promise<void> {
    try {
      const sales = batch.map(({ sale }) => sale)
      const outcomes = await store(tenantId, sales)
      for (const [index, { done }] of batch.entries()) done.resolve(outcomes[index] as SaleOutcome)
    } catch (error) {
      if (batch.length > 1 && !isClosing()) return storeOneByOne(tenantId, batch)
      for (const { done } of batch) done.reject(error)
      await afterCallers()
    }
  }

  async function storeOneByOne(tenantId: string, batch: readonly Waiting[]): Promise<void> {
    const failed = new Map<string, unknown>()
    for (const { sale, done } of batch) {
      const { deviceId } = sale
      try {
        if (failed.has(deviceId)) throw failed.get(deviceId)
        const [outcome] = await store(tenantId, [sale])
        done.resolve(outcome as SaleOutcome)
      } catch (error) {
        failed.set(deviceId, error)
        done.reject(error)
      }
    }
    await afterCallers()
  }

  async function run(tenantId: string): Promise<void> {
    running.add(tenantId)
    for (let batch = take(tenantId); batch.length > 0; batch = take(tenantId)) {
      const wanted: Waiting[] = []
      for (const one of batch)
        if (one.isWanted()) wanted.push(one)
        else one.done.reject(new Error('the machine sends it again'))
      if (wanted.length > 0) await storeBatch(tenantId, wanted)
    }
    running.delete(tenantId)
  }

  function take(tenantId: string): Waiting[] {
    const all = waiting.get(tenantId) ?? []
    const batch = all.splice(0, mostAtOnce)
    if (all.length === 0) waiting.delete(tenantId)
    return batch
  }

  function push(tenantId: string, one: Waiting): void {
    const all = waiting.get(tenantId)
    if (all) all.push(one)
    else waiting.set(tenantId, [one])
    if (!running.has(tenantId)) void run(tenantId)
  }

  /** Resolves when the sale is queued. What it returns has `stored`, which resolves when the sale is committed. */
  return async (
    tenantId: string,
    sale: Sale,
    isWanted: () => boolean,
  ): Promise<{ stored: Promise<SaleOutcome> }> => {
    const { deviceId } = sale
    const mine = ofMachines.get(deviceId) ?? []
    if (mine.length >= mostOfOne) await mine[mine.length - mostOfOne]
    ofMachines.set(deviceId, mine)
    const done = Promise.withResolvers<SaleOutcome>()
    /** Sales of one machine end in their order. */
    const leave = (): void => {
      void mine.shift()
      if (mine.length === 0) ofMachines.delete(deviceId)
    }
    mine.push(done.promise.then(leave, leave))
    push(tenantId, { sale, isWanted, done })
    return { stored: done.promise }
  }
}
