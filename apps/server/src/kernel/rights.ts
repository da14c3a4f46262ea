import type { Ctx } from './ctx.ts'

/** What somebody could see. */
export type Rights = Pick<Ctx, 'scope' | 'ownOnly'>

export const rightsOf = ({ scope, ownOnly }: Ctx): string =>
  JSON.stringify({ scope, ownOnly } satisfies Rights)

/** Whether all of it may still be seen. */
export function isWithin(rights: Rights, { scope, ownOnly }: Rights): boolean {
  if ((ownOnly.goods && !rights.ownOnly.goods) || (ownOnly.bank && !rights.ownOnly.bank)) return false
  if (scope.all) return true
  if (rights.scope.all) return false
  return (
    rights.scope.stores.every((store) => scope.stores.includes(store)) &&
    rights.scope.devices.every((device) => scope.devices.includes(device))
  )
}
