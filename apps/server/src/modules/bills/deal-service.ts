/** All bills of a selection, for reports. */
import type { BuyBill } from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { readAhead } from '../../kernel/pieces.ts'
import { type DealColumns, type LastDeal, readDeals } from './deal-queries.ts'
import { namesOf } from './name-queries.ts'
import { alongOf, type Selection } from './selected-queries.ts'

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
> & { create_at: Date; store_id: string | null }

/** Reading a piece blocks the process for a few milliseconds. */
const pieceSize = 500

/**
 * All bills of a selection in pieces, the newest first. They are read in the order of time: each bill of the range is
 * passed once, whatever the number of stores and machines that are left out.
 */
export function eachDeal(ctx: Ctx, selection: Selection, limit = pieceSize): AsyncGenerator<Deal[]> {
  const known: Names = { titles: new Map(), stores: new Map() }
  const along = alongOf(selection)
  let last: LastDeal | undefined
  return readAhead(async () => {
    const found = await readDeals(ctx, selection, { last, along, limit })
    if (!found) return []
    const end = found.orderno.length - 1
    last = { create_at: at(found.create_at, end), orderno: at(found.orderno, end) }
    await learnNames(ctx, found, known)
    return dealsOf(found, known)
  })
}

type Names = Awaited<ReturnType<typeof namesOf>>

/** Names are read once for all pieces. */
async function learnNames(
  ctx: Ctx,
  { device_id: devices, store_id: stores }: DealColumns,
  { titles, stores: storeNames }: Names,
): Promise<void> {
  const unknown = devices.flatMap((device_id, i) => {
    const store_id = stores[i] ?? null
    const isKnown = titles.has(device_id) && (store_id === null || storeNames.has(store_id))
    return isKnown ? [] : { device_id, store_id }
  })
  if (unknown.length === 0) return
  const found = await namesOf(refOf(ctx), unknown)
  for (const { device_id: device, store_id: store } of unknown) {
    titles.set(device, found.titles.get(device) ?? '')
    if (store !== null) storeNames.set(store, found.stores.get(store) ?? '')
  }
}

/** The columns of a piece are equally long. */
const at = <T>(column: readonly T[], i: number): T => column[i] as T

const dealsOf = (piece: DealColumns, { titles, stores }: Names): Deal[] =>
  piece.orderno.map((orderno, i) => {
    const store = at(piece.store_id, i)
    const total_price = at(piece.total_price, i)
    return {
      orderno,
      create_at: new Date(at(piece.create_at, i)),
      dev_title: titles.get(at(piece.device_id, i)) ?? '',
      dev_type: at(piece.dev_type, i),
      sn: at(piece.sn, i),
      store_id: store,
      store_name: store === null ? null : (stores.get(store) ?? null),
      goods: at(piece.goods, i),
      client: at(piece.client, i),
      status: at(piece.status, i),
      total_price,
      discount: at(piece.list_price, i) - total_price,
      refunded: at(piece.refunded, i),
      remarks: at(piece.remarks, i) ?? '',
    }
  })
