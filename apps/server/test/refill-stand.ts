import { refillCalls } from '@slotwise/contract'

import { inTenant } from '../src/kernel/db.ts'
import { bookSold } from '../src/modules/slots/index.ts'
import type { TestApp } from './app.ts'
import { makeGoods, type Merchant } from './factories.ts'
import { stockSlot } from './goods-slot-samples.ts'
import { type BoundMachine, makeBoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'

let orders = 0

/** Pieces are sold from a slot. */
export const sell = (app: TestApp, machine: BoundMachine, slot: number, pieces = 1): Promise<void> =>
  inTenant(app.deps.db.main, machine.tenantId, (tx) =>
    bookSold({ tx, tenantId: machine.tenantId, now: app.clock.now }, [
      {
        deviceId: machine.id,
        orderno: `refill ${(orders += 1)}`,
        at: app.clock.now,
        items: [{ ch: slot, n: pieces }],
      },
    ]),
  )

/** Lines of the stock ledger of machines, as `slot reason before>after`. */
export async function ledgerOf(app: TestApp, ...machines: BoundMachine[]): Promise<string[]> {
  const rows = await asOwner<{ line: string }>(
    app,
    `select channel_sn || ' ' || reason || ' ' || before || '>' || after as line
       from stock_move where device_id = any($1::bigint[]) order by device_id, move_id`,
    [machines.map(({ id }) => id)],
  )
  return rows.map(({ line }) => line)
}

/** The calls on refills; each changes a machine of its own. */
export async function refillSamples(
  app: TestApp,
  owner: Merchant,
  { store, title }: { store: string; title: string },
) {
  const { goods_id: goods } = await makeGoods(app, owner)
  const stocked = async () => {
    const machine = await makeBoundMachine(app, owner, { type: 'vending', slots: 2, store, title })
    await stockSlot(app, machine, 1, { goods })
    return machine.sn
  }
  const [listed, filled, undone] = [await stocked(), await stocked(), await stocked()]
  const { body } = await app.call(refillCalls.refillDevices, { sns: [undone] }, { as: owner })
  const { refill } = body.result
  return {
    inputs: {
      'refills.getRefillList': { pageNum: 1, pageSize: 10, condition: { sns: [listed] } },
      'refills.setRefillRoute': { stores: [store] },
      'refills.refillDevices': { sns: [filled] },
      'refills.undoRefill': { refill },
      'refills.exportRefillList': { condition: {} },
    },
    sns: [listed, filled, undone],
    ids: [goods, refill],
  }
}
