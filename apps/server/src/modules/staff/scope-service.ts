/** What an account is limited to: which places and roles the caller may give it, and their names. */
import type { ParsedInputOf, staffCalls, SubUser } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { isWithinPowers } from './rank-service.ts'
import { findRole, lockRole } from './role-queries.ts'
import { type ChosenScope, scopesOf } from './scope-queries.ts'
import {
  areaNames,
  deviceNames,
  lockAreas,
  lockDevices,
  lockStores,
  storeNames,
} from './scope-target-queries.ts'

type NamedScope = Pick<SubUser, 'area' | 'area_names' | 'store' | 'store_names' | 'device' | 'device_names'>

/** The areas, stores and machines that accounts are limited to, with their names. */
export async function describeScopes(
  ctx: Ctx,
  accountIds: readonly string[],
): Promise<Map<string, NamedScope>> {
  const scopes = await scopesOf(ctx, accountIds)
  const all = [...scopes.values()]
  const areas = await areaNames(
    ctx,
    all.flatMap((scope) => scope.areas),
  )
  const stores = await storeNames(
    ctx,
    all.flatMap((scope) => scope.stores),
  )
  const devices = await deviceNames(
    ctx,
    all.flatMap((scope) => scope.devices),
  )
  const named = [...scopes].map(([id, scope]): [string, NamedScope] => {
    // Machines that were unbound from the merchant have no name and are left out.
    const own = scope.devices.flatMap((id) => devices.get(id) ?? [])
    const names = {
      area: scope.areas,
      area_names: scope.areas.map((area) => areas.get(area) ?? ''),
      store: scope.stores,
      store_names: scope.stores.map((store) => stores.get(store) ?? ''),
      device: own.map(({ sn }) => sn),
      device_names: own.map(({ title, sn }) => title || sn),
    }
    return [id, names]
  })
  return new Map(named)
}

/** Refuses a role that does not exist or has rights that the caller lacks. Locks it until the call ends. */
export async function demandRoleFor(ctx: Ctx, id: string): Promise<void> {
  const role = (await lockRole(ctx, id, 'share')) ? await findRole(ctx, id) : undefined
  if (!role) throw AppError.atField('roleid', 'unknownRole')
  if (!isWithinPowers(ctx, role)) throw AppError.atField('roleid', 'cannotGrant')
}

export type ScopeDraft = Pick<
  ParsedInputOf<typeof staffCalls.addSubUser>,
  'all_device' | 'area' | 'store' | 'device'
>

/** The areas, stores and devices to limit an account to; none for an account that sees everything. */
export async function demandScope(
  ctx: Ctx,
  draft: ScopeDraft,
): Promise<Record<keyof ChosenScope, Iterable<string>>> {
  if (draft.all_device) {
    if (!ctx.scope.all) throw AppError.atField('all_device', 'beyondScope')
    return { areas: [], stores: [], devices: [] }
  }
  // A limited caller gets the same refusal for places outside of the scope and for unknown ones.
  const unknown = ctx.scope.all ? undefined : 'beyondScope'
  const areas = await lockAreas(ctx, draft.area)
  if (!draft.area.every((id) => areas.has(id))) throw AppError.atField('area', unknown ?? 'unknownArea')
  const stores = await lockStores(ctx, draft.store)
  if (!draft.store.every((id) => stores.has(id))) throw AppError.atField('store', unknown ?? 'unknownStore')
  const devices = await lockDevices(ctx, draft.device)
  if (!draft.device.every((sn) => devices.has(sn)))
    throw AppError.atField('device', unknown ?? 'unknownDevice')
  return { areas, stores, devices: devices.values() }
}
