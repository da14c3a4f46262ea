import { ordernoOf } from '../src/kernel/orderno.ts'
import type { Bill } from '../src/modules/bills/bill-model.ts'

let serial = 0

export type Seller = { id: string; sn: string; store: string | null }

/** A bill of a machine: one piece for 3.50 that came out, paid by coins, unless said otherwise. */
export function billOf({ id, sn, store }: Seller, fields: Partial<Bill> & { create_at: Date }): Bill {
  serial += 1
  const total = fields.total_price ?? 350
  return {
    orderno: ordernoOf(fields.create_at, [String(serial)]),
    device_id: id,
    sn,
    dev_type: 'vending',
    store_id: store,
    merchant_id: null,
    client: 'coin',
    kind: 'buy',
    status: 0,
    status_before: null,
    total_price: total,
    list_price: total,
    refunded: 0,
    cash: null,
    goods: [
      { channel_sn: 1, goods_id: null, title: 'Tea', price: total, quantity: 1, delivered: 1, fault: null },
    ],
    oddities: [],
    sale_id: `s${serial}`,
    sent_ts: null,
    reported_at: fields.create_at,
    command_id: null,
    ...fields,
  }
}
