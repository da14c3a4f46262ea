/**
 * A look compares the state of all machines of a merchant with the open alerts, and opens and closes alerts
 * (`alert-model.ts`), in one transaction with the events that are told of them. A change that matters asks for a look in
 * its own transaction (`kernel/looks.ts`); a look that sees something which becomes due later asks for the next one.
 * A merchant that was not looked at for a while is looked at anyway, so that a lost job does no lasting harm.
 */
import { askForJob } from '../../kernel/asked-jobs.ts'
import type { Deps, MachineCtx, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { emit } from '../../kernel/events.ts'
import { lookSoon } from '../../kernel/looks.ts'
import { merchantsWithMachines } from '../presence/index.ts'
import { countLowSlots } from '../slots/index.ts'
import { offlineMinutes } from '../thresholds/index.ts'
import { type Decisions, decide, type MachineState, type OpenAlert } from './alert-model.ts'
import * as queries from './look-queries.ts'

/** The same work as a look, in a job of its own: asking for a look at once must not move the later one. */
export const waitTask = 'look-later'

type LookCtx = TenantRef & { deps: Deps; now: Date }

export const look = (deps: Deps, tenantId: string): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ctx = { deps, tx, tenantId, now: deps.now() }
    await queries.beginLook(ctx, ctx.now)
    const open = await queries.openAlerts(ctx)
    const decisions = decide(await readMachines(ctx, open), open, ctx.now)
    await carryOut(ctx, decisions)
    const { waitUntil: at } = decisions
    if (at) askForJob(ctx, { task: waitTask, at, counts: 'last' })
  })

async function readMachines(ctx: LookCtx, open: readonly OpenAlert[]): Promise<MachineState[]> {
  const presences = await queries.presences(ctx)
  const minutesOf = await offlineMinutes(ctx)
  const low = await countLowSlots(ctx)
  const faults = await queries.presentFaults(ctx)
  const abnormal = open.filter(({ kind, deviceId }) => kind === 'abnormal' && !faults.has(deviceId))
  const ends = await queries.lastFaultEnds(
    ctx,
    abnormal.map(({ deviceId }) => deviceId),
  )
  return presences.map((machine) => {
    const { deviceId, storeId } = machine
    return {
      ...machine,
      offlineMinutes: minutesOf({ device_id: deviceId, store_id: storeId }),
      lowSlots: low.get(deviceId) ?? 0,
      faults: faults.get(deviceId)?.codes ?? [],
      faultSince: faults.get(deviceId)?.since ?? null,
      faultEnd: ends.get(deviceId) ?? null,
    }
  })
}

async function carryOut(ctx: LookCtx, { opens, closes, gone, clears }: Decisions): Promise<void> {
  if (clears.length > 0) await queries.storeClears(ctx, clears)
  if (opens.length + closes.length + gone.length === 0) return
  const numberOf = await queries.storeOpenings(ctx, opens)
  const silent = gone.map((alertId) => ({ alertId, at: ctx.now }))
  await queries.storeClosings(ctx, [...closes, ...silent])
  const begun = opens.flatMap((opening) => {
    const alertId = numberOf(opening)
    return alertId === undefined ? [] : [{ ...opening, alertId }]
  })
  const turns = [...begun, ...closes]
  if (turns.length > 0) for (const tell of ctx.deps.hooks.alertTurned) await tell(ctx, turns)
  await tellConsoles(ctx)
}

/** Has the consoles read the alerts again. It names none, because users see different machines. */
export const tellConsoles = ({ tx, tenantId, now }: TenantRef & { now: Date }): Promise<void> =>
  emit(tx, tenantId, now, { kind: 'alerts', data: {} }, { permission: 'device.manage' })

/** Closes the alerts of a machine that leaves its merchant. They are not told of: nothing has recovered. */
export async function closeAlerts(ctx: MachineCtx): Promise<void> {
  if (await queries.closeAlertsOf(ctx, ctx.now)) await tellConsoles(ctx)
}

/** Has alerts follow thresholds that were changed, or that count for a machine in another store. */
export const followThresholds = async (ref: TenantRef & { now: Date }): Promise<void> => lookSoon(ref)

/** A merchant whose last look is older is looked at without being asked. */
const oldMs = 10 * 60_000

/** The job of every few minutes. */
export async function askForOldLooks(deps: Deps): Promise<void> {
  for (const tenantId of await merchantsWithMachines(deps.db.main)) {
    // An error with one merchant does not stop the next.
    await inTenant(deps.db.main, tenantId, async (tx) => {
      const ref = { tx, tenantId, now: deps.now() }
      const last = await queries.lookedAt(ref)
      if (!last || ref.now.getTime() - last.getTime() >= oldMs) lookSoon(ref)
    }).catch((error: unknown) => deps.log.error({ err: error, tenant: tenantId }, 'looks at machines'))
  }
}
