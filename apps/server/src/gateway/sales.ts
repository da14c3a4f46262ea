/** Sales of machines. A sale belongs to the merchant at its time; every other message to the present one. */
import type { Envelope, Slip, UpMessage } from '@slotwise/machine-protocol'

import { isNoted, namedSale } from '../modules/sales/index.ts'
import { ownerOfSale } from '../modules/machines/index.ts'
import { hearOf, stillBound } from '../modules/presence/index.ts'
import type { Link } from './link.ts'
import { PrunedMap } from './pruned-map.ts'
import type { gatherSales } from './sale-batches.ts'

import type { KeptSale, Slips } from './slips.ts'

const hearEveryMs = 30_000

/** The name that the document gives to the last will. */
const isWill = (mid: string): boolean => mid.endsWith('-will')

/** A message that is queued to be stored together with others; the next message of its line is taken meanwhile. */
export type Queued = { stored: Promise<void> }

type SalesLink = Link & {
  slips: Slips
  queueSale: ReturnType<typeof gatherSales>
  slowDown(sn: string): Promise<void>
  patiently<T>(work: () => Promise<T>): Promise<T>
}

export function serveSales({
  deps,
  bindings,
  owners,
  inMachine,
  slips,
  queueSale,
  slowDown,
  patiently,
}: SalesLink) {
  /** When a machine was last noted as alive because it sold something. */
  const soldAt = new PrunedMap<number>(() => {
    const recent = deps.now().getTime() - hearEveryMs
    return (_sn, at) => at > recent
  })

  /** A machine that sells is alive. Noted now and then only, because heartbeats tell the same. */
  async function hear(sn: string): Promise<void> {
    const now = deps.now().getTime()
    if (now - (soldAt.get(sn) ?? -Infinity) < hearEveryMs) return
    const binding = await bindings.of(sn)
    if (!binding) return
    await inMachine(sn, binding, async (ctx) => {
      const known = await stillBound(ctx)
      if (known) await hearOf(ctx, known)
    })
    soldAt.set(sn, now)
  }

  return async function take(
    sn: string,
    message: Envelope<UpMessage<'sale'>>,
    payload: Buffer,
    isWanted: () => boolean,
    isSecondLook = false,
  ): Promise<Queued | void> {
    const { mid, ts, data } = message
    const kept = (slip: Slip): KeptSale => ({ sn, mid, ts, slip, payload })
    // The broker publishes it whenever the connection breaks, whether something was sold or not.
    if (isWill(mid)) return slips.keep(kept({ field: 'mid', reason: 'last will' }), 'last will')
    const owner = ownerOfSale((await owners.of(sn)) ?? [], ts, deps.now())
    const ownerless = (): Promise<void> =>
      slips.keep(kept({ field: '', reason: 'no merchant' }), 'bound to no merchant')
    if (!owner) return ownerless()
    await slowDown(sn)
    for (const earlier of owner.earlier) {
      const report = namedSale({ deviceId: earlier.deviceId, mid, ts, data })
      if (await inMachine(sn, earlier, (ctx) => isNoted(ctx, report))) return
    }
    await hear(sn)
    const { deviceId, tenantId } = owner.binding
    const { stored } = await queueSale(tenantId, { deviceId, mid, ts, data, dated: owner.dated }, isWanted)
    const follow = async (): Promise<void> => {
      const outcome = await stored
      // Another sale, by a machine that has lost its memory: money was taken for it, too.
      if (outcome === 'reused name')
        return slips.keep(kept({ field: 'data.saleId', reason: 'reused name' }), outcome)
      if (outcome === 'order reported before')
        return slips.turnAway(
          { sn, name: 'sale', mid, payload },
          { field: 'data.orderNo', reason: 'reported before' },
          outcome,
        )
      if (outcome !== 'gone') return
      // The machine has left its merchant since the look-up; look up its merchants again, once.
      owners.forget(sn)
      if (isSecondLook) return ownerless()
      const again = await patiently(() => take(sn, message, payload, isWanted, true))
      await again?.stored
    }
    return { stored: follow() }
  }
}
