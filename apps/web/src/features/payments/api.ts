import { type PayBillFilter, paymentCalls } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall } from '../../lib/query.ts'
import type { ListPlace } from '../../lib/url-state.ts'

type Page = { condition: z.input<typeof PayBillFilter>; place: ListPlace; size: number }

export const paymentsInput = ({ condition, place, size }: Page) => ({ ...place, pageSize: size, condition })
export const usePayments = (input: ReturnType<typeof paymentsInput>) =>
  useCall(paymentCalls.getPayBill, input, { inline: true })
