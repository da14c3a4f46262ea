/** Machines with the store in which each stands now, for lists of what they have sold. */
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { isInDeviceScope } from '../../kernel/scope.ts'
import { devicesNamed } from '../devices/index.ts'
import { storeNamesOf } from '../regions/index.ts'

export type DevicePlace = { sn: string; title: string; store: string | null; store_name: string | null }

/** A machine without a row. */
export const unknownDevice: DevicePlace = { sn: '', title: '', store: null, store_name: null }

/**
 * Rows are in scope by the store at the sale. The store to which a machine was moved since then is left out where the
 * caller sees neither that store nor the machine itself.
 */
export async function devicePlacesOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DevicePlace>> {
  const devices = [...(await devicesNamed(refOf(ctx), ids))].map(([id, { sn, title, store_id: store }]) => {
    const isShown = store !== null && isInDeviceScope(ctx, { device: id, store })
    return { id, sn, title, store: isShown ? store : null }
  })
  const names = await storeNamesOf(
    refOf(ctx),
    devices.flatMap(({ store }) => store ?? []),
  )
  return new Map(
    devices.map(({ id, ...device }) => [
      id,
      { ...device, store_name: names.get(device.store ?? '') ?? null },
    ]),
  )
}
