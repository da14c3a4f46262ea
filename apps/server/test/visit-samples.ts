import { randomUUID } from 'node:crypto'

import type { TestApp } from './app.ts'
import { makeGoods, type Merchant } from './factories.ts'
import { stockSlot } from './goods-slot-samples.ts'
import { makeBoundMachine } from './machines.ts'

/** The calls of a person at a machine, which has a slot with goods. */
export async function visitSamples(
  app: TestApp,
  owner: Merchant,
  { store, title }: { store: string; title: string },
) {
  const { goods_id: goods } = await makeGoods(app, owner)
  const machine = await makeBoundMachine(app, owner, { type: 'vending', slots: 2, store, title })
  await stockSlot(app, machine, 1, { goods })
  const seen = { rev: 1, goods_id: goods, quantity: 4, max: 10 }
  return {
    inputs: {
      'refills.getRefillMachine': { sn: machine.sn },
      'refills.sendRefillVisit': {
        visit: randomUUID(),
        sn: machine.sn,
        read_at: app.clock.now.toISOString(),
        slots: [{ channel_sn: 1, seen, set: { kind: 'full' }, ago_ms: 0 }],
      },
    },
    sns: [machine.sn],
    ids: [goods],
  }
}
