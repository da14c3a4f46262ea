/**
 * Whether a machine is there. It is online from its own word on, and offline by its own word, by its last will, or after
 * 90 seconds without a word. A will can come late, after the machine is back: every connection has a higher `boot`,
 * and what belongs to an older one is no news.
 *
 * The console hears of a change at once, but of one machine at most every ten seconds: of a machine that comes and goes
 * it then hears the last state, not each.
 */
import { signalOf, silenceSeconds, type UpMessage } from '@slotwise/machine-protocol'

import type { Deps, MachineCtx } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { emit } from '../../kernel/events.ts'
import * as store from './presence-store.ts'
import { merchantsWithMachines } from './registry-store.ts'
import { storeOf } from './store.ts'

const tellEveryMs = 10_000

/** What a machine says of itself. `late` when it belongs to a connection before the present one. */
export async function applyStatus(
  ctx: MachineCtx,
  { state, boot, reason }: UpMessage<'status'>,
  mid: string,
): Promise<'taken' | 'late'> {
  const known = await store.lockState(ctx)
  if (!known || BigInt(boot) < BigInt(known.boot)) return 'late'
  if (state === 'offline') {
    const left = reason ?? 'left'
    if (known.online) await turn(ctx, known, { online: false, since: ctx.now, reason: left })
    // Given up for its silence already; now it needs its own word to come back.
    else if (known.reason === 'silence') await store.changeState(ctx, { reason: left })
    return 'taken'
  }
  // The same message again, after the end of that connection: it is history, not presence.
  const isRepeated = known.status_mid === mid && BigInt(boot) === BigInt(known.boot)
  if (isRepeated && !known.online) return 'late'
  const seen = { heard_at: ctx.now, boot: String(boot), status_mid: mid, reason: null }
  if (known.online) await store.changeState(ctx, seen)
  else await turn(ctx, known, { online: true, since: ctx.now, ...seen })
  return 'taken'
}

/** It was given up for its silence, or has not said a word since it was bound; a word of leave needs another to undo it. */
const mayRevive = ({ reason, boot }: store.State): boolean =>
  reason === 'silence' || (reason === null && boot === '0')

/** Every word of a machine says that it is there. */
export async function hearOf(ctx: MachineCtx, known: store.State): Promise<void> {
  await store.changeState(ctx, { heard_at: ctx.now })
  if (!known.online && mayRevive(known))
    await turn(ctx, known, { online: true, since: ctx.now, reason: null })
}

type Turn = { online: boolean; since: Date; reason: string | null }

/** Writes a change of presence down and tells it, now or with the next one. */
async function turn(ctx: MachineCtx, known: store.State, to: Turn): Promise<void> {
  const isSoon = known.told_at !== null && ctx.now.getTime() - known.told_at.getTime() < tellEveryMs
  await store.changeState(ctx, {
    ...to,
    ...(isSoon ? { untold: true } : { untold: false, told_at: ctx.now }),
  })
  if (!isSoon) await tell(ctx, { ...known, ...to })
}

async function tell(ctx: MachineCtx, { online, since, rssi }: store.State): Promise<void> {
  const data = {
    sn: ctx.sn,
    online,
    since: since.toISOString(),
    signal: rssi === null ? null : signalOf(rssi),
  }
  await tellOfMachine(ctx, { kind: 'presence', data })
}

/** To those who look after machines, and this one. */
export async function tellOfMachine(ctx: MachineCtx, event: Parameters<typeof emit>[3]): Promise<void> {
  await tellStore(ctx, await storeOf(ctx), event)
}

export const tellStore = (
  ctx: MachineCtx,
  storeId: string | null,
  event: Parameters<typeof emit>[3],
): Promise<void> =>
  emit(ctx.tx, ctx.tenantId, ctx.now, event, {
    permission: 'device.manage',
    device: ctx.deviceId,
    ...(storeId === null ? {} : { store: storeId }),
  })

/** Many heartbeats of one merchant's machines at once. */
export async function takeHeartbeats(
  deps: Deps,
  tenantId: string,
  heard: readonly store.Heard[],
): Promise<void> {
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const { revived, switched } = await store.takeHeard(tx, tenantId, heard)
    await eachOf(deps, tx, tenantId, revived, async (ctx, known) => {
      if (!known.online && mayRevive(known))
        await turn(ctx, known, { online: true, since: ctx.now, reason: null })
    })
    await eachOf(deps, tx, tenantId, switched, (ctx) =>
      tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } }),
    )
  })
}

/** Gives up machines that have been silent for too long, and tells what was held back. */
export async function sweepPresence(deps: Deps): Promise<void> {
  for (const tenantId of await merchantsWithMachines(deps.db.main)) {
    // One merchant's trouble is not the next one's.
    await sweepMerchant(deps, tenantId).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'sweep of presence'),
    )
  }
}

async function sweepMerchant(deps: Deps, tenantId: string): Promise<void> {
  const before = (ms: number): Date => new Date(deps.now().getTime() - ms)
  // Every gateway sweeps: what was found is looked at again once it is held.
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const limit = before(silenceSeconds * 1000)
    const silent = await store.silentSince(tx, tenantId, limit)
    await eachOf(deps, tx, tenantId, silent, async (ctx, known) => {
      const isSilent = known.online && known.heard_at !== null && known.heard_at < limit
      if (isSilent) await turn(ctx, known, { online: false, since: ctx.now, reason: 'silence' })
    })
  })
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const held = await store.untold(tx, tenantId, before(tellEveryMs))
    await eachOf(deps, tx, tenantId, held, async (ctx, known) => {
      if (!known.untold) return
      await store.changeState(ctx, { untold: false, told_at: ctx.now })
      await tell(ctx, known)
    })
  })
}

async function eachOf(
  deps: Deps,
  tx: MachineCtx['tx'],
  tenantId: string,
  ids: readonly string[],
  work: (ctx: MachineCtx, known: store.State) => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return
  // Always in the same order, so that two who do this at once never wait for each other.
  const sns = await store.snsOf(tx, tenantId, ids)
  for (const deviceId of ids.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))) {
    const sn = sns.get(deviceId)
    const ctx = { deps, tx, now: deps.now(), tenantId, deviceId, sn: sn ?? '' }
    const known = sn === undefined ? undefined : await store.lockState(ctx)
    if (known) await work(ctx, known)
  }
}

/** The machine itself was switched on or off; its screen is no concern of trade. */
export async function noteSwitched(ctx: MachineCtx, args: unknown): Promise<void> {
  const { part, on } = args as { part: 'machine' | 'android'; on: boolean }
  if (part !== 'machine') return
  await store.changeState(ctx, { off: !on, switched_at: ctx.now })
  await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
}
