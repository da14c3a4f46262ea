import { type ParsedInputOf, type thresholdCalls, type Thresholds, usualThreshold } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf, type TenantRef } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { demandRow, deviceCountsOf, devicesByIds } from '../devices/index.ts'
import { knowsStores, storeNamesOf } from '../regions/index.ts'
import * as queries from './threshold-queries.ts'

type Input<Name extends keyof typeof thresholdCalls> = ParsedInputOf<(typeof thresholdCalls)[Name]>

const none = '0'
const isMerchant = (row: queries.ThresholdRow): boolean => row.store_id === none && row.device_id === none

/**
 * The merchant's own thresholds, and those of the stores and machines that the caller may see. A caller who sees a machine
 * but not its store sees which threshold of the store counts for the machine.
 */
export async function getThresholds(ctx: Ctx): Promise<Thresholds> {
  const rows = await queries.readThresholds(refOf(ctx))
  const own = rows.find(isMerchant)
  const ofStores = rows.filter(({ store_id: id }) => id !== none)
  const withMachines = ctx.scope.all
    ? new Map<string, number>()
    : await deviceCountsOf(
        ctx,
        ofStores.map((row) => row.store_id),
      )
  const storeRows = ofStores.filter(
    ({ store_id: id }) => ctx.scope.all || ctx.scope.stores.includes(id) || withMachines.has(id),
  )
  const names = await storeNamesOf(
    refOf(ctx),
    storeRows.map((row) => row.store_id),
  )
  const machineRows = rows.filter(({ device_id: id }) => id !== none)
  const machines = new Map(
    (
      await devicesByIds(
        ctx,
        machineRows.map((row) => row.device_id),
      )
    ).map((row) => [row.device_id, row]),
  )
  return {
    merchant: { low: own?.low ?? null, offline_minutes: own?.offline_minutes ?? null },
    stores: storeRows.map(({ store_id: store, low, offline_minutes }) => ({
      store,
      store_name: names.get(store) ?? '',
      low,
      offline_minutes,
    })),
    devices: machineRows.flatMap(({ device_id: id, low, offline_minutes }) => {
      const machine = machines.get(id)
      return machine
        ? [{ sn: machine.sn, title: machine.title, store: machine.store_id, low, offline_minutes }]
        : []
    }),
  }
}

type ThresholdTarget = { store_id: string; device_id: string; objectId: string; title: string }

/** Where the threshold belongs. Refuses a place that the caller may not see; the merchant's own is for the main account. */
async function targetOf(
  ctx: Ctx,
  { store, sn }: Pick<Input<'setThreshold'>, 'store' | 'sn'>,
): Promise<ThresholdTarget> {
  if (sn !== undefined) {
    const machine = await demandRow(ctx, sn)
    const { device_id: id, title } = machine
    return { store_id: none, device_id: id, objectId: id, title: title || sn }
  }
  if (store !== undefined) {
    if (!(await knowsStores(ctx, [store]))) throw new AppError('notFound')
    const title = (await storeNamesOf(refOf(ctx), [store])).get(store) ?? ''
    return { store_id: store, device_id: none, objectId: store, title }
  }
  if (!ctx.user.isMain) throw new AppError('mainOnly')
  return { store_id: none, device_id: none, objectId: ctx.tenant.id, title: '' }
}

export async function setThreshold(
  ctx: Ctx,
  { store, sn, low, offline_minutes }: Input<'setThreshold'>,
): Promise<Thresholds> {
  const { objectId, title, ...key } = await targetOf(ctx, { store, sn })
  const rows = await queries.readThresholds(refOf(ctx))
  const before = rows.find((row) => row.store_id === key.store_id && row.device_id === key.device_id)
  if (low === null && offline_minutes === null) await queries.deleteThreshold(refOf(ctx), key)
  else await queries.storeThreshold(refOf(ctx), { ...key, low, offline_minutes })
  const changed = {
    ...(key.device_id === none ? {} : { device: key.device_id }),
    ...(key.store_id === none ? {} : { store: key.store_id }),
  }
  for (const hook of ctx.deps.hooks.thresholdsChanged) await hook({ ...refOf(ctx), now: ctx.now }, changed)
  const recorded = (values: Pick<queries.ThresholdRow, 'low' | 'offline_minutes'> | undefined) => ({
    title,
    ...(sn === undefined ? {} : { sn }),
    ...(store === undefined ? {} : { store, store_name: title }),
    low_mode: values?.low?.mode ?? null,
    low_value: values?.low?.value ?? null,
    offline_minutes: values?.offline_minutes ?? null,
  })
  await audit(ctx, {
    call: 'setThreshold',
    object: 'threshold',
    objectId,
    before: recorded(before),
    after: recorded({ low, offline_minutes }),
  })
  return getThresholds(ctx)
}

/** After how many minutes without a connection a machine needs a hand. */
export async function offlineMinutes(
  ref: TenantRef,
): Promise<(machine: { device_id: string; store_id: string | null }) => number> {
  const rows = await queries.readThresholds(ref)
  const own = new Map(rows.map((row) => [`${row.store_id}/${row.device_id}`, row.offline_minutes]))
  return ({ device_id: device, store_id: store }) =>
    own.get(`${none}/${device}`) ??
    own.get(`${store ?? none}/${none}`) ??
    own.get(`${none}/${none}`) ??
    usualThreshold.offline_minutes
}
