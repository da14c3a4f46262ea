/** Bills as they are told to systems of the merchant, by their numbers. */
import type { SaleEventData } from '@slotwise/contract'

import type { TenantRef } from '../../kernel/ctx.ts'
import { readNamedBills } from './bill-queries.ts'
import { cardOrdersOf, saleData } from './bill-rows.ts'

export async function salesToTell(
  ref: TenantRef,
  ordernos: readonly string[],
): Promise<Map<string, SaleEventData>> {
  const bills = await readNamedBills(ref, ordernos)
  const ofCards = await cardOrdersOf(ref, bills)
  return new Map(bills.map((bill) => [bill.orderno, saleData(bill, ofCards)]))
}
