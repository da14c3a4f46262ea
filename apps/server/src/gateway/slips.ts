/**
 * What becomes of messages that are not as the protocol says. Each is told to its machine by `down/error`, and counted for
 * the machine by field. Sales are kept whole besides, because money was taken: as a case of the merchant, or for the
 * operator where no merchant has the machine.
 *
 * The counts are gathered and stored some seconds later, as heartbeats are; a kept sale is stored before it is acknowledged.
 */
import { noMid, type Slip, type SlipOutcome, type UpName } from '@slotwise/machine-protocol'

import { inTenant } from '../kernel/db.ts'
import type { Dated } from '../kernel/machine-clock.ts'
import { ensureMonths } from '../kernel/months.ts'
import { keepUnclearSale } from '../modules/exceptions/index.ts'
import { keepStray, ownerOfSale } from '../modules/machines/index.ts'
import { addSlips, type CountedSlip } from '../modules/presence/index.ts'
import type { RefusalReason } from './broker.ts'
import type { Link } from './link.ts'

const flushEveryMs = 5_000

/** The payload is that of its arrival, so that the message is known again however often it is looked at. */
export type SlippedMessage = { sn: string; name: UpName; mid: string; payload: Buffer }

/** A sale that is kept: its message as it came, and its time, if it says one. */
export type KeptSale = { sn: string; mid: string; ts: number | undefined; slip: Slip; payload: Buffer }

/** What people and machines are told as the name of a message: nothing where it has none. */
const midOf = ({ mid }: { mid: string }): string => (mid === noMid ? '' : mid)

export function serveSlips({ deps, bindings, owners, inMachine, send, refuse }: Link) {
  const told = new WeakSet<Buffer>()
  let counted = new Map<string, Map<string, CountedSlip>>()
  let flushing: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    const all = counted
    counted = new Map()
    for (const [tenantId, slips] of all)
      await inTenant(deps.db.main, tenantId, (tx) => addSlips({ tx, tenantId }, [...slips.values()])).catch(
        (error: unknown) => deps.log.warn({ err: error, tenant: tenantId }, 'slips of machines'),
      )
  }
  const flushNow = (): Promise<void> => (flushing = flushing.then(flush))
  const timer = setInterval(() => void flushNow(), flushEveryMs).unref()

  async function count(message: SlippedMessage, slip: Slip, outcome: SlipOutcome): Promise<void> {
    const { sn, name } = message
    const binding = await bindings.of(sn)
    if (!binding) return
    const { tenantId, deviceId } = binding
    // Lines are not told apart, so that a machine has few rows.
    const field = slip.field.replaceAll(/\[\d+\]/g, '[]')
    const key = JSON.stringify([deviceId, name, field, slip.reason, outcome])
    const slips = counted.get(tenantId) ?? new Map<string, CountedSlip>()
    counted.set(tenantId, slips)
    const before = slips.get(key)?.count ?? 0
    slips.set(key, {
      deviceId,
      name,
      field,
      reason: slip.reason,
      outcome,
      count: before + 1,
      at: deps.now(),
      mid: midOf(message),
    })
  }

  /** Tells the machine, and counts. A message is told of once: one that is refused or kept was not taken besides. */
  async function note(message: SlippedMessage, slips: readonly Slip[], outcome: SlipOutcome): Promise<void> {
    if (told.has(message.payload)) return
    for (const slip of slips) await count(message, slip, outcome)
    // Not before: without the database the message is taken again, and told of then.
    told.add(message.payload)
    const [first] = slips
    if (!first) return
    const { sn, name: type } = message
    await send(sn, 'error', { mid: midOf(message), type, ...first, outcome })
  }

  /** Refuses a message that changes nothing. */
  async function turnAway(message: SlippedMessage, slip: Slip, reason: RefusalReason): Promise<void> {
    refuse(reason, message.sn)
    await note(message, [slip], 'refused')
  }

  async function keepForMerchant(
    sale: KeptSale,
    dated: Dated,
    binding: { tenantId: string; deviceId: string },
  ) {
    await ensureMonths(deps.db.main, [dated.at])
    const { sn, ts, slip, payload } = sale
    const mid = midOf(sale)
    return inMachine(sn, binding, (ctx) => keepUnclearSale(ctx, { mid, sentTs: ts, slip, payload, dated }))
  }

  /** Keeps a sale until a person has decided about it. Where too many wait already, it is refused. */
  async function keep(sale: KeptSale, reason: RefusalReason): Promise<void> {
    const { sn, mid, ts, slip, payload } = sale
    const owner = ownerOfSale((await owners.of(sn)) ?? [], ts ?? 0, deps.now())
    const isKept = owner
      ? await keepForMerchant(sale, owner.dated, owner.binding)
      : await keepStray(deps, { sn, mid: midOf(sale), sentTs: ts, payload })
    refuse(isKept ? reason : 'store full', sn)
    const message = { sn, name: 'sale', mid, payload } as const
    if (isKept) await note(message, [slip], 'kept')
    else await note(message, [{ ...slip, reason: 'store full' }], 'refused')
  }

  return {
    note,
    turnAway,
    keep,
    flush: flushNow,
    async stop(): Promise<void> {
      clearInterval(timer)
      await flushNow()
    },
  }
}

export type Slips = ReturnType<typeof serveSlips>
