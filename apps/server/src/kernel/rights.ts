import { type Access, mayAccess, type Permission } from '@slotwise/contract'
import { sql } from 'kysely'

import { type Ctx, grantsIn } from './ctx.ts'
import { AppError } from './errors.ts'

/** Refuses a field that needs another permission than its call. */
export function demandField(ctx: Ctx, permission: Permission, path: string): void {
  if (!mayAccess(permission, grantsIn(ctx)))
    throw new AppError('noPermission', {}, [{ path, rule: 'fieldNotPermitted' }])
}

/** Why a caller without access is refused: only what a role can give is granted by the main account. */
export function accessRefusal(access: Access, { user }: Pick<Ctx, 'user'>): AppError {
  if (access !== 'main' && access !== 'activity') return new AppError('noPermission')
  return new AppError(user.isMain ? 'notSwitchedOn' : 'mainOnly')
}

/** Deleted and suspended accounts `a` have no rights: no session, no notice, no report or file of theirs goes on. */
export const mayAct = sql<boolean>`a.deleted_at is null and a.suspended_at is null`

/** What a user may see. */
export type Rights = Pick<Ctx, 'scope' | 'ownOnly'>

export const rightsOf = ({ scope, ownOnly }: Ctx): string =>
  JSON.stringify({ scope, ownOnly } satisfies Rights)

/** Whether everything that `rights` allowed is still allowed by the present ones. */
export function isWithin(rights: Rights, { scope, ownOnly }: Rights): boolean {
  if ((ownOnly.goods && !rights.ownOnly.goods) || (ownOnly.bank && !rights.ownOnly.bank)) return false
  if (scope.all) return true
  if (rights.scope.all) return false
  return (
    rights.scope.areas.every((area) => scope.areas.includes(area)) &&
    rights.scope.stores.every((store) => scope.stores.includes(store)) &&
    rights.scope.devices.every((device) => scope.devices.includes(device))
  )
}
