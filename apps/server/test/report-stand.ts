import type { UpMessage } from '@slotwise/machine-protocol'

import type { Bill } from '../src/modules/bills/bill-model.ts'
import { bookSales, type SaleOutcome } from '../src/modules/sales/sale-service.ts'
import type { TestApp } from './app.ts'
import { asMachine, type BoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'

export type SaleData = UpMessage<'sale'>

let serial = 0

/** A sale of one piece by coin, as a machine reports it. */
export const saleOf = (more: Partial<SaleData> = {}): SaleData => ({
  saleId: `s${(serial += 1)}`,
  client: 'coin',
  amount: 350,
  items: [{ ch: 1, n: 1, ok: true }],
  result: 'delivered',
  tookMs: 900,
  ...more,
})

/** Books sales of a machine that have just happened. */
export const reportSales = (
  app: TestApp,
  one: BoundMachine,
  ...sales: readonly SaleData[]
): Promise<SaleOutcome[]> => reportSalesOf(app, one, app.clock.now, sales)

/** Books sales of a machine that happened at that moment. */
export const reportSalesOf = (
  app: TestApp,
  one: BoundMachine,
  at: Date,
  sales: readonly SaleData[],
): Promise<SaleOutcome[]> =>
  asMachine(app, one, (ctx) =>
    bookSales(
      ctx,
      sales.map((data) => ({
        deviceId: one.id,
        mid: `m-${data.saleId}`,
        ts: at.getTime(),
        data,
        dated: { at, byClock: true, doubtful: false },
      })),
    ),
  )

/** The bills of a machine, the oldest first. */
export const billsAt = (app: TestApp, { id }: BoundMachine): Promise<Bill[]> =>
  asOwner<Bill>(app, 'select * from bill where device_id = $1 order by create_at, sale_id', [id])

/** The pieces in the first slot of a machine. */
export async function stockAt(app: TestApp, { id }: BoundMachine): Promise<number | undefined> {
  const [slot] = await asOwner<{ quantity: number }>(
    app,
    'select quantity from channel where device_id = $1 and channel_sn = 1',
    [id],
  )
  return slot?.quantity
}
