/** What can be read of a sale that could not be booked as it came. Nothing here reads the database. */
import { type CaseReason, payClients, type PayClient } from '@slotwise/contract'
import { readableSale, type SlipReason } from '@slotwise/machine-protocol'

import { timeOf } from '../../kernel/orderno.ts'

const reasons: Partial<Record<SlipReason, CaseReason>> = {
  'not utf-8': 'unreadable',
  'not json': 'unreadable',
  'reused name': 'used_name',
  'last will': 'last_will',
  'no merchant': 'no_merchant',
}

/** Why it is a case, by what was wrong with the message. */
export const reasonOf = (slip: { field: string; reason: SlipReason }): CaseReason =>
  reasons[slip.reason] ?? (slip.field === '' ? 'unreadable' : 'wrong_field')

const known: ReadonlySet<string> = new Set<PayClient>(payClients)

/** What the message says, as far as it can be read. */
export function readOf(payload: Buffer) {
  const sale = readableSale(payload.toString())
  const { orderNo, client } = sale
  return {
    ...sale,
    client: client !== undefined && known.has(client) ? (client as PayClient) : undefined,
    order: orderNo === undefined ? undefined : { orderno: orderNo, at: timeOf(orderNo) },
  }
}
