/** All bills of a selection, for reports. */
import type { BuyBill } from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { readAhead } from '../../kernel/pieces.ts'
import { type Along, type DealRow, readDeals } from './deal-queries.ts'
import { namesOf } from './name-queries.ts'
import { remarksOf } from './refund-queries.ts'
import type { Selection } from './selected-queries.ts'

/** What files show of a bill. */
export type Deal = Pick<
  BuyBill,
  | 'orderno'
  | 'dev_title'
  | 'dev_type'
  | 'sn'
  | 'store_name'
  | 'goods'
  | 'client'
  | 'status'
  | 'total_price'
  | 'discount'
  | 'refunded'
  | 'remarks'
> & { create_at: Date }

/** Reading a piece blocks the process for a few milliseconds. */
const pieceSize = 500

/**
 * All bills of a selection in pieces, the newest first. They are read in the order of time: each bill of the range is
 * passed once, whatever the number of stores and machines that are left out.
 */
export function eachDeal(ctx: Ctx, selection: Selection, limit = pieceSize): AsyncGenerator<Deal[]> {
  const known: Names = { titles: new Map(), stores: new Map() }
  const along = alongOf(selection)
  let last: DealRow | undefined
  return readAhead(async () => {
    const rows = await readDeals(ctx, selection, { last, along, limit })
    last = rows.at(-1)
    return dealsOf(ctx, rows, known)
  })
}

/** One machine, or one store that no scope divides. */
function alongOf({ devices, stores, scope }: Selection): Along {
  const [device, ...otherDevices] = devices ?? []
  if (device !== undefined && otherDevices.length === 0) return { column: 'device_id', id: device }
  const [store, ...otherStores] = stores ?? []
  if (store !== undefined && otherStores.length === 0) return { column: 'store_id', id: store }
  if (scope.all) return undefined
  const [own, ...more] = scope.stores
  return own !== undefined && more.length === 0 && scope.devices.length === 0
    ? { column: 'store_id', id: own }
    : undefined
}

type Names = Awaited<ReturnType<typeof namesOf>>

/** Names are read once for all pieces. */
async function dealsOf(ctx: Ctx, rows: readonly DealRow[], known: Names): Promise<Deal[]> {
  const unknown = rows.filter(
    ({ device_id: device, store_id: store }) =>
      !known.titles.has(device) || (store !== null && !known.stores.has(store)),
  )
  if (unknown.length > 0) {
    const { titles, stores } = await namesOf(refOf(ctx), unknown)
    for (const { device_id: device, store_id: store } of unknown) {
      known.titles.set(device, titles.get(device) ?? '')
      if (store !== null) known.stores.set(store, stores.get(store) ?? '')
    }
  }
  const refunded = rows.filter(({ status }) => status === 5 || status >= 8).map(({ orderno }) => orderno)
  const remarks = await remarksOf(refOf(ctx), refunded)
  return rows.map((row) => ({
    orderno: row.orderno,
    create_at: new Date(row.create_at),
    dev_title: known.titles.get(row.device_id) ?? '',
    dev_type: row.dev_type,
    sn: row.sn,
    store_name: row.store_id === null ? null : (known.stores.get(row.store_id) ?? null),
    goods: row.goods,
    client: row.client,
    status: row.status,
    total_price: row.total_price,
    discount: row.list_price - row.total_price,
    refunded: row.refunded,
    remarks: remarks.get(row.orderno) ?? '',
  }))
}
