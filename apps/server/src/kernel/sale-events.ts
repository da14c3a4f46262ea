/** Live events about bills and payments of machines. */
import type { Permission } from '@slotwise/contract'

import type { TenantRef } from './ctx.ts'
import { emit } from './events.ts'

/** Who sees what these events are about. */
const audiences = { bills: 'order.buyBill', payments: 'bank.payBill' } as const satisfies Record<
  string,
  Permission
>

/** More than this of one machine at once are a machine that empties its outbox; consoles load the list anew. */
const mostNamed = 50

type Sold = { orderno: string; sn: string; device_id: string; store_id: string | null }

/** Tells the consoles of users who see them, in one event for each machine and store. */
export async function tellOfSales(
  { tx, tenantId, now }: TenantRef & { now: Date },
  kind: keyof typeof audiences,
  sold: readonly Sold[],
): Promise<void> {
  const byPlace = Map.groupBy(sold, ({ device_id, store_id }) => `${device_id} ${store_id ?? ''}`)
  for (const group of byPlace.values()) {
    const [first] = group
    if (!first) continue
    const { sn, device_id: device, store_id: store } = first
    const ordernos = group.slice(-mostNamed).map(({ orderno }) => orderno)
    await emit(
      tx,
      tenantId,
      now,
      { kind, data: { sn, ordernos } },
      { permission: audiences[kind], device, ...(store === null ? {} : { store }) },
    )
  }
}
