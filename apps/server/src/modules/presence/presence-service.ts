/**
 * Whether a machine is online. It becomes online by its own status, and offline by its own status, by its last
 * will, or after 90 seconds without a message. A will can come late, after the machine is back: every connection
 * has a higher `boot`, and messages of an older one are ignored.
 *
 * The console is told of a change at once, but of one machine at most every ten seconds: for a machine that comes
 * and goes it is told the last state, not each.
 */
import { seesDevices } from '@slotwise/contract'
import { type Envelope, signalOf, silenceSeconds, type UpMessage } from '@slotwise/machine-protocol'

import type { Deps, MachineCtx, MachineRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { emit } from '../../kernel/events.ts'
import { lookSoon } from '../../kernel/looks.ts'
import { countComing } from './contest-service.ts'
import { forgetConnections, noteMessage } from './heard-queries.ts'
import * as queries from './state-queries.ts'

const tellEveryMs = 10_000

/**
 * Applies a machine's status. Returns `late` when it belongs to an earlier connection, or came before; `back` when the
 * machine says that it is online with a lower `boot` than before, so that it never will be; `contested` when it connects
 * so often that two may have its number.
 */
export async function applyStatus(
  ctx: MachineCtx,
  message: Envelope<UpMessage<'status'>>,
): Promise<'taken' | 'contested' | 'late' | 'back'> {
  const { state, boot, reason } = message.data
  const known = await queries.lockState(ctx)
  if (!known) return 'late'
  const isComing = state === 'online' && BigInt(boot) !== BigInt(known.boot)
  const { contested, isNews } = isComing ? await countComing(ctx, known) : { contested: false, isNews: false }
  if (isNews) await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
  // The second machine with the number counts its own connections.
  if (BigInt(boot) < BigInt(known.boot)) return state === 'online' ? 'back' : 'late'
  const isNew = await noteMessage(ctx, message, String(boot))
  // A repeated message says nothing about the present. Of a machine that is online, it is still a sign of life.
  if (!isNew && !(state === 'online' && known.online)) return 'late'
  if (state === 'offline') {
    const left = reason ?? 'left'
    if (known.online) await turn(ctx, known, { online: false, since: ctx.now, reason: left })
    // It was set offline for its silence already; from now on it needs a new status to come back.
    else if (known.reason === 'silence') await queries.changeState(ctx, { reason: left })
    return 'taken'
  }
  const seen = { ...gapOf(ctx, known), heard_at: ctx.now, boot: String(boot), reason: null }
  if (known.online) await queries.changeState(ctx, seen)
  else await turn(ctx, known, { online: true, since: ctx.now, ...seen })
  return contested ? 'contested' : 'taken'
}

/**
 * True when the machine was set offline for its silence, or has sent nothing since it was bound. After a status
 * "offline" only a new status makes it online.
 */
const mayRevive = ({ reason, boot }: queries.State): boolean =>
  reason === 'silence' || (reason === null && boot === '0')

/** Records that a message came; it also makes a silent machine online again. */
export async function hearOf(ctx: MachineCtx, known: queries.State): Promise<void> {
  await queries.changeState(ctx, { ...gapOf(ctx, known), heard_at: ctx.now })
  if (!known.online && mayRevive(known))
    await turn(ctx, known, { online: true, since: ctx.now, reason: null })
}

const silenceMs = silenceSeconds * 1_000

/** Of an online machine nothing was heard for too long, and no gateway was there to note it: its line was lost meanwhile. */
const gapOf = ({ now }: MachineCtx, { online, heard_at: heardAt }: queries.State) =>
  online && heardAt !== null && now.getTime() - heardAt.getTime() > silenceMs
    ? { lost_at: heardAt, since: now }
    : {}

/**
 * When the connection of a machine was lost, if that was after `since` or it was not there then; undefined where it was
 * there all the time, so that its silence means something.
 */
export async function lineLostAt(
  { now, ...machine }: MachineRef & { now: Date },
  since: Date,
): Promise<Date | undefined> {
  const state = await queries.connectionOf(machine)
  if (!state) return since
  const { online, since: changedAt, heard_at: heardAt, lost_at: lostAt, unbound_at: unboundAt } = state
  if (unboundAt) return unboundAt
  if (!online) return lostAt ?? changedAt
  if (heardAt === null || now.getTime() - heardAt.getTime() > silenceMs) return heardAt ?? changedAt
  return changedAt > since ? (lostAt ?? since) : undefined
}

type Turn = { online: boolean; since: Date; reason: string | null }

/** Stores a change of presence, has alerts follow it, and tells the console, now or with the next change. */
async function turn(ctx: MachineCtx, known: queries.State, to: Turn): Promise<void> {
  const isSoon = known.told_at !== null && ctx.now.getTime() - known.told_at.getTime() < tellEveryMs
  await queries.changeState(ctx, {
    ...to,
    ...(to.online ? {} : { lost_at: to.reason === 'silence' ? known.heard_at : ctx.now }),
    ...(isSoon ? { untold: true } : { untold: false, told_at: ctx.now }),
  })
  lookSoon(ctx)
  if (!isSoon) await tell(ctx, { ...known, ...to })
}

async function tell(ctx: MachineCtx, { online, since, rssi }: queries.State): Promise<void> {
  const data = {
    sn: ctx.sn,
    online,
    since: since.toISOString(),
    signal: rssi === null ? null : signalOf(rssi),
  }
  await tellOfMachine(ctx, { kind: 'presence', data })
}

/** Sends an event to users who see this machine: commands to those who manage it, the rest to all of them. */
export async function tellOfMachine(ctx: MachineCtx, event: Parameters<typeof emit>[3]): Promise<void> {
  await tellStore(ctx, await queries.storeOf(ctx), event)
}

export const tellStore = (
  ctx: MachineCtx,
  storeId: string | null,
  event: Parameters<typeof emit>[3],
): Promise<void> =>
  emit(ctx.tx, ctx.tenantId, ctx.now, event, {
    permission: event.kind === 'command' ? 'device.manage' : seesDevices,
    device: ctx.deviceId,
    ...(storeId === null ? {} : { store: storeId }),
  })

/** Takes many heartbeats of one merchant's machines at once. */
export async function takeHeartbeats(
  deps: Deps,
  tenantId: string,
  heard: readonly queries.Heard[],
): Promise<void> {
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const { revived, switched } = await queries.takeHeard(tx, tenantId, heard)
    await eachOf(deps, tx, tenantId, revived, async (ctx, known) => {
      if (!known.online && mayRevive(known))
        await turn(ctx, known, { online: true, since: ctx.now, reason: null })
    })
    await eachOf(deps, tx, tenantId, switched, (ctx) =>
      tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } }),
    )
  })
}

/** Sets machines offline that have been silent for too long, and sends the events that were held back. */
export async function sweepPresence(deps: Deps): Promise<void> {
  for (const tenantId of await queries.merchantsWithMachines(deps.db.main)) {
    // A failure at one merchant must not stop the others.
    await sweepMerchant(deps, tenantId).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'sweep of presence'),
    )
  }
}

async function sweepMerchant(deps: Deps, tenantId: string): Promise<void> {
  const before = (ms: number): Date => new Date(deps.now().getTime() - ms)
  // Every gateway sweeps, so each machine is checked again after it is locked.
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const limit = before(silenceSeconds * 1000)
    const silent = await queries.silentSince(tx, tenantId, limit)
    await eachOf(deps, tx, tenantId, silent, async (ctx, known) => {
      const isSilent = known.online && known.heard_at !== null && known.heard_at < limit
      if (isSilent) await turn(ctx, known, { online: false, since: ctx.now, reason: 'silence' })
    })
  })
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const held = await queries.statesToAnnounce(tx, tenantId, before(tellEveryMs))
    await eachOf(deps, tx, tenantId, held, async (ctx, known) => {
      if (!known.untold) return
      await queries.changeState(ctx, { untold: false, told_at: ctx.now })
      await tell(ctx, known)
    })
  })
}

async function eachOf(
  deps: Deps,
  tx: MachineCtx['tx'],
  tenantId: string,
  ids: readonly string[],
  work: (ctx: MachineCtx, known: queries.State) => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return
  // Always in the same order, so that two sweeps never deadlock.
  const sns = await queries.snsOf(tx, tenantId, ids)
  for (const deviceId of ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const sn = sns.get(deviceId)
    const ctx = { deps, tx, now: deps.now(), tenantId, deviceId, sn: sn ?? '' }
    const known = sn === undefined ? undefined : await queries.lockState(ctx)
    if (known) await work(ctx, known)
  }
}

/** Lets a machine with a new secret count from the beginning, because it may have lost its memory. */
export async function countAnew(machine: MachineRef): Promise<void> {
  await queries.resetCounters(machine)
  await forgetConnections(machine)
}

/** Records that the machine itself was switched on or off; its screen does not affect sales. */
export async function noteSwitched(ctx: MachineCtx, args: unknown): Promise<void> {
  const { part, on } = args as { part: 'machine' | 'android'; on: boolean }
  if (part !== 'machine') return
  await queries.changeState(ctx, { off: !on, switched_at: ctx.now })
  await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
}
