import type { LongList, ParsedInputOf, PayBill, paymentCalls } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { listPayBills } from './pay-bill-queries.ts'

export const getPayBill = (
  ctx: Ctx,
  { condition, ...page }: ParsedInputOf<(typeof paymentCalls)['getPayBill']>,
): Promise<LongList<PayBill>> => listPayBills(ctx, page, condition)
