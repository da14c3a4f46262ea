import { inTenant } from '../src/kernel/db.ts'
import { ordernoOf } from '../src/kernel/orderno.ts'
import { addSettledPayments } from '../src/modules/payments/index.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

/** A payment by card, so that there is a payment bill. */
export const addCardPayment = (
  app: TestApp,
  { tenantId }: Merchant,
  { deviceId, sn, storeId }: { deviceId: string; sn: string; storeId: string },
): Promise<void> =>
  inTenant(app.deps.db.main, tenantId, (tx) =>
    addSettledPayments({ tx, tenantId, now: app.clock.now }, [
      {
        orderno: ordernoOf(app.clock.now, [deviceId]),
        create_at: app.clock.now,
        device_id: deviceId,
        sn,
        store_id: storeId,
        merchant_id: null,
        client: 'ezcard',
        kind: 'buy',
        amount: 350,
        goods: [],
        cardno: 'C-1',
      },
    ]),
  )
