import type { BillGoods, BillStatus, MachineType, oddities, PayClient } from '@slotwise/contract'
import type { Cash } from '@slotwise/machine-protocol'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'

export type Oddity = (typeof oddities)[number]

/** A sale, as it is stored. */
export type Bill = {
  orderno: string
  create_at: Date
  device_id: string
  sn: string
  dev_type: MachineType
  store_id: string | null
  /** The payout account. */
  merchant_id: string | null
  client: PayClient
  kind: 'buy' | 'game'
  status: BillStatus
  /** The status to which a refused refund leads back. */
  status_before: BillStatus | null
  total_price: number
  list_price: number
  refunded: number
  /** Of coins and paper money, where the machine said what became of them. */
  cash: Cash | null
  goods: readonly BillGoods[]
  oddities: readonly Oddity[]
  sale_id: string | null
  sent_ts: string | null
  reported_at: Date | null
  command_id: string | null
}

/** What may change in a bill after it was made. */
export type BillChange = Partial<
  Pick<
    Bill,
    'status' | 'status_before' | 'refunded' | 'goods' | 'oddities' | 'sale_id' | 'sent_ts' | 'reported_at'
  >
>

/** One merchant in a transaction, with the clock by which bills are booked. */
export type BookCtx = TenantRef & { deps: Deps; now: Date }
