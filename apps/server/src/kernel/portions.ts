/**
 * Sweeps work in portions: each is a short transaction, so that none holds locks for long or fills the log of the
 * database at once. A run ends after some portions; the next run continues.
 */
import type { Deps } from './ctx.ts'
import { inTenant, type Tx } from './db.ts'

const rowsAtOnce = 1_000
const mostPortions = 20

/** Runs `portion` until it finds fewer rows than it may take, or the run is over. */
export async function repeatPortions(
  portion: (atMost: number) => Promise<number>,
  atMost = rowsAtOnce,
): Promise<void> {
  for (let i = 0; i < mostPortions; i += 1) if ((await portion(atMost)) < atMost) return
}

/** Each portion in a transaction of the merchant. `portion` returns the number of rows that it took. */
export const inPortions = (
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  portion: (tx: Tx, atMost: number) => Promise<number>,
  atMost?: number,
): Promise<void> => repeatPortions((most) => inTenant(db.main, tenantId, (tx) => portion(tx, most)), atMost)
