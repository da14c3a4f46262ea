/** Machines as they were when they sold. */
import type { TenantRef } from '../../kernel/ctx.ts'
import { storeAccountsAt } from '../regions/index.ts'
import { storesAndAccountsAt } from './place-queries.ts'
import { devicesForSale, type SaleDevice } from './sale-queries.ts'

/**
 * Machines with the store and the payout account of each moment, in the order asked for; undefined for unknown ones.
 * Nearly all sales come at once, so the history is read only for those before the last change.
 */
export async function devicesAtSale(
  ref: TenantRef,
  asked: readonly { deviceId: string; at: Date }[],
): Promise<(SaleDevice | undefined)[]> {
  const ids = asked.map(({ deviceId }) => deviceId)
  const devices = await devicesForSale(ref, [...new Set(ids)])
  const found = ids.map((id) => devices.get(id))
  const before = asked.flatMap(({ deviceId, at }, index) => {
    const device = found[index]
    return device?.placed_since && at < device.placed_since ? [{ index, deviceId, at, device }] : []
  })
  if (before.length === 0) return found
  const places = await storesAndAccountsAt(ref, before)
  const inStores = before.flatMap(({ index, at }, nth) => {
    const place = places[nth]
    return place?.store_id && place.merchant_id === null ? [{ index, storeId: place.store_id, at }] : []
  })
  const accounts = inStores.length === 0 ? [] : await storeAccountsAt(ref, inStores)
  const ofStores = new Map(inStores.map(({ index }, nth) => [index, accounts[nth] ?? null]))
  for (const [nth, { index, device }] of before.entries()) {
    const { store_id = null, merchant_id: own = null } = places[nth] ?? {}
    found[index] = { ...device, store_id, merchant_id: own ?? ofStores.get(index) ?? null }
  }
  return found
}
