import { findCases } from '../src/modules/exceptions/find-service.ts'
import { keepUnclearSale } from '../src/modules/exceptions/index.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'
import { asMachine, type BoundMachine, makeBoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'
import { makeSale } from './sale-stand.ts'

/** Cases of a machine: two sales that were paid and not delivered, and one that could not be booked as it came. */
export async function makeCases(app: TestApp, owner: Merchant, store: string, title: string) {
  const machine = await makeBoundMachine(app, owner, { store, title, slots: 1 })
  const anHourAgo = new Date(app.clock.now.getTime() - 3_600_000)
  for (let i = 0; i < 2; i += 1)
    await makeSale(app, machine, { client: 'ezcard', status: 1, store_id: store, create_at: anHourAgo })
  await findCases(app.deps, owner.tenantId)
  const rows = await asOwner<{ case_id: string }>(
    app,
    'select case_id from exception_case where device_id = $1 order by case_id',
    [machine.id],
  )
  const [open = '', spare = ''] = rows.map((row) => row.case_id)
  return { open, spare, unclear: await keepUnclear(app, machine) }
}

/** A sale of a machine whose payment is not understood. Returns its case. */
export async function keepUnclear(app: TestApp, machine: BoundMachine): Promise<string> {
  const at = new Date(app.clock.now.getTime() - 60_000)
  const data = { saleId: 'unclear', client: 'cash', amount: 350, items: [], result: 'delivered' }
  const envelope = { v: 1, sn: machine.sn, mid: '1-1', seq: 1, ts: at.getTime(), type: 'sale', data }
  await asMachine(app, machine, (ctx) =>
    keepUnclearSale(ctx, {
      mid: '1-1',
      sentTs: at.getTime(),
      slip: { field: 'data.client', reason: 'unknown value' },
      payload: Buffer.from(JSON.stringify(envelope)),
      dated: { at, byClock: true, doubtful: false },
    }),
  )
  const [row] = await asOwner<{ case_id: string }>(
    app,
    `select case_id from exception_case where device_id = $1 and kind = 'sale_unclear'`,
    [machine.id],
  )
  return row?.case_id ?? ''
}
