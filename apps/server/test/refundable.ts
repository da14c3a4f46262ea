import { billCalls } from '@slotwise/contract'

import type { TestApp } from './app.ts'
import { type Merchant, unlock } from './factories.ts'
import { makeBoundMachine } from './machines.ts'
import { makeSale } from './sale-stand.ts'

/** Makes a sale that was refunded, and returns one that can be refunded without a provider. */
export async function makeRefundable(app: TestApp, owner: Merchant, store: string) {
  const machine = await makeBoundMachine(app, owner, { store })
  const sale = { client: 'ezcard', store_id: store } as const
  const { orderno: refundable } = await makeSale(app, machine, sale)
  const { orderno: refunded } = await makeSale(app, machine, sale)
  const input = { orderno: refunded, part_refund: false, remarks: '', sign: await unlock(app, owner) }
  await app.post(billCalls.refund.path, input, { as: owner })
  return { refundable, refunded, sn: machine.sn }
}
